import type { Call } from "../../peer/call.ts";
import { IncomingRequest } from "../../peer/incoming-request.ts";
import { toError } from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import { metaOf, type JsonObject } from "../../protocol/message.ts";
import type { Link } from "../link.ts";

/** What asks: the call that it is part of, as far as that is known. */
export type Asker = Pick<Call, "method" | "exchange"> &
  Partial<Pick<Call, "intercepted">>;

/** Answers a request that came inside a result; throws what went wrong. */
export async function fulfil(
  { connection, options }: Link,
  { exchange, intercepted: within }: Asker,
  { method, params }: InputRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { incoming, outgoing, transport: sink } = connection;
  const begun = { method, params, sink, carried: sink, within };
  const interception = options.intercept?.(begun);
  const part = { id: undefined, method, params, meta: metaOf(params) };
  const request = new IncomingRequest(part, exchange, sink, outgoing);
  request.interception = interception;
  const onAbort = (): void => request.cancel(toError(signal.reason));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const result = request.complete(await incoming.start(request));
    if (!request.cancelled) interception?.after({ kind: "result", result });
    return result;
  } catch (reason) {
    const error = toError(reason);
    if (!request.cancelled) interception?.after({ kind: "error", error });
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    request.end();
  }
}
