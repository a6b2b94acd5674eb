import type { Call } from "../call.ts";
import type { PendingCalls } from "../pending.ts";
import { CancelledError, toError } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { Interception } from "./interception.ts";

/**
 * Leads a call of this side's own through the interceptors, which see all of its
 * requests as one. What is over before it was sent rejects at once, whatever they
 * still do; later they have the last word.
 */
export function interceptCall(
  call: Call,
  interception: Interception,
  pending: PendingCalls,
  send: () => void,
): void {
  const { resolve, reject } = call;
  let isSent = false;
  const answered = new Promise<JsonObject>((gotten, failed) => {
    call.resolve = gotten;
    call.reject = failed;
  });
  const unsent = new Promise<never>((_, end) => {
    answered.catch((error: unknown) => isSent || end(error));
  });
  const ask = (): Promise<JsonObject> => {
    const { meta } = interception.call;
    if (Object.keys(meta).length > 0)
      call.params = { ...call.params, _meta: meta };
    isSent = true;
    send();
    interception.call.id = call.id;
    return answered;
  };
  call.intercepted = interception.call;
  // It has an id that is not sent: so its time, its signal and the end of the connection end it.
  pending.prepare(call);
  const led = new Promise((run) => run(interception.run(call.exchange, ask)));
  Promise.race([unsent, led]).then(
    (made) => {
      // What a call gives is an object, and so is what interceptors make of it.
      const result = made as JsonObject;
      interception.exchange = call.exchange;
      interception.after({ kind: "result", result });
      resolve(result);
    },
    (reason: unknown) => {
      const error = toError(reason);
      const isCancelled = error instanceof CancelledError;
      pending.abandon(call, error);
      interception.after({ kind: isCancelled ? "cancelled" : "error", error });
      reject(error);
    },
  );
}
