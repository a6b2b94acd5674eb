import { scriptText, type RedisScript } from "../link/commands.ts";

/*
 * Keys, all made of the first one: `members`, a sorted set of the processes by their
 * last heartbeat; `to:<process>`, a stream of the messages for a process; `counts`, a hash
 * of counters of those streams and their senders; `sent:<process>`, the number of the last
 * message of a sender that is not a member. Times are those of Redis.
 *
 * Fields of `counts`: `n:<process>` the number of all messages to it, `b:<process>` the
 * bytes that wait for it, `s:<process>` the number of the last message that it sent,
 * `j:<process>` the number of the heartbeat with which it joined, `beat` the time of the
 * last heartbeat of any process, `grace` the time until which no process is declared dead.
 */

const shared = `
local base, ttl, max = KEYS[1], ARGV[1], tonumber(ARGV[2])
local members, counts = base .. ':members', base .. ':counts'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function inbox(name) return base .. ':to:' .. name end
local function sentKey(name) return base .. ':sent:' .. name end

local function keepAll(name)
  redis.call('PEXPIRE', members, ttl)
  redis.call('PEXPIRE', counts, ttl)
  redis.call('PEXPIRE', inbox(name), ttl)
end

-- Forgets entries of an inbox.
local function drop(name, entries)
  local ids, bytes = {}, 0
  for at, entry in ipairs(entries) do
    ids[at] = entry[1]
    bytes = bytes + 64
    for _, part in ipairs(entry[2]) do bytes = bytes + #part end
  end
  if #ids == 0 then return end
  redis.call('XDEL', inbox(name), unpack(ids))
  redis.call('HINCRBY', counts, 'b:' .. name, -bytes)
end

local function put(name, from, topic, message)
  local n = redis.call('HINCRBY', counts, 'n:' .. name, 1)
  local key = inbox(name)
  redis.call('XADD', key, '*', 'n', n, 'f', from, 't', topic, 'm', message)
  redis.call('PEXPIRE', key, ttl)
  local bytes = 64 + 4 + #tostring(n) + #from + #topic + #message
  bytes = redis.call('HINCRBY', counts, 'b:' .. name, bytes)
  while bytes > max and redis.call('XLEN', key) > 1 do
    drop(name, redis.call('XRANGE', key, '-', '+', 'COUNT', 1))
    bytes = tonumber(redis.call('HGET', counts, 'b:' .. name))
  end
end

local function forget(name)
  redis.call('ZREM', members, name)
  redis.call('DEL', inbox(name))
  redis.call('HDEL', counts, 'n:' .. name, 'b:' .. name, 's:' .. name, 'j:' .. name)
end
`;

/**
 * Sends a heartbeat and declares processes dead whose last heartbeat is too old; not shortly
 * after a time without any heartbeats, when Redis was unavailable. Removes the messages that
 * the process has read. Values: ttl, bytes of an inbox, name, goneMs, the id of the last
 * message read, and the number of this heartbeat. Returns the number of the heartbeat with
 * which the process joined; it changes if the process was declared dead.
 */
export const beatScript: RedisScript = {
  name: "bus.beat",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local name, goneMs, read, number = ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6]
local wasMember = redis.call('ZSCORE', members, name)
if not wasMember then
  forget(name)
  redis.call('HSET', counts, 'j:' .. name, number)
end
redis.call('ZADD', members, now, name)
local beat = tonumber(redis.call('HGET', counts, 'beat') or 0)
local grace = tonumber(redis.call('HGET', counts, 'grace') or 0)
if now - beat > goneMs / 2 then
  grace = now + goneMs
  redis.call('HSET', counts, 'grace', grace)
end
redis.call('HSET', counts, 'beat', now)
if now >= grace then
  local gone = redis.call('ZRANGEBYSCORE', members, '-inf', '(' .. now - goneMs, 'LIMIT', 0, 64)
  for _, one in ipairs(gone) do forget(one) end
  if #gone > 0 then
    for _, living in ipairs(redis.call('ZRANGE', members, 0, -1)) do
      for _, one in ipairs(gone) do put(living, '', '', one) end
    end
  end
end
if wasMember and read ~= '0-0' then
  local entries
  repeat
    entries = redis.call('XRANGE', inbox(name), '-', read, 'COUNT', 32)
    drop(name, entries)
  until #entries < 32
end
keepAll(name)
return redis.call('HGET', counts, 'j:' .. name) or '0'
`,
  ),
};

/**
 * Sends messages of one process in order, and skips those that were sent before. Values: ttl,
 * bytes of an inbox, name, and for each message its number, receiver (empty for all others),
 * topic and text. Returns for each message whether its receiver is alive.
 */
export const sendScript: RedisScript = {
  name: "bus.send",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local from, sent = ARGV[3], {}
local last = redis.call('HGET', counts, 's:' .. from) or redis.call('GET', sentKey(from))
last = tonumber(last or 0)
local others
for at = 4, #ARGV, 4 do
  local number, to, topic, message = tonumber(ARGV[at]), ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  local isNew, isSent = number > last, 1
  if to ~= '' then
    if not redis.call('ZSCORE', members, to) then isSent = 0
    elseif isNew then put(to, from, topic, message) end
  elseif isNew then
    others = others or redis.call('ZRANGE', members, 0, -1)
    for _, other in ipairs(others) do
      if other ~= from then put(other, from, topic, message) end
    end
  end
  if isNew then last = number end
  sent[#sent + 1] = isSent
end
if redis.call('ZSCORE', members, from) then
  redis.call('HSET', counts, 's:' .. from, last)
  redis.call('PEXPIRE', counts, ttl)
else
  -- A separate key with an expiry, as the process may never come back.
  redis.call('SET', sentKey(from), last, 'PX', ttl)
end
return sent
`,
  ),
};

/** Removes a process. Values: ttl, bytes of an inbox, name. The last process removes all keys. */
export const leaveScript: RedisScript = {
  name: "bus.leave",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
forget(ARGV[3])
redis.call('DEL', sentKey(ARGV[3]))
if redis.call('ZCARD', members) == 0 then redis.call('DEL', members, counts) end
return 1
`,
  ),
};
