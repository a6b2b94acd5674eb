/**
 * A user's handler, whatever its parameters are: `never` lets each one pass,
 * and the generated types say what it is really called with.
 */
export type UntypedHandler = (...parameters: never) => unknown;

/** Calls a user's handler, which belongs to no object. */
export function callHandler(
  handler: UntypedHandler,
  ...parameters: unknown[]
): unknown {
  return Reflect.apply(handler, undefined, parameters);
}
