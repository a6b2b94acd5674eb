import type { CallOptions, UntypedCaller } from "../peer/caller.ts";
import { InvalidMessageError } from "../protocol/errors.ts";
import type { JsonObject } from "../protocol/message.ts";
import { asParams } from "../protocol/params.ts";

/** A server whose list has more pages than this is taken to have no end. */
const maxPages = 10_000;

const again = "a cursor comes again: the list ends before it";

/** How much of the cursors is kept, so as to know them again, in characters. */
const maxKept = 2 ** 20;

/**
 * The items of a list, page by page: the next page is asked for when it is
 * needed. A cursor that comes again is the end: that is told to `onError`. Rejects
 * with an InvalidMessageError for more than 10,000 pages, else as a call does.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/utilities/pagination | Pagination}
 */
export async function* paginate(
  caller: UntypedCaller,
  method: string,
  property: string,
  params?: unknown,
  options?: CallOptions,
): AsyncGenerator<never, void, undefined> {
  let sent = asParams(params);
  const cursors = new Cursors(sent?.["cursor"]);
  for (let page = 1; page <= maxPages; page++) {
    const result: JsonObject = await caller.request(method, sent, options);
    const items = result[property];
    // The guard of the result has proved the type of its items.
    if (Array.isArray(items)) yield* items as never[];
    const { nextCursor } = result;
    if (nextCursor === undefined || nextCursor === null) return;
    if (cursors.isKnown(nextCursor))
      return caller.report?.(endless(method, again, result));
    sent = { ...sent, cursor: nextCursor };
  }
  const reason = `the list has no end: it has more than ${maxPages} pages`;
  throw endless(method, reason, sent);
}

/** The cursors of a list so far. */
class Cursors {
  readonly #known = new Set<unknown>();
  #length = 0;
  #count = 0;
  /** Kept for ever longer, so that in any circle it meets itself. */
  #kept: unknown;

  constructor(first: unknown) {
    if (first !== undefined) this.isKnown(first);
  }

  /** Whether a cursor was there before; it is from now on. */
  isKnown(cursor: unknown): boolean {
    if (this.#known.has(cursor) || (this.#count > 0 && cursor === this.#kept))
      return true;
    if (isPowerOfTwo(++this.#count)) this.#kept = cursor;
    this.#length += String(cursor).length;
    if (this.#length <= maxKept) this.#known.add(cursor);
    return false;
  }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function endless(
  method: string,
  reason: string,
  value: unknown,
): InvalidMessageError {
  const path = ["nextCursor"];
  return new InvalidMessageError(`${method}: ${reason}`, path, { value });
}
