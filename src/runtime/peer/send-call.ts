import type { Call } from "./call.ts";
import { withoutContext } from "../protocol/revision/askable.ts";
import { fit } from "../protocol/revision/narrow.ts";
import { entryOf } from "../protocol/revision/protocol-table.ts";
import { requireOwnKeys } from "../protocol/revision/sent.ts";
import { createRequest, metaOf, type RequestId } from "../protocol/message.ts";
import { unsendable } from "../protocol/params.ts";

/** Sends the next request of a call. Throws an InvalidMessageError for what has no form on the wire. */
export function sendCall(
  { method, params, options, exchange, sink }: Call,
  id: RequestId,
): void {
  try {
    // The request's id is its progress token, so that both end together.
    const tokened = options.onProgress
      ? { ...params, _meta: { ...metaOf(params), progressToken: id } }
      : params;
    const { dialect, peer } = exchange;
    if (dialect.sent && params) requireOwnKeys(dialect.sent, method, params);
    const prepared = withoutContext(
      dialect.table,
      peer.capabilities,
      method,
      exchange.prepare(tokened, options),
    );
    const validate = entryOf(dialect.fits, method);
    const sent = validate && prepared ? fit(prepared, validate) : prepared;
    sink.send(createRequest(id, method, sent));
  } catch (error) {
    throw unsendable(method, params, error);
  }
}
