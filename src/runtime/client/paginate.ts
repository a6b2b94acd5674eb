import type { CallOptions, UntypedCaller } from "../peer/caller.ts";
import { InvalidMessageError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/message.ts";
import { asParams } from "../peer/outgoing.ts";

/** A server whose list has more pages than this is taken to have no end. */
const maxPages = 10_000;

/**
 * The items of a list, page by page: the next page is asked for when it is
 * needed. Rejects with an InvalidMessageError when a server's pages have no end,
 * else as a call does.
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
  let kept: unknown;
  for (let page = 1; page <= maxPages; page++) {
    const result: JsonObject = await caller.request(method, sent, options);
    const items = result[property];
    // The guard of the result has proved the type of its items.
    if (Array.isArray(items)) yield* items as never[];
    const { nextCursor } = result;
    if (nextCursor === undefined) return;
    // A cursor that is kept for ever longer meets itself in any circle.
    if (nextCursor === kept) throw endless(method, "a cursor comes again");
    if (isPowerOfTwo(page)) kept = nextCursor;
    sent = { ...sent, cursor: nextCursor };
  }
  throw endless(method, `it has more than ${maxPages} pages`);
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function endless(method: string, reason: string): InvalidMessageError {
  return new InvalidMessageError(`${method}: the list has no end: ${reason}`, [
    "nextCursor",
  ]);
}
