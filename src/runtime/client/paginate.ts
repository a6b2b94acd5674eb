import type { CallOptions, UntypedCaller } from "../peer/caller.ts";
import { InvalidMessageError } from "../protocol/errors.ts";
import type { JsonObject } from "../protocol/message.ts";
import { PageMemory } from "./page-memory.ts";
import { asParams } from "../protocol/params.ts";

/** A server whose list has more pages than this is taken to have no end. */
const maxPages = 10_000;

const again = "its pages go round in a circle: it ends here";

/**
 * The items of a list, page by page: the next page is asked for when it is
 * needed. A page that comes again is the end: that is told to `onError`. A cursor may come
 * again with another page, up to 100 times in a row. Rejects with an InvalidMessageError for more than 10,000 pages, else as a call does.
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
  const pages = new PageMemory();
  for (let page = 1; page <= maxPages; page++) {
    const result: JsonObject = await caller.request(method, sent, options);
    const items = result[property];
    const { nextCursor } = result;
    const isLast = nextCursor === undefined || nextCursor === null;
    if (!isLast && pages.isCircle(items, result))
      return caller.report?.(endless(method, again, result));
    // The guard of the result has proved the type of its items.
    if (Array.isArray(items)) yield* items as never[];
    if (isLast) return;
    sent = { ...sent, cursor: nextCursor };
  }
  const reason = `the list has no end: it has more than ${maxPages} pages`;
  throw endless(method, reason, sent);
}

function endless(
  method: string,
  reason: string,
  value: unknown,
): InvalidMessageError {
  const path = ["nextCursor"];
  return new InvalidMessageError(`${method}: ${reason}`, path, { value });
}
