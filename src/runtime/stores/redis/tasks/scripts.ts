import { scriptText, type RedisScript } from "../link/commands.ts";

/*
 * Keys, all made of the first one. `t:<id>` is a hash of one task: `r` its record as
 * JSON, `v` its version, `n` the nonces of the last changes. It expires with the task.
 * The other keys index and count tasks, and expire with the last one:
 * `rows`, a hash of the counted properties of each task; `due`, a sorted set of tasks by
 * expiry; `used`, a hash of the number and bytes of all tasks and of each owner;
 * `list:<tag>`, a sorted set of tasks by creation time, for each owner (`o:` and the owner,
 * or `n` without an owner) and, without an owner, for each session (`s:` and its name);
 * `at:<process>`, the set of running tasks of a process; `makers`, the set of those
 * processes. Times are those of Redis.
 */

/** Approximate memory of a task in all keys beyond its text, in bytes; measured 950 to 1,000. */
const overhead = 1_024;

/**
 * Reserve of each open task, so that it can be marked as failed in a full store: 400
 * characters, escaped twice.
 */
const roomForEnd = 4_096;

/** Lifetime of index keys beyond their tasks, in milliseconds. */
const margin = 60_000;

const shared: string = /* @__PURE__ */ scriptText(
  "local overhead, roomForEnd, margin = ",
  overhead,
  ", ",
  roomForEnd,
  ", ",
  margin,
  `
local base = KEYS[1]
local rows, due, used, makers = base .. ':rows', base .. ':due', base .. ':used', base .. ':makers'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function taskKey(id) return base .. ':t:' .. id end
local function listKey(tag) return base .. ':list:' .. tag end
local function workKey(process) return base .. ':at:' .. process end

local function keep(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, ms) end
end

local function add(field, by)
  if redis.call('HINCRBY', used, field, by) <= 0 then redis.call('HDEL', used, field) end
end

local function count(owner, tasks, bytes)
  add('tasks', tasks)
  add('bytes', bytes)
  add('tasks:' .. owner, tasks)
  add('bytes:' .. owner, bytes)
end

local function leave(process, id)
  redis.call('SREM', workKey(process), id)
  if redis.call('EXISTS', workKey(process)) == 0 then redis.call('SREM', makers, process) end
end

local function drop(id)
  redis.call('DEL', taskKey(id))
  redis.call('ZREM', due, id)
  local text = redis.call('HGET', rows, id)
  if not text then return end
  local row = cjson.decode(text)
  redis.call('HDEL', rows, id)
  redis.call('ZREM', listKey(row.owner), id)
  if row.session ~= '' then redis.call('ZREM', listKey(row.session), id) end
  leave(row.process, id)
  count(row.owner, -1, -row.bytes)
end

-- Removes expired tasks. Returns their number.
local function sweep(most)
  local ids = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, most)
  for _, id in ipairs(ids) do drop(id) end
  return #ids
end

-- Returns the first limit that the growth would exceed.
local function fullBound(owner, tasks, bytes, bounds)
  local function isBeyond(field, more, most)
    return more > 0 and more + tonumber(redis.call('HGET', used, field) or 0) > tonumber(most)
  end
  if isBeyond('tasks', tasks, bounds[1]) then return 'maxTasks' end
  if isBeyond('bytes', bytes, bounds[2]) then return 'maxBytes' end
  if owner == 'n' then return nil end
  if isBeyond('tasks:' .. owner, tasks, bounds[3]) then return 'maxTasksPerOwner' end
  if isBeyond('bytes:' .. owner, bytes, bounds[4]) then return 'maxBytesPerOwner' end
  return nil
end

local function requireRoom(owner, tasks, bytes, bounds)
  local full
  repeat
    full = fullBound(owner, tasks, bytes, bounds)
  until not full or sweep(256) == 0
  return full
end

local function weight(text, work, isOver)
  if isOver then return #text + overhead end
  return #text + overhead + roomForEnd + work
end

-- Renews the keys that index a task.
local function keepAll(id, row, ms)
  redis.call('PEXPIRE', taskKey(id), ms)
  redis.call('ZADD', due, now + ms, id)
  redis.call('HSET', rows, id, cjson.encode(row))
  for _, key in ipairs({ rows, due, used, makers, listKey(row.owner), workKey(row.process) }) do
    keep(key, ms + margin)
  end
  if row.session ~= '' then keep(listKey(row.session), ms + margin) end
end
`,
);

