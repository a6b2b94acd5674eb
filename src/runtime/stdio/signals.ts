import type Process from "node:process";

// The global object: an import of the module would read all of its members, which takes a
// millisecond.
declare const process: typeof Process;

export type Signal = "SIGINT" | "SIGTERM";

/** Watcher for SIGINT and SIGTERM. */
export interface Watch {
  /** First signal that was received. */
  readonly received: Signal | undefined;
  stop(): void;
}

/** Listeners that do not decide if this process ends. */
export const passive: Set<unknown> = /* @__PURE__ */ new Set();

/** Calls a function at the first signal. A second signal ends the process. */
export function watchSignals(onSignal: () => void): Watch {
  let received: Signal | undefined;
  const listener = (signal: Signal): void => {
    if (received !== undefined) {
      stop();
      raise(signal);
    } else {
      received = signal;
      onSignal();
    }
  };
  const stop = (): void => {
    process.off("SIGINT", listener).off("SIGTERM", listener);
  };
  process.on("SIGINT", listener).on("SIGTERM", listener);
  return {
    get received() {
      return received;
    },
    stop,
  };
}

/**
 * Ends the process by a signal, so that its parent sees the reason. If there are other
 * listeners, they decide.
 */
export function raise(signal: Signal): void {
  const listeners = process.listeners(signal);
  if (!listeners.every((one) => passive.has(one))) return;
  for (const one of listeners) process.off(signal, one);
  process.kill(process.pid, signal);
}
