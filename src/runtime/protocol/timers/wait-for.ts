import { CancelledError, TimeoutError, toError } from "../errors.ts";
import { limit, running } from "./limit.ts";
import type { Clock } from "./deadlines.ts";

/** How long somebody waits, and what ends it before. */
interface Patience {
  readonly signal?: AbortSignal;
  readonly timeout: number;
  readonly totalTimeout?: number;
}

/**
 * Waits for something as long as a call may wait for its answer; `missing` is
 * what the error says of the time when it is over.
 */
export function waitFor<Value>(
  promise: Promise<Value>,
  { signal, timeout, totalTimeout = Infinity }: Patience,
  missing = "no connection",
  clock: Clock = running,
): Promise<Value> {
  if (signal?.aborted) {
    // It may still fail, and nobody would look at that.
    promise.catch(() => {});
    return Promise.reject(cancelled(signal));
  }
  const time = Math.min(timeout, totalTimeout);
  return new Promise<Value>((resolve, reject) => {
    const onAbort = (): void => {
      if (signal) reject(cancelled(signal));
    };
    const stopTime = limit(clock, time, () =>
      reject(new TimeoutError(`${missing} within ${time} ms`)),
    );
    const stop = (): void => {
      stopTime();
      signal?.removeEventListener("abort", onAbort);
    };
    signal?.addEventListener("abort", onAbort);
    promise.finally(stop).then(resolve, reject);
  });
}

/** Why a signal ended a call. */
export function cancelled(signal: AbortSignal): CancelledError {
  const cause: unknown = signal.reason;
  return new CancelledError(toError(cause ?? "cancelled").message, { cause });
}

/** Lets a caller ignore a rejection, which would end the process otherwise. */
export function ignorable<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}
