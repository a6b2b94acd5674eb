import type { Session } from "../../peer/context.ts";

/** A session that lasts until something is over. */
export function createSession(over: Promise<unknown>): Session {
  let signal: AbortSignal | undefined;
  return {
    // Few want to know, and a signal weighs more than the rest.
    get signal() {
      if (signal === undefined) {
        const controller = new AbortController();
        signal = controller.signal;
        void over.then(() => controller.abort());
      }
      return signal;
    },
  };
}
