/** Requests that wait for tokens from another request's login. */
export class WaitingRequests {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next `wake`; rejects with the reason of the signal. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(wake);
        reject(signal.reason as Error);
      };
      const wake = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.add(wake);
    });
  }

  wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
