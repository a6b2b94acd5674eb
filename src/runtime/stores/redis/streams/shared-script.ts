/*
 * Keys, all made of the first one: `one:<stream>`, a hash of one stream;
 * `events:<stream>`, its events, by their numbers; `session:<session>`, a sorted set of
 * the streams of a session; `shared:<session>`, the name of the one that any process
 * writes; `ends`, a sorted set of all streams by expiry;
 * `of:<client>`, one of a client's streams by their bytes; `clients`, one of the clients
 * by theirs; `bytes`, the sum. Times are those of Redis.
 *
 * Fields of a stream: `s` session, `p` principal (a digest), `c` client, `k` its digest,
 * `w` writing process, `q` requests, `e` required scopes, `l` last, `d` delivered, `f`
 * finished, `rp` and `ri` the reader, `bp` and `bi` the one before, `x` the nonce of the
 * last detach, `b` bytes, and `a:<store>` the last number that a store gave to
 * an event without one.
 */

/**
 * Common beginning of all stream scripts. Their first values are the limits and the idle
 * timeout.
 */
export const streamsPrelude = `
local base = KEYS[1]
local maxStream, maxClient, maxAll = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local idle = tonumber(ARGV[4])
local ends, clients, total = base .. ':ends', base .. ':clients', base .. ':bytes'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local overhead = 128

local function one(name) return base .. ':one:' .. name end
local function events(name) return base .. ':events:' .. name end
local function of(client) return base .. ':of:' .. client end
local function session(name) return base .. ':session:' .. name end
local function id(sequence) return string.format('%.0f-0', sequence) end
local function get(name, field) return redis.call('HGET', one(name), field) end

-- Extends the expiry of a shared key, never shortens it.
local function keep(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, ms) end
end

local function forget(name, client)
  local bytes = redis.call('ZSCORE', of(client), name)
  local belongs = get(name, 's')
  redis.call('DEL', one(name), events(name))
  redis.call('ZREM', ends, client .. ':' .. name)
  if belongs then redis.call('ZREM', session(belongs), name) end
  if not bytes then return end
  redis.call('ZREM', of(client), name)
  local shared = belongs and base .. ':shared:' .. belongs
  if shared and redis.call('GET', shared) == name then redis.call('DEL', shared) end
  if redis.call('EXISTS', of(client)) == 0 then redis.call('ZREM', clients, client)
  else redis.call('ZINCRBY', clients, -bytes, client) end
  if redis.call('EXISTS', ends) == 0 then redis.call('DEL', total)
  else redis.call('INCRBY', total, -bytes) end
end

-- Removes the index entries of expired streams; some were renewed by their session.
local function sweep()
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 100)) do
    local colon = string.find(member, ':', 1, true)
    local name = string.sub(member, colon + 1)
    local left = redis.call('PTTL', one(name))
    if left > 0 then redis.call('ZADD', ends, now + left, member)
    else forget(name, string.sub(member, 1, colon - 1)) end
  end
end

local function count(name, client, bytes)
  redis.call('HINCRBY', one(name), 'b', bytes)
  redis.call('ZINCRBY', of(client), bytes, name)
  redis.call('ZINCRBY', clients, bytes, client)
  redis.call('INCRBY', total, bytes)
end

local function touch(name)
  local known = redis.call('HMGET', one(name), 'k', 's', 'w')
  local client = known[1]
  if redis.call('PTTL', one(name)) < idle then
    redis.call('PEXPIRE', one(name), idle)
    redis.call('PEXPIRE', events(name), idle)
    redis.call('ZADD', ends, now + idle, client .. ':' .. name)
  end
  keep(session(known[2]), idle + 60000)
  if known[3] == '' then keep(base .. ':shared:' .. known[2], idle + 60000) end
  for _, key in ipairs({ ends, clients, total, of(client) }) do keep(key, idle + 60000) end
end

-- Drops the oldest event of a stream. Returns false if there is none.
local function shift(name, client)
  local oldest = redis.call('XRANGE', events(name), '-', '+', 'COUNT', 1)[1]
  if not oldest then return false end
  redis.call('XDEL', events(name), oldest[1])
  count(name, client, -(#oldest[2][2] + overhead))
  return true
end

-- Drops an event of the largest stream of a client, or a stream if none has events.
local function shrink(client, but)
  local largest = redis.call('ZREVRANGE', of(client), 0, 1)
  if not largest[1] or shift(largest[1], client) then return largest[1] ~= nil end
  local empty = largest[1] == but and largest[2] or largest[1]
  forget(empty, client)
  return true
end

local function makeRoom(name, client)
  while tonumber(get(name, 'b') or 0) > maxStream and shift(name, client) do end
  -- Clients that cannot be told apart have no limit per client.
  if client ~= '' then
    while tonumber(redis.call('ZSCORE', clients, client) or 0) > maxClient and shrink(client, name) do end
  end
  while tonumber(redis.call('GET', total) or 0) > maxAll do
    local greediest = redis.call('ZREVRANGE', clients, 0, 0)[1]
    if not greediest or not shrink(greediest, name) then return end
  end
end

local function add(name, client, sequence, data, nonce)
  redis.call('XADD', events(name), id(sequence), 'd', data, 'n', nonce)
  redis.call('PEXPIRE', events(name), redis.call('PTTL', one(name)))
  redis.call('HSET', one(name), 'l', string.format('%.0f', sequence))
  count(name, client, #data + overhead)
end

local function isOf(name, principal) return get(name, 'p') == principal end
`;
