import { toError } from "../../../protocol/errors.ts";
import { AuthorizationError } from "../errors.ts";

/** Timeout of an operation, and a signal that aborts it. */
export interface TimeBound {
  /** Timeout in milliseconds. */
  readonly timeout: number;
  /** Returns the message of the AuthorizationError for a timeout. */
  readonly late: () => string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs an operation with a timeout. Aborts its signal on timeout and rejects at
 * once, even if the operation ignores the signal.
 */
export async function inTime<Result>(
  { timeout, late, signal: outer }: TimeBound,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const abort = new AbortController();
  let rejectOnStop!: (reason: Error) => void;
  const stopped = new Promise<never>((_, reject) => (rejectOnStop = reject));
  const stop = (reason: Error): void => {
    rejectOnStop(reason);
    abort.abort(reason);
  };
  const onAbort = (): void => stop(toError(outer?.reason));
  const onTime = (): void =>
    stop(new AuthorizationError("unreachable", late()));
  const timer = setTimeout(onTime, timeout);
  outer?.addEventListener("abort", onAbort);
  try {
    return await Promise.race([work(abort.signal), stopped]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", onAbort);
  }
}
