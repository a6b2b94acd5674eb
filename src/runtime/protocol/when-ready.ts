import { isPromiseLike } from "./message.ts";

/** A value that is at hand, or comes later. */
export type Eventual<Value> = Value | PromiseLike<Value>;

/**
 * Calls `next` with a value: at once if it is at hand, because each wait costs time.
 * Waits as `await` does: `then` of a thenable may return nothing.
 */
export function whenReady<Value, Next>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Next>,
): Eventual<Next> {
  return isPromiseLike(value) ? Promise.resolve(value).then(next) : next(value);
}
