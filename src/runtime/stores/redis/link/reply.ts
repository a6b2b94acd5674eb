/**
 * Replies as clients give them: text or bytes, integers as numbers, bigints or text,
 * maps as objects, as Map or as flat lists, according to their protocol and settings.
 */

/** A reply as text. Throws a TypeError for what is none. */
export function replyText(reply: unknown): string {
  if (typeof reply === "string") return reply;
  if (typeof reply === "number" || typeof reply === "bigint") return `${reply}`;
  if (reply instanceof Uint8Array) return new TextDecoder().decode(reply);
  throw unexpected("text", reply);
}

/** A reply as text, or undefined for nil. */
export function optionalText(reply: unknown): string | undefined {
  return reply === null || reply === undefined ? undefined : replyText(reply);
}

/** A reply as an integer. Throws a TypeError for what is none. */
export function integerOf(reply: unknown): number {
  const value = Number(replyText(reply));
  if (Number.isSafeInteger(value)) return value;
  throw unexpected("an integer", reply);
}

/** A reply as a list. Throws a TypeError for what is none. */
export function listOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw unexpected("a list", reply);
}

/** Fields and values that follow each other, or a map of them. */
export function fieldsOf(reply: unknown): ReadonlyMap<string, string> {
  return new Map(
    pairsOf(reply).map(([field, value]) => [
      replyText(field),
      replyText(value),
    ]),
  );
}

/** One entry of a stream. */
export interface StreamEntry {
  readonly id: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** What XREAD found, by the key of the stream; empty where it found nothing. */
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
  // Clients that know the command may have made an object of it.
  const [id, fields] = Array.isArray(entry)
    ? entry
    : [Reflect.get(Object(entry), "id"), Reflect.get(Object(entry), "message")];
  return { id: replyText(id), fields: fieldsOf(fields) };
}

/** The pairs of a map: as a list of pairs, flat, as Map, or as an object. */
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

/** What came is not repeated: it may be anybody's. */
function unexpected(expected: string, reply: unknown): TypeError {
  const found =
    reply === null ? "nil" : Array.isArray(reply) ? "a list" : typeof reply;
  return new TypeError(
    `the client of Redis gave ${found} where ${expected} was expected: it changes replies, which mcp-gen/redis cannot read`,
  );
}
