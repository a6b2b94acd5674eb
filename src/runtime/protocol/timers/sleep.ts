/** Resolves after so many milliseconds, or when the signal aborts. */
export function sleep(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, signal.aborted ? 0 : delay);
    signal.addEventListener("abort", wake);
  });
}

/** Waits before another round: each time twice as long, up to five seconds. */
export function backOff(round: number, signal: AbortSignal): Promise<void> {
  return sleep(Math.min(50 * 2 ** round, 5_000), signal);
}
