import type { Transcript } from "../recording/transcript.ts";

/** Does something with the client, and tells how it ended. */
export type Act = (
  title: string,
  does: () => unknown,
  /** How many messages or requests the server gets by it, where it ends before they came. */
  comes?: number | (() => number),
) => Promise<void>;

/** `count` is how many came so far; `flush` tells of them. */
export function createAct(
  transcript: Transcript,
  wait: (comes: number) => Promise<void>,
  flush: () => void,
): Act {
  return async (title, does, comes = 0) => {
    transcript.step(title);
    let outcome = "done";
    try {
      await does();
    } catch (error) {
      outcome = error instanceof Error ? `failed: ${error.name}` : "failed";
    }
    await wait(typeof comes === "function" ? comes() : comes);
    flush();
    transcript.note(outcome);
  };
}
