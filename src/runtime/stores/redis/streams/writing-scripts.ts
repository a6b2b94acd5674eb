import { scriptText, type RedisScript } from "../link/commands.ts";
import { streamsPrelude } from "./shared-script.ts";

/**
 * Creates a stream. Values: name, session, digest of the client, 1 if any process may write it,
 * and its fields with their values.
 */
export const openStreamScript: RedisScript = {
  name: "streams.open",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
local name, belongs, client, isShared = ARGV[5], ARGV[6], ARGV[7], ARGV[8] == '1'
sweep()
-- Removes the names of expired streams of the session.
for _, old in ipairs(redis.call('ZRANGE', session(belongs), 0, 3)) do
  if redis.call('EXISTS', one(old)) == 1 then redis.call('ZADD', session(belongs), now, old)
  else redis.call('ZREM', session(belongs), old) end
end
if redis.call('EXISTS', one(name)) == 1 then touch(name) return 0 end
-- Removes what is left of an expired stream of this name.
forget(name, client)
redis.call('HSET', one(name), 's', belongs, 'k', client, 'l', 0, 'd', 0, 'f', 0, 'b', 0, unpack(ARGV, 9))
redis.call('ZADD', session(belongs), now, name)
if isShared then redis.call('SET', base .. ':shared:' .. belongs, name, 'PX', idle) end
count(name, client, overhead)
touch(name)
makeRoom(name, client)
return 1
`,
  ),
};

/**
 * Appends events. Values: name, the store that numbers events without a sequence number, and
 * for each event its sequence number (or empty), its number within the store, and its data.
 * Returns nil if the stream does not exist or is finished, else the reader's process and id,
 * and the sequence numbers.
 */
export const appendStreamScript: RedisScript = {
  name: "streams.append",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
local name, store = ARGV[5], ARGV[6]
local known = redis.call('HMGET', one(name), 'k', 'f', 'l', 'rp', 'ri', 'a:' .. store)
local client, last = known[1], tonumber(known[3] or 0)
if not client or known[2] == '1' then return false end
local newest = tonumber(known[6] or 0)
local reply = { known[4] or '', known[5] or '' }

-- Returns the sequence number of a repeated event whose reply was lost.
local function before(nonce)
  for _, entry in ipairs(redis.call('XREVRANGE', events(name), '+', '-', 'COUNT', 256)) do
    if entry[2][4] == nonce then return (string.gsub(entry[1], '%-.*', '')) end
  end
end

touch(name)
for at = 7, #ARGV, 3 do
  local given, number, data = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2]
  local nonce = given == '' and store .. number or ''
  local sequence = given ~= '' and tonumber(given)
    or number <= newest and tonumber(before(nonce) or nil) or last + 1
  if sequence > last then
    add(name, client, sequence, data, nonce)
    last = sequence
    if given == '' then
      newest = math.max(newest, number)
      redis.call('HSET', one(name), 'a:' .. store, newest)
    end
  end
  reply[#reply + 1] = string.format('%.0f', sequence)
end
makeRoom(name, client)
return reply
`,
  ),
};

/** Finishes a stream. Values: name. Returns the reader's process and id. */
export const finishStreamScript: RedisScript = {
  name: "streams.finish",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
local name = ARGV[5]
local known = redis.call('HMGET', one(name), 'k', 'rp', 'ri')
if not known[1] then return { '', '' } end
redis.call('HSET', one(name), 'f', 1)
touch(name)
return { known[2] or '', known[3] or '' }
`,
  ),
};

/** Finishes a stream of a dead process. Values: name, process, after, and the last events. */
export const failStreamScript: RedisScript = {
  name: "streams.fail",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
local name = ARGV[5]
local known = redis.call('HMGET', one(name), 'k', 'f', 'l', 'w')
if not known[1] or known[2] == '1' or known[4] ~= ARGV[6] then return 0 end
local sequence = math.max(tonumber(ARGV[7]), tonumber(known[3]))
touch(name)
for at = 8, #ARGV do
  sequence = sequence + 1
  add(name, known[1], sequence, ARGV[at], '')
end
redis.call('HSET', one(name), 'f', 1)
makeRoom(name, known[1])
return 1
`,
  ),
};

/** Deletes the streams of a session. Values: session. */
export const deleteSessionScript: RedisScript = {
  name: "streams.deleteSession",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
for _, name in ipairs(redis.call('ZRANGE', session(ARGV[5]), 0, -1)) do
  local client = get(name, 'k')
  if client then forget(name, client) end
end
redis.call('DEL', session(ARGV[5]), base .. ':shared:' .. ARGV[5])
return 1
`,
  ),
};
