import { longestDelay } from "../../protocol/timers/deadlines.ts";
import { TimeoutError } from "../../protocol/errors.ts";

/** Settles as the promise does; rejects with a TimeoutError after so many milliseconds. */
export function withTimeout<Value>(
  promise: PromiseLike<Value>,
  milliseconds: number,
  what: string,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(new TimeoutError(`${what} took longer than ${milliseconds} ms`));
    const timer = setTimeout(late, Math.min(milliseconds, longestDelay));
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
