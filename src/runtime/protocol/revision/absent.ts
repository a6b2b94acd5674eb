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
