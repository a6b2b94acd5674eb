import { cancelled, defaultTimeout } from "./pending.ts";
import type { CallOptions } from "./caller.ts";
import { longestDelay } from "../time/deadlines.ts";
import { TimeoutError } from "../wire/errors.ts";

/** Waits for something as long as a call may wait for its answer. */
export function waitFor<Value>(
  promise: Promise<Value>,
  { signal, timeout = defaultTimeout, totalTimeout = Infinity }: CallOptions,
): Promise<Value> {
  if (signal?.aborted) {
    // It may still fail, and nobody would look at that.
    promise.catch(() => {});
    return Promise.reject(cancelled(signal));
  }
  const limit = Math.min(timeout, totalTimeout);
  return new Promise<Value>((resolve, reject) => {
    const onAbort = (): void => {
      if (signal) reject(cancelled(signal));
    };
    const onTime = (): void =>
      reject(new TimeoutError(`no connection within ${limit} ms`));
    const timer = limit <= longestDelay ? setTimeout(onTime, limit) : undefined;
    const stop = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    signal?.addEventListener("abort", onAbort);
    promise.finally(stop).then(resolve, reject);
  });
}
