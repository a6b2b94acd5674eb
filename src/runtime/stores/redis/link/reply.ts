/**
 * Replies as clients give them: text or bytes, integers as numbers, bigints or text,
 * maps as objects, as Map or as flat lists, according to their protocol and settings.
 */

/** Returns a reply as text. Throws a TypeError for another type. */
export function replyText(reply: unknown): string {
  if (typeof reply === "string") return reply;
  if (typeof reply === "number" || typeof reply === "bigint") return `${reply}`;
  if (reply instanceof Uint8Array) return new TextDecoder().decode(reply);
  throw unexpected("text", reply);
}

/** Returns a reply as text, or undefined for nil. */
export function optionalText(reply: unknown): string | undefined {
  return reply === null || reply === undefined ? undefined : replyText(reply);
}

/** Returns a reply as an integer. Throws a TypeError for another type. */
export function integerOf(reply: unknown): number {
  const value = Number(replyText(reply));
  if (Number.isSafeInteger(value)) return value;
  throw unexpected("an integer", reply);
}

/** Returns a reply as a list. Throws a TypeError for another type. */
export function listOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw unexpected("a list", reply);
}

/** Returns a flat list of fields and values, or a map, as a Map. */
export function fieldsOf(reply: unknown): ReadonlyMap<string, string> {
  return new Map(
    pairsOf(reply).map(([field, value]) => [
      replyText(field),
      replyText(value),
    ]),
  );
}

/** Entry of a stream. */
export interface StreamEntry {
  readonly id: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** Returns the entries of an XREAD reply by the key of the stream; empty without entries. */
export function entriesOf(
  reply: unknown,
): ReadonlyMap<string, readonly StreamEntry[]> {
  if (reply === null || reply === undefined) return new Map();
  return new Map(
    pairsOf(reply).map(([key, entries]) => [
      replyText(key),
      listOf(entries).map(entryOf),
    ]),
  );
}

function entryOf(entry: unknown): StreamEntry {
  // Some clients convert entries to objects.
  const [id, fields] = Array.isArray(entry)
    ? entry
    : [Reflect.get(Object(entry), "id"), Reflect.get(Object(entry), "message")];
  return { id: replyText(id), fields: fieldsOf(fields) };
}

/** Returns the pairs of a map in any form: list of pairs, flat list, Map or object. */
function pairsOf(reply: unknown): readonly (readonly [unknown, unknown])[] {
  if (reply instanceof Map) return [...reply];
  if (!Array.isArray(reply)) {
    if (typeof reply === "object" && reply !== null)
      return Object.entries(reply);
    throw unexpected("a map", reply);
  }
  const list: readonly unknown[] = reply;
  if (list.every((one) => Array.isArray(one)))
    return list.map((one) => [listOf(one)[0], listOf(one)[1]]);
  return list.flatMap((one, at) =>
    at % 2 === 0 ? [[one, list[at + 1]] as const] : [],
  );
}

/** Returns the error for an unexpected reply, without quoting it: it may be confidential. */
function unexpected(expected: string, reply: unknown): TypeError {
  const found =
    reply === null ? "nil" : Array.isArray(reply) ? "a list" : typeof reply;
  return new TypeError(
    `the Redis client returned ${found} instead of ${expected}: mcp-gen/redis does not support clients that transform replies`,
  );
}
