/** Those who wait, by the signal that wakes them. */
const waiting = /* @__PURE__ */ new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Resolves after so many milliseconds, or when the signal aborts. Thousands may wait at
 * once: the signal has one listener for all of them, where Node warns of more than ten.
 */
export function pauseFor(delay: number, signal: AbortSignal): Promise<void> {
  const all = waitersOf(signal);
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      all.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, signal.aborted ? 0 : delay);
    all.add(wake);
  });
}

function waitersOf(signal: AbortSignal): Set<() => void> {
  const known = waiting.get(signal);
  if (known) return known;
  const all = new Set<() => void>();
  waiting.set(signal, all);
  signal.addEventListener("abort", () => {
    for (const wake of [...all]) wake();
  });
  return all;
}