/**
 * Stores a new task. Values: its id, its record, a nonce of the change, 1 if it has ended, its
 * remaining time in milliseconds, its creation time, the memory of its handler in bytes, the
 * tags of its owner and session, the process, and the limits. Returns `done`, `taken` or the
 * name of a limit.
 */
export const createTaskScript: RedisScript = {
  name: "tasks.create",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local id, text, nonce, isOver = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1'
local ms, madeAt, work = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local row = { owner = ARGV[8], session = ARGV[9], process = ARGV[10], work = work }
local bounds = { ARGV[11], ARGV[12], ARGV[13], ARGV[14] }
local known = redis.call('HGET', taskKey(id), 'n')
if known then
  if string.find(known, nonce, 1, true) then return 'done' end
  return 'taken'
end
-- Redis checks its memory only before the first write of a script.
if redis.call('HEXISTS', rows, id) == 1 then drop(id) end
sweep(64)
row.bytes = weight(text, work, isOver)
local full = requireRoom(row.owner, 1, row.bytes, bounds)
if full then return full end
redis.call('HSET', taskKey(id), 'r', text, 'v', 1, 'n', nonce)
redis.call('ZADD', listKey(row.owner), madeAt, id)
if row.session ~= '' then redis.call('ZADD', listKey(row.session), madeAt, id) end
if not isOver then
  redis.call('SADD', workKey(row.process), id)
  redis.call('SADD', makers, row.process)
end
count(row.owner, 1, row.bytes)
keepAll(id, row, ms)
return 'done'
`,
  ),
};

/**
 * Changes a task if its version is unchanged. Values: its id, its record, a nonce of the
 * change, 1 if it has ended, its remaining time in milliseconds, the expected version, and the
 * limits. Returns `done`, `gone`, the name of a limit, or the current record and version.
 */
export const changeTaskScript: RedisScript = {
  name: "tasks.change",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local id, text, nonce, isOver = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1'
local ms, version = tonumber(ARGV[5]), ARGV[6]
local bounds = { ARGV[7], ARGV[8], ARGV[9], ARGV[10] }
local task = redis.call('HMGET', taskKey(id), 'r', 'v', 'n')
if not task[1] then return { 'gone' } end
if string.find(task[3], nonce, 1, true) then return { 'done' } end
if task[2] ~= version then return { 'changed', task[1], task[2] } end
local found = redis.call('HGET', rows, id)
if not found then return { 'gone' } end
local row = cjson.decode(found)
local bytes = weight(text, row.work, isOver)
if bytes > row.bytes then
  local full = requireRoom(row.owner, 0, bytes - row.bytes, bounds)
  if redis.call('EXISTS', taskKey(id)) == 0 then return { 'gone' } end
  if full then return { full } end
end
local nonces = nonce .. ' ' .. string.sub(task[3], 1, 120)
redis.call('HSET', taskKey(id), 'r', text, 'v', tonumber(version) + 1, 'n', nonces)
count(row.owner, 0, bytes - row.bytes)
row.bytes = bytes
if isOver then leave(row.process, id) end
keepAll(id, row, ms)
return { 'done' }
`,
  ),
};

/** Removes a task. Value: its id. */
export const removeTaskScript: RedisScript = {
  name: "tasks.remove",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
drop(ARGV[1])
return 1
`,
  ),
};

/**
 * Lists the records of a list, oldest first. Values: the tag of the list, the time and id to
 * start after (or `-inf` and an empty string), the maximum number, and the tag of a session to
 * filter by, or an empty string.
 */
export const listTasksScript: RedisScript = {
  name: "tasks.list",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local list, after, afterId, most, session = listKey(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
local records, offset = {}, 0
repeat
  local some = redis.call('ZRANGEBYSCORE', list, after, '+inf', 'WITHSCORES', 'LIMIT', offset, 256)
  for at = 1, #some, 2 do
    local id = some[at]
    if #records < most and not (tonumber(some[at + 1]) == tonumber(after) and id <= afterId) then
      local text = redis.call('HGET', taskKey(id), 'r')
      if text and session ~= '' then
        local row = redis.call('HGET', rows, id)
        if not row or cjson.decode(row).session ~= session then text = nil end
      end
      if text then records[#records + 1] = text end
    end
  end
  offset = offset + 256
until #some == 0 or #records >= most
return records
`,
  ),
};
