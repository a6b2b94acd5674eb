import type { Context } from "../../peer/context.ts";
import type { CreateContext, RequestRecord } from "../../peer/record.ts";
import { isStateless } from "../../table/protocol-table.ts";
import { excerpt } from "../../wire/errors.ts";
import { isObject } from "../../wire/message.ts";
import { withoutInput } from "./asking.ts";

/** Of so many calls it is known at once what their handlers did before they asked; of each, so much. */
const maxKnown = 100;

/** What is longer is not compared, in characters of JSON. */
const maxLength = 10_000;

/** Hears of what a handler is about to do. */
type Notice = (name: string, given: readonly unknown[]) => void;

/**
 * For development: contexts that notice what a handler tells or asks its client in a
 * run that ends with a question, and again when it runs again from its start. That
 * is reported, once for each, without what it says.
 */
export function watchRepeats(createContext: CreateContext): CreateContext {
  const before = new Map<string, Set<string>>();
  return (request) => {
    const context = createContext(request);
    const call = textOf([request.method, withoutInput(request.params)]);
    if (call === undefined) return context;
    if (!hasRun(request)) {
      before.delete(call);
      const [oldest] = before.keys();
      if (oldest !== undefined && before.size >= maxKnown)
        before.delete(oldest);
    }
    watch(context, (name, given) => {
      const text = textOf([name, given]);
      if (text === undefined) return;
      const known = before.get(call) ?? new Set();
      if (hasRun(request)) {
        if (known.has(text)) tell(request, name);
      } else if (known.size < maxKnown) before.set(call, known.add(text));
    });
    return context;
  };
}

/** Whether the handler has run before, for this request or the one that it repeats. */
function hasRun(request: RequestRecord): boolean {
  const { params } = request;
  return (
    request.hasRun ||
    (isStateless(request) && isObject(params) && "requestState" in params)
  );
}

function tell(request: RequestRecord, name: string): void {
  const { method, params } = request;
  const { name: named, uri = "" }: { name?: unknown; uri?: unknown } =
    Object(params);
  const subject = excerpt(`${method} ${String(named ?? uri)}`, 200);
  const reason = `${subject}: ${name} was called before a question, and again when the handler ran again from its start: what is done before a question belongs in context.once (told in development)`;
  const about = { kind: "repeat", key: `${subject} ${name}`, isOnce: true };
  request.report(new Error(reason), about);
}

/** Has a context tell what a handler does by it, before it is done. */
function watch(context: Context, notice: Notice): void {
  const { log, progress } = context;
  const prototype: object = Object.getPrototypeOf(context);
  Object.defineProperties(context, {
    log: { value: noticed(context, log, "context.log", notice) },
    progress: {
      value: noticed(context, progress, "context.progress", notice),
    },
    peer: {
      get: (): unknown =>
        watchCalls(
          Reflect.get(prototype, "peer", context),
          "context.peer",
          notice,
        ),
    },
  });
}

/** The same, where each function tells that it is called: they stand in groups, too. */
function watchCalls(peer: unknown, name: string, notice: Notice): unknown {
  if (typeof peer !== "object" || peer === null) return peer;
  return new Proxy(peer, {
    get(owner, key) {
      const value: unknown = Reflect.get(owner, key);
      const path = `${name}.${String(key)}`;
      return isCall(value)
        ? noticed(owner, value, path, notice)
        : watchCalls(value, path, notice);
    },
  });
}

type Call = (...given: never) => unknown;

function isCall(value: unknown): value is Call {
  return typeof value === "function";
}

function noticed(
  owner: object,
  call: Call,
  name: string,
  notice: Notice,
): unknown {
  return (...given: unknown[]): unknown => {
    notice(name, given);
    return Reflect.apply(call, owner, given);
  };
}

/** Undefined for what is long, or has no form as JSON. */
function textOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value);
    return text.length > maxLength ? undefined : text;
  } catch {
    return undefined;
  }
}
