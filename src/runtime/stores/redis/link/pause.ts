/** Waiting callbacks by signal. */
const waiting = /* @__PURE__ */ new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Resolves after a delay in milliseconds, or when the signal aborts. Uses one listener per
 * signal, as Node warns of more than ten and thousands may wait.
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
