import { isPromiseLike } from "./message.ts";

/** A value that is at hand, or comes later. */
export type Eventual<Value> = Value | PromiseLike<Value>;

/** Goes on with a value: at once when it is at hand, for each wait costs time. */
export function whenReady<Value, Next>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Next>,
): Eventual<Next> {
  return isPromiseLike(value) ? value.then(next) : next(value);
}
