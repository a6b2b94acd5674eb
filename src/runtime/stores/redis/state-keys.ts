import { toError } from "../../protocol/errors.ts";
import { integerOption, requireKnown } from "../../protocol/sound-option.ts";
import { scriptText, type RedisScript } from "./link/commands.ts";
import { listOf, replyText } from "./link/reply.ts";
import type { RedisLink } from "./open-redis.ts";

/** How keys of `requestState` are shared. */
export interface RedisStateKeyOptions {
  /**
   * How long one key protects, in milliseconds: the first process that starts after
   * that takes the next. Each process has to start anew at least once in this time,
   * since it learns of keys when it starts: the next key is handed out before it is
   * used, and the last one after. It is longer than a state lives, which is
   * `requestState.ttlMs`; at least 60_000.
   *
   * @default Number.MAX_SAFE_INTEGER: for ever
   */
  readonly rotateMs?: number;
}

const keyBytes = 32;

/** How long the keys are kept after the last process that has them, in milliseconds. */
const ttl = 7 * 24 * 3_600_000;

/** How often a process sees to it that they are kept, in milliseconds. */
const renewMs = 600_000;

/** A hash of the keys: `active`, `next`, `last`, and `since` when the active one is that. */
const shared = `
local key, ttl = KEYS[1], ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Values: ttl, how long a key protects, and two new keys. Gives the three, the last one perhaps empty. */
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

/** Values: ttl, and the keys of a process, which are kept again where Redis has lost them. */
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
 * The `keys` of `requestState` for all processes that share a Redis, so that any of them
 * goes on with what another has asked: random ones, which the first process leaves there.
 * Whoever can read Redis can read them. Rejects with a RedisError when Redis is away, and
 * with a TypeError for an option that is none.
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
