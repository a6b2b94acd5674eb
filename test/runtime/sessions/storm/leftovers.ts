import type { RedisServer } from "../support/redis.ts";

/** A key that is kept in Redis. */
export interface Leftover {
  readonly key: string;
  /** For how long it is still kept, in milliseconds; -1 is for ever. */
  readonly ttl: number;
}

const script = `
local found = {}
for _, key in ipairs(redis.call('keys', '*')) do
  found[#found + 1] = { key, redis.call('pttl', key) }
end
return cjson.encode(found)`;

/** All keys of a Redis, with the time that they are still kept. */
export function leftoversOf(redis: RedisServer): Leftover[] {
  const text = redis.cli("eval", script, "0");
  // A list without members is written as an object.
  if (text === "{}") return [];
  const rows = JSON.parse(text) as readonly (readonly [string, number])[];
  return rows.map(([key, ttl]) => ({ key, ttl }));
}

/** What is left: how many keys of each kind, and for how long the last one of it. */
export function printLeft(left: readonly Leftover[]): string {
  const kinds = new Map<string, Leftover[]>();
  for (const one of left) {
    // `{prefix}:kind:name`
    const [, kind = one.key] = one.key.split(":");
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  const lines = [...kinds].map(([kind, all]) => {
    const last = Math.max(...all.map(({ ttl }) => ttl));
    return `  ${all.length} ${kind}, the last for ${(last / 1_000).toFixed(1)} s`;
  });
  return [`left in Redis: ${left.length} keys`, ...lines].join("\n");
}
