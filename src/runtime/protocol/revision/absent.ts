import type { JsonObject } from "../message.ts";
import type { RequestEntry, ResultEntry } from "./protocol-table.ts";

/**
 * Fills in what an older server leaves out of a result, and what that means: the
 * result is complete, and is not to be kept.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/utilities/caching | Caching}
 */
export function withAbsent(
  { cacheable }: RequestEntry,
  { when }: ResultEntry,
  result: JsonObject,
): JsonObject {
  if (!when?.orAbsent) return result;
  const { property, value } = when;
  const names = cacheable ? [property, "ttlMs", "cacheScope"] : [property];
  if (names.every((name) => Object.hasOwn(result, name))) return result;
  const hints = cacheable && { ttlMs: 0, cacheScope: "private" };
  return { ...hints, [property]: value, ...result };
}

/** The result without nulls in the fields that `withAbsent` fills in; itself if it has none. */
export function withoutNullDefaults(
  { cacheable, results = [] }: RequestEntry,
  result: JsonObject,
): JsonObject {
  const names = results.flatMap(({ when }) =>
    when?.orAbsent ? [when.property] : [],
  );
  if (names.length > 0 && cacheable) names.push("ttlMs", "cacheScope");
  if (names.every((name) => result[name] !== null)) return result;
  const entries = Object.entries(result).filter(
    ([key, value]) => value !== null || !names.includes(key),
  );
  return Object.fromEntries(entries);
}
