import { scriptText, type RedisScript } from "../link/commands.ts";

/*
 * Keys, all made of the first one: `one:<session>`, a hash of one session; `ends`, a
 * sorted set of all sessions by expiry; `of:<client>`, of a client's sessions by last use;
 * `clients`, of the clients by number of sessions; `spare`, of the sessions that can be
 * evicted among clients that cannot be told apart, by last use; `ended`, of the nonces of
 * recent ends. Keys contain a digest of the session id. The second key is that of the
 * streams. Times are those of Redis.
 *
 * Fields of a session: `s` streams, `p` principal (a digest), `c` client, `k` its digest,
 * `v` revision, `i` client info and capabilities, `r` ready, `l` log level, `o` owner,
 * `d` and `q` idle timeout when ready and before, `b` bytes, `m` maximum bytes, `n` number
 * of resources ever subscribed to, `u:<uri>` for each resource, and `g` the streams of the
 * sessions evicted for it, as JSON.
 */

const shared = `
local base = KEYS[1]
local ends, clients, spare = base .. ':ends', base .. ':clients', base .. ':spare'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function one(name) return base .. ':one:' .. name end
local function of(client) return base .. ':of:' .. client end

-- Extends the expiry of a shared key, never shortens it.
local function keep(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, ms) end
end

local function forget(client, name)
  redis.call('DEL', one(name))
  redis.call('ZREM', ends, client .. ':' .. name)
  if redis.call('ZREM', of(client), name) == 0 then return end
  if client == '' then redis.call('ZREM', spare, name) end
  if tonumber(redis.call('ZINCRBY', clients, -1, client)) <= 0 then
    redis.call('ZREM', clients, client)
  end
end

-- Removes the index entries of expired sessions.
local function sweep()
  for round = 1, 5 do
    local over = redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 1000)
    for _, member in ipairs(over) do
      local colon = string.find(member, ':', 1, true)
      forget(string.sub(member, 1, colon - 1), string.sub(member, colon + 1))
    end
    if #over < 1000 then return end
  end
end

local function get(name, field) return redis.call('HGET', one(name), field) end

-- Uses a session.
local function touch(name)
  local key = one(name)
  local known = redis.call('HMGET', key, 'k', 'r', 'd', 'q', 's')
  local client, ready = known[1], known[2] == '1'
  local ms = tonumber(ready and known[3] or known[4])
  redis.call('PEXPIRE', key, ms)
  redis.call('ZADD', ends, now + ms, client .. ':' .. name)
  redis.call('ZADD', of(client), now, name)
  if client == '' then
    if ready then redis.call('ZREM', spare, name) else redis.call('ZADD', spare, now, name) end
    keep(spare, ms + 60000)
  end
  keep(ends, ms + 60000)
  keep(of(client), ms + 60000)
  keep(clients, ms + 60000)
  return known[5], client, ms
end

-- True if the session exists and belongs to the principal.
local function isOf(name, principal) return get(name, 'p') == principal end
`;

/**
 * Stores a session. Values: name, principal, digest of the client, max, maxPerClient, idleMs,
 * openingMs, restMs, and the fields with their values. Returns `kept` and the streams of
 * evicted sessions, or `taken`, or `full` and the limit.
 */
export const createSessionScript: RedisScript = {
  name: "sessions.create",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local name, principal, client = ARGV[1], ARGV[2], ARGV[3]
local max, maxPerClient, restMs = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[8])
sweep()
local known = redis.call('HMGET', one(name), 's', 'g')
if known[1] then
  for at = 9, #ARGV, 2 do
    if ARGV[at] == 's' and ARGV[at + 1] ~= known[1] then return { 'taken' } end
  end
  -- A repeated call whose reply was lost.
  return { 'kept', unpack(cjson.decode(known[2] or '[]')) }
end

local function idlest(whose)
  local set = whose == '' and spare or of(whose)
  return redis.call('ZRANGEBYSCORE', set, '-inf', now - restMs, 'LIMIT', 0, 1)[1]
end

local own = redis.call('ZCARD', of(client))
local displaced = {}
if client ~= '' and own >= maxPerClient then
  local rest = idlest(client)
  if not rest then return { 'full', 'client' } end
  displaced[1] = { client, rest }
