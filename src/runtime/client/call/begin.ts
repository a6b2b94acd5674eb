import { Call } from "../../peer/call.ts";
import type { CallOptions } from "../../peer/caller.ts";
import { entryOf } from "../../protocol/revision/protocol-table.ts";
import { toError } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { Link } from "../link.ts";
import { listFirst } from "../outputs/list-first.ts";
import { paceProgress } from "../patience/paced-progress.ts";

/** Calls a server on a link, as a client's user does. */
export function request(
  link: Link,
  method: string,
  params: JsonObject | undefined,
  asked: CallOptions | undefined,
): Promise<JsonObject> {
  const { connection, lifecycle, cache, options: settings } = link;
  const { onError } = settings;
  const { outgoing, transport: sink } = connection;
  const exchange = lifecycle.outgoing();
  const { requests } = exchange.dialect.table;
  const onProgress = asked?.onProgress;
  const paced = onProgress && paceProgress(method, onProgress, onError);
  const options = paced ? { ...asked, onProgress: paced.hear } : asked;
  const call = new Call({ method, params, options, exchange }, sink);
  // Before anybody hears of the end.
  if (paced) call.done.then(paced.end, paced.stop);
  if (cache && entryOf(requests, method)?.cacheable)
    return cache.request(call, () => outgoing.ask(call));
  const listing = settings.compileOutput && listFirst(link, call);
  if (!listing) outgoing.ask(call);
  else
    listing.then(
      () => outgoing.ask(call),
      (error: unknown) => outgoing.pending.fail(call, toError(error)),
    );
  return call.done;
}
