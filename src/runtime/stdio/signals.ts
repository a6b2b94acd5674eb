import type Process from "node:process";

// The global: to import it reads all that it has, a millisecond of each start.
declare const process: typeof Process;

export type Signal = "SIGINT" | "SIGTERM";

/** The signals that ask this process to end, as long as they are watched. */
export interface Watch {
  /** The first that came. */
  readonly received: Signal | undefined;
  stop(): void;
}

/** What listens to signals, and leaves it to others what becomes of this process. */
export const passive: Set<unknown> = /* @__PURE__ */ new Set();

/** Tells of the first signal; a second one ends the process at once. */
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
 * Ends the process by the signal, so that its parent sees why it ended. Who else
 * listens to the signal has been told of it, and decides alone.
 */
export function raise(signal: Signal): void {
  const listeners = process.listeners(signal);
  if (!listeners.every((one) => passive.has(one))) return;
  for (const one of listeners) process.off(signal, one);
  process.kill(process.pid, signal);
}
