import { toError } from "../../protocol/errors.ts";
import { integerOption, requireKnown } from "../../protocol/sound-option.ts";
import { scriptText, type RedisScript } from "./link/commands.ts";
import { listOf, replyText } from "./link/reply.ts";
import type { RedisLink } from "./open-redis.ts";

/** Options of shared `requestState` keys. */
export interface RedisStateKeyOptions {
  /**
   * Time for which one key encrypts, in milliseconds: the first process that starts after it
   * activates the next key. Restart each process at least once in this time, because processes
   * read keys at their start: the next key is distributed before its use, and the last one is
   * retained. Must be longer than `requestState.ttlMs`, and at least 60_000.
   *
   * @default Number.MAX_SAFE_INTEGER (no rotation)
   */
  readonly rotateMs?: number;
}

const keyBytes = 32;

/** Lifetime of the keys after the last process that uses them, in milliseconds. */
const ttl = 7 * 24 * 3_600_000;

/** Interval of the renewal, in milliseconds. */
const renewMs = 600_000;

/** Hash of the keys: `active`, `next`, `last`, and the activation time `since`. */
const shared = `
local key, ttl = KEYS[1], ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Returns the active, next and last key; the last one may be empty. Values: ttl, rotation time,
 * and two new keys.
 */
const takeKeysScript: RedisScript = {
  name: "stateKeys",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
local known = redis.call('HMGET', key, 'active', 'next', 'since')
if not known[1] then
  redis.call('HSET', key, 'active', ARGV[3], 'next', ARGV[4], 'since', now)
elseif now - tonumber(known[3]) >= tonumber(ARGV[2]) then
  redis.call('HSET', key, 'active', known[2], 'next', ARGV[4], 'last', known[1], 'since', now)
end
redis.call('PEXPIRE', key, ttl)
known = redis.call('HMGET', key, 'active', 'next', 'last')
return { known[1], known[2], known[3] or '' }
`,
  ),
};

/**
 * Renews the keys, and stores them again if Redis has lost them. Values: ttl, and the keys of
 * the process.
 */
const renewKeysScript: RedisScript = {
  name: "stateKeys.renew",
  text: /* @__PURE__ */ scriptText(
    shared,
    `
if redis.call('EXISTS', key) == 0 then
  redis.call('HSET', key, 'active', ARGV[2], 'next', ARGV[3], 'last', ARGV[4], 'since', now)
end
redis.call('PEXPIRE', key, ttl)
return 1
`,
  ),
};

/**
 * Returns the `keys` of `requestState` for all processes that share a Redis, so that any of
 * them can continue a request of another. The first process stores random keys, which anyone
 * with read access to Redis can read. Rejects with a RedisError if Redis cannot be reached, and
 * with a TypeError for an invalid option.
 *
 * @example
 * const keys = await redisStateKeys(redis);
 * const server = createServer({ info, features: [forecast], requestState: { keys } });
 */
export async function redisStateKeys(
  redis: RedisLink,
  options: RedisStateKeyOptions = {},
): Promise<readonly Uint8Array[]> {
  requireKnown("redisStateKeys", options, { rotateMs: true });
  const rotateMs = integerOption(
    "rotateMs",
    options.rotateMs,
    Number.MAX_SAFE_INTEGER,
    60_000,
  );
  const place = [redis.key("state-keys")];
  const values = [ttl, rotateMs, randomKey(), randomKey()];
  const reply = await redis.run(takeKeysScript, place, values);
  const texts = listOf(reply).map(replyText);
  keepOn(redis, () => redis.run(renewKeysScript, place, [ttl, ...texts]));
  return texts
    .filter((text) => text !== "")
    .map((text) => new Uint8Array(Buffer.from(text, "base64")));
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return Buffer.from(bytes).toString("base64");
}

function keepOn(redis: RedisLink, renew: () => Promise<unknown>): void {
  const act = (): void =>
    void renew().catch((error: unknown) => redis.report(toError(error)));
  const timer = setInterval(act, renewMs);
  timer.unref();
  redis.closed.addEventListener("abort", () => clearInterval(timer));
}
