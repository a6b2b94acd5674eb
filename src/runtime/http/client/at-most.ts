import { sleep } from "../../protocol/timers/sleep.ts";

/** Waits for something that never rejects, but no longer than so many milliseconds. */
export async function atMost(
  done: Promise<unknown>,
  milliseconds: number,
): Promise<void> {
  const abort = new AbortController();
  await Promise.race([done, sleep(milliseconds, abort.signal)]);
  abort.abort();
}
