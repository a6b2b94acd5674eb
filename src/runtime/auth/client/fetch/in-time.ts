import { toError } from "../../../protocol/errors.ts";
import { AuthorizationError } from "../errors.ts";

/** How long work may take, and who else may end it. */
export interface TimeBound {
  /** In milliseconds. */
  readonly timeout: number;
  /** What the AuthorizationError says that the work is given up with. */
  readonly late: () => string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs work for a bounded time. It is told to stop by its signal; whoever ignores
 * that is left behind.
 */
export async function inTime<Result>(
  { timeout, late, signal: outer }: TimeBound,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const abort = new AbortController();
  let giveUp!: (reason: Error) => void;
  const over = new Promise<never>((_, reject) => (giveUp = reject));
  const stop = (reason: Error): void => {
    giveUp(reason);
    abort.abort(reason);
  };
  const onAbort = (): void => stop(toError(outer?.reason));
  const onTime = (): void =>
    stop(new AuthorizationError("unreachable", late()));
  const timer = setTimeout(onTime, timeout);
  outer?.addEventListener("abort", onAbort);
  try {
    return await Promise.race([work(abort.signal), over]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", onAbort);
  }
}
