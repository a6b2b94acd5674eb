import { scriptText, type RedisScript } from "../link/commands.ts";
import { streamsPrelude } from "./shared-script.ts";

/**
 * Attaches a reader. Values: name, principal, process and id of the reader, and 1 to attach
 * only if there is no reader. Returns nil, or the fields of the stream with the process and id
 * of the previous reader.
 */
export const attachStreamScript: RedisScript = {
  name: "streams.attach",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
local name, process, reader = ARGV[5], ARGV[7], ARGV[8]
if not isOf(name, ARGV[6]) then return false end
local known = redis.call('HMGET', one(name), 'rp', 'ri', 'bp', 'bi')
local before = { known[1] or '', known[2] or '' }
if before[1] == process and before[2] == reader then
  -- A repeated call whose reply was lost.
  before = ARGV[9] == '1' and { '', '' } or { known[3] or '', known[4] or '' }
elseif before[1] == '' or ARGV[9] ~= '1' then
  redis.call('HSET', one(name), 'rp', process, 'ri', reader, 'bp', before[1], 'bi', before[2])
end
touch(name)
return { redis.call('HGETALL', one(name)), before[1], before[2] }
`,
  ),
};

/**
 * Detaches a reader. Values: name, process and id of the reader, and a nonce of this step.
 * Returns 1 if the reader was attached.
 */
export const detachStreamScript: RedisScript = {
  name: "streams.detach",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
local name, nonce = ARGV[5], ARGV[8]
local known = redis.call('HMGET', one(name), 'rp', 'ri', 'x')
-- A repeated call whose reply was lost.
if known[3] == nonce then return 1 end
if known[1] ~= ARGV[6] or known[2] ~= ARGV[7] then return 0 end
redis.call('HDEL', one(name), 'rp', 'ri', 'bp', 'bi')
redis.call('HSET', one(name), 'x', nonce)
touch(name)
return 1
`,
  ),
};

/**
 * Reads a page. Values: name, principal, after, bytes. Returns nil, or 1 if no events follow,
 * and the sequence numbers and data.
 */
export const readStreamScript: RedisScript = {
  name: "streams.read",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
local name, after, most = ARGV[5], tonumber(ARGV[7]), tonumber(ARGV[8])
if not isOf(name, ARGV[6]) then return false end
local known = redis.call('HMGET', one(name), 'l', 'd', 'f')
local last = tonumber(known[1])
if math.min(after, last) > tonumber(known[2]) then
  redis.call('HSET', one(name), 'd', string.format('%.0f', math.min(after, last)))
end
touch(name)
local reply, expected, bytes = { '' }, after, 0
local isMore = true
while isMore do
  local entries = redis.call('XRANGE', events(name), id(expected + 1), '+', 'COUNT', 16)
  isMore = #entries == 16
  for _, entry in ipairs(entries) do
    local sequence = tonumber((string.gsub(entry[1], '%-.*', '')))
    -- Stop at a gap.
    if bytes >= most or sequence ~= expected + 1 then isMore = false break end
    expected = sequence
    bytes = bytes + #entry[2][2] + overhead
    reply[#reply + 1] = string.format('%.0f', sequence)
    reply[#reply + 1] = entry[2][2]
  end
end
if #reply == 1 and last > after then return false end
reply[1] = known[3] == '1' and expected >= last and '1' or '0'
return reply
`,
  ),
};

/** Renews streams. Values: names. Returns 1 or 0 for each stream, by whether it exists. */
export const renewStreamScript: RedisScript = {
  name: "streams.renew",
  text: /* @__PURE__ */ scriptText(
    streamsPrelude,
    `
local there = {}
for at = 5, #ARGV do
  local isThere = redis.call('EXISTS', one(ARGV[at]))
  if isThere == 1 then touch(ARGV[at]) end
  there[at - 4] = isThere
end
return there
`,
  ),
};