end
if redis.call('ZCARD', ends) - #displaced >= max then
  local list, isListed = redis.call('ZREVRANGE', clients, 0, 31, 'WITHSCORES'), false
  local greedy = {}
  for at = 1, #list, 2 do
    isListed = isListed or list[at] == client
    if list[at] == client or tonumber(list[at + 1]) > own + 1 then greedy[#greedy + 1] = list[at] end
  end
  if not isListed then greedy[#greedy + 1] = client end
  local found
  for _, whose in ipairs(greedy) do
    local rest = idlest(whose)
    if rest then found = { whose, rest } break end
  end
  if not found then return { 'full', 'all' } end
  displaced[#displaced + 1] = found
end

local gone = {}
for _, pair in ipairs(displaced) do
  gone[#gone + 1] = get(pair[2], 's') or nil
  forget(pair[1], pair[2])
end
redis.call('HSET', one(name), unpack(ARGV, 9))
if #gone > 0 then redis.call('HSET', one(name), 'g', cjson.encode(gone)) end
redis.call('HSET', one(name), 'p', principal, 'k', client, 'd', ARGV[6], 'q', ARGV[7])
redis.call('ZINCRBY', clients, 1, client)
touch(name)
return { 'kept', unpack(gone) }
`,
  ),
};

/**
 * Reads a session and renews its expiry and that of its shared stream. Values: name, principal.
 * Returns its fields; nil if it does not exist.
 */
export const useSessionScript: RedisScript = {
  name: "sessions.use",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local name = ARGV[1]
if not isOf(name, ARGV[2]) then return false end
local streams, client, ms = touch(name)
local kept = KEYS[2]
local stream = redis.call('GET', kept .. ':shared:' .. streams)
if stream then
  for _, key in ipairs({ ':one:' .. stream, ':events:' .. stream, ':shared:' .. streams,
      ':session:' .. streams, ':of:' .. client, ':ends', ':clients', ':bytes' }) do
    keep(kept .. key, ms + 60000)
  end
end
return redis.call('HGETALL', one(name))
`,
  ),
};

/**
 * Changes a session. Values: name, principal, kind, and its arguments. Returns `done`, `gone`
 * or `full`.
 */
export const updateSessionScript: RedisScript = {
  name: "sessions.update",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local name, kind, key = ARGV[1], ARGV[3], one(ARGV[1])
if not isOf(name, ARGV[2]) then return 'gone' end

local function grow(bytes, field, value)
  local all = tonumber(get(name, 'b')) + bytes
  if bytes > 0 and all > tonumber(get(name, 'm')) then return 'full' end
  redis.call('HSET', key, 'b', all, field, value)
  return 'done'
end

local answer = 'done'
if kind == 'ready' then
  redis.call('HSET', key, 'r', '1')
elseif kind == 'log level' then
  answer = grow(#ARGV[4] - #(get(name, 'l') or ''), 'l', ARGV[4])
elseif kind == 'subscribed' then
  if redis.call('HEXISTS', key, 'u:' .. ARGV[4]) == 0 then
    local count = redis.call('HINCRBY', key, 'n', 1)
    answer = grow(#ARGV[4] + 64, 'u:' .. ARGV[4], count)
  end
elseif kind == 'unsubscribed' then
  if redis.call('HDEL', key, 'u:' .. ARGV[4]) == 1 then
    redis.call('HINCRBY', key, 'b', -(#ARGV[4] + 64))
  end
elseif kind == 'keeper' then
  local keeper = get(name, 'o')
  -- If the new owner is set already, the call is a repeated one.
  if keeper ~= ARGV[4] and keeper ~= ARGV[5] then return 'gone' end
  redis.call('HSET', key, 'o', ARGV[5])
end
touch(name)
return answer
`,
  ),
};

/** Time to remember the end of a session, in milliseconds: longer than it is retried. */
const endedMs = 60_000;

/** Maximum number of ends to remember. */
const maxEnded = 10_000;

/** Ends a session. Values: name, principal, nonce of this end. Returns 1 if the session existed. */
export const endSessionScript: RedisScript = {
  name: "sessions.end",
  text: /* @__PURE__ */ scriptText(
    shared,
    "local endedMs, maxEnded = ",
    endedMs,
    ", ",
    maxEnded,
    `
local name, nonce, ended = ARGV[1], ARGV[3], base .. ':ended'
if not isOf(name, ARGV[2]) then
  -- A repeated call whose reply was lost returns 1.
  return redis.call('ZSCORE', ended, nonce) and 1 or 0
end
forget(get(name, 'k'), name)
redis.call('ZREMRANGEBYSCORE', ended, '-inf', now - endedMs)
redis.call('ZREMRANGEBYRANK', ended, 0, -maxEnded)
redis.call('ZADD', ended, now, nonce)
redis.call('PEXPIRE', ended, endedMs)
return 1
`,
  ),
};

/** Returns the number of sessions. */
export const countSessionsScript: RedisScript = {
  name: "sessions.count",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
sweep()
return redis.call('ZCOUNT', ends, '(' .. now, '+inf')
`,
  ),
};

/** Checks which sessions exist, without renewing them. Values: names. Returns 1 or 0 for each. */
export const thereSessionsScript: RedisScript = {
  name: "sessions.gone",
  text: `
local there = {}
for at, name in ipairs(ARGV) do there[at] = redis.call('EXISTS', KEYS[1] .. ':one:' .. name) end
return there
`,
};
