import type { ProtocolTable } from "../table/protocol-table.ts";
import type { RequestRecord } from "./record.ts";

/** A handler as the runtime calls it, with params that its guard has passed. */
export type Handler = (params: unknown, request: RequestRecord) => unknown;

/** Handlers by method, a map because methods come from the wire. */
export type HandlerMap = ReadonlyMap<string, Handler>;

/** Finds what a user's handlers answer and hear, by the methods of a revision. */
export function bindHandlers(
  table: ProtocolTable,
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
