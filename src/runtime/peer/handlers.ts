import type { Awaitable } from "../protocol/answer.ts";
import type { IsForeign } from "../protocol/revision/foreign.ts";
import type { ProtocolTable } from "../protocol/revision/protocol-table.ts";
import type { RequestRecord } from "./record.ts";

/** A handler as the runtime calls it, with params that its guard has passed. */
export type Handler = (params: unknown, request: RequestRecord) => unknown;

/** Handlers by method, a map because methods come from the wire. */
export type HandlerMap = ReadonlyMap<string, Handler>;

/** Finds what a user's handlers answer and hear, by the methods of a revision. */
export function bindHandlers(
  table: Pick<ProtocolTable, "requests" | "notifications">,
  handlers: object,
): HandlerMap {
  const bound = new Map<string, Handler>();
  for (const entries of [table.requests, table.notifications]) {
    for (const [method, entry] of Object.entries(entries)) {
      const handler = findHandler(handlers, entry.handler);
      if (handler) bound.set(method, handler);
    }
  }
  return bound;
}

/** Handlers may be methods of a class, but never those of every object. */
function findHandler(handlers: object, name: string): Handler | undefined {
  const handler: unknown = Reflect.get(handlers, name);
  if (typeof handler !== "function") return undefined;
  if (handler === Reflect.get(Object.prototype, name)) return undefined;
  if (name === "constructor" && !Object.hasOwn(handlers, name))
    return undefined;
  return (params, { context }) =>
    Reflect.apply(handler, handlers, [params, context]);
}

/**
 * Handlers of vendors' methods: of requests, whose result each returns, and of
 * notifications. Whoever writes one says what its params are: nothing has
 * checked them.
 */
export interface MethodHandlers<Context> {
  readonly [method: string]: MethodHandler<Context>;
}

/** As a method, so that a handler may say that its params are more than an object. */
type MethodHandler<Context> = {
  handle(params: object, context: Context): Awaitable<object | void>;
}["handle"];

/**
 * Handlers of methods that no revision has. Throws a TypeError for a method that
 * one has, and for what is no function.
 */
export function bindForeign(methods: object, isForeign: IsForeign): HandlerMap {
  return new Map(
    Object.entries(methods).map(([method, handler]) => {
      const isKnown = !isForeign(method);
      if (isKnown || typeof handler !== "function")
        throw new TypeError(
          `methods: ${method} is ${isKnown ? "the protocol's own, which has its place in handlers" : "no function"}`,
        );
      return [
        method,
        // Without params there is none to read; without a result, all is said.
        async (params = {}, { context }) =>
          (await handler(params, context)) ?? {},
      ];
    }),
  );
}
