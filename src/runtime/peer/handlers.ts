import type { Awaitable } from "../protocol/answer.ts";
import type { IsForeign } from "../protocol/revision/foreign.ts";
import type {
  NotificationEntry,
  ProtocolTable,
  Side,
  SpokenRevision,
} from "../protocol/revision/protocol-table.ts";
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

/**
 * Throws a TypeError for the name of no message that a side receives, in any of some
 * revisions. Instances of classes may have other members. `others` are names
 * that further revisions have.
 */
export function requireHandlers(
  handlers: object,
  side: Side,
  revisions: readonly Pick<SpokenRevision, "table">[],
  others: readonly string[] = [],
): void {
  if (!isPlain(handlers)) return;
  let unknown = Object.entries(handlers).filter(
    ([name, handler]) => handler !== undefined && !others.includes(name),
  );
  const entries: NamedEntry[] = [];
  // Most handlers are of the newest revision: the tables of the others are not read then.
  for (const { table } of revisions) {
    if (unknown.length === 0) return;
    const more = entriesOf(table);
    entries.push(...more);
    const names = namesFor(side, more);
    const wrong = unknown.find(
      ([name, handler]) => names.has(name) && typeof handler !== "function",
    );
    if (wrong) throw badHandler(wrong[0], "is no function");
    unknown = unknown.filter(([name]) => !names.has(name));
  }
  const [first] = unknown;
  if (first) throw badHandler(first[0], unknownReason(first[0], side, entries));
}

function badHandler(name: string, reason: string): TypeError {
  return new TypeError(`handlers: ${JSON.stringify(name)} ${reason}`);
}

function unknownReason(
  name: string,
  side: Side,
  entries: readonly NamedEntry[],
): string {
  if (entries.some(([, entry]) => entry.handler === name))
    return `is what the ${side} sends: the other side handles it`;
  const [, own] = entries.find(([method]) => method === name) ?? [];
  if (own) return `is a method: its handler is named ${own.handler}`;
  const names = [...namesFor(side, entries)].sort().join(", ");
  return `is no message of the protocol. Put methods of your own into the option methods; there are handlers for ${names}`;
}

type NamedEntry = readonly [method: string, entry: NotificationEntry];

function entriesOf({
  requests,
  notifications,
}: Pick<ProtocolTable, "requests" | "notifications">): NamedEntry[] {
  return [...Object.entries(requests), ...Object.entries(notifications)];
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns the names of handlers for what a side receives. */
function namesFor(
  side: Side,
  entries: readonly NamedEntry[],
): ReadonlySet<string> {
  const received = entries.filter(([, entry]) => !isSentBy(side, entry));
  return new Set(received.map(([, { handler }]) => handler));
}

/** True if only this side sends the message. */
function isSentBy(side: Side, { direction }: NotificationEntry): boolean {
  return side === "client"
    ? direction === "clientToServer"
    : direction === "serverToClient" || direction === "embedded";
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
