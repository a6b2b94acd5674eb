import { longestDelay } from "./deadlines.ts";

/** A timer, in milliseconds, that keeps no process alive. */
export function after(milliseconds: number, act: () => void): void {
  setTimeout(act, Math.min(milliseconds, longestDelay)).unref();
}

/** Whether a promise settles within so many milliseconds. */
export async function settles(
  promise: Promise<unknown>,
  within: number,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(within, longestDelay));
  });
  const settled = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return settled;
}
