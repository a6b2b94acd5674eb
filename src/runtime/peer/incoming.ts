import { hasCapability } from "../table/capabilities.ts";
import type {
  ReceivedNotification,
  ReceivedRequest,
} from "../wire/received.ts";
import type { ServedRequest } from "./dialect.ts";
import {
  describeIssue,
  invalidParams,
  METHOD_NOT_FOUND,
  ProtocolError,
  toError,
  toErrorObject,
  TransportError,
} from "../wire/errors.ts";
import type { Exchange, Lifecycle } from "./exchange.ts";
import { fit } from "../table/narrow.ts";
import type { HandlerMap } from "./handlers.ts";
import { Held } from "./held.ts";
import { InFlight, type InFlightKey } from "./in-flight.ts";
import type { InputRequest } from "../wire/input-required.ts";
import type { Intercept, Interception } from "./interceptor.ts";
import {
  isObject,
  isPromiseLike,
  metaOf,
  type JsonObject,
  type RequestId,
  type ResultMessage,
} from "../wire/message.ts";
import { entryOf, type ParamsEntry } from "../table/protocol-table.ts";
import type { RequestContext } from "./request-context.ts";
import type { Sender } from "./outgoing.ts";
import type { Sink } from "./transport.ts";

/** Runs a handler; one that may ask for input in mid-call, as its revision can. */
export type Run = (served: ServedRequest, context: RequestContext) => unknown;

export interface ServedOptions {
  readonly lifecycle: Lifecycle;
  /** What is answered where the user's handlers do not. */
  readonly builtins: HandlerMap;
  readonly run: Run;
  readonly onError: (error: Error) => void;
  /** Requests that may be in flight at once: 10,000 by default. */
  readonly maxInFlight?: number | undefined;
  /** How much may be kept for handlers that are not done, in characters of JSON. */
  readonly maxHeld?: number;
  /** Sees every request, where somebody wants to. */
  readonly intercept?: Intercept | undefined;
}

/** What a handler is called for: a request that came inside a result has no id. */
type Call = Pick<ReceivedRequest, "method" | "params" | "meta"> & {
  readonly id: RequestId | undefined;
};

/** The requests and notifications of the peer, and their way to a handler. */
export class Served {
  readonly #options: ServedOptions;
  readonly #sender: Sender;
  readonly inFlight: InFlight;
  readonly #held: Held;

  constructor(options: ServedOptions, sender: Sender) {
    this.#options = options;
    this.#sender = sender;
    this.inFlight = new InFlight(options.maxInFlight);
    this.#held = new Held(options.maxHeld);
  }

  /**
   * Answers a request, always: with a result or with an error. A handler that
   * has its result at once is answered at once, and can never be in flight.
   */
  answer(request: ReceivedRequest, sink: Sink): void | Promise<void> {
    const { id, method, params } = request;
    const key = sink.exclusive ? sink : id;
    const { lifecycle, intercept } = this.#options;
    const interception = intercept?.(method, id, params, sink);
    let result: JsonObject;
    try {
      this.inFlight.requireFree(key);
      this.#held.requireRoom();
      const exchange = lifecycle.accept(request);
      const context = this.#context(exchange, sink, request);
      context.interception = interception;
      const passing = interception?.before(exchange);
      const made = passing
        ? passing.then(() => this.#start(context))
        : this.#start(context);
      if (isPromiseLike(made))
        return this.#answerLater(context, key, id, made, sink);
      context.end();
      result = completed(context, made);
    } catch (error) {
      return this.fail(sink, id, error, interception);
    }
    this.#send(sink, id, result, interception);
  }

  /** Checks a request, and runs its handler. */
  #start(context: RequestContext): unknown {
    const { exchange, method, params } = context;
    if (context.cancelled) return context.signal.throwIfAborted();
    const served = this.#find(method, exchange);
    requireParams(served.entry.params, params);
    exchange.observe?.(method, params);
    return this.#options.run(served, context);
  }

  async #answerLater(
    context: RequestContext,
    key: InFlightKey,
    id: RequestId,
    pending: PromiseLike<unknown>,
    sink: Sink,
  ): Promise<void> {
    this.inFlight.add(key, context);
    const { interception } = context;
    let answer: () => void;
    try {
      const made = await this.#held.until(pending, context.params);
      const result = completed(context, made);
      answer = () => this.#send(sink, id, result, interception);
    } catch (error) {
      answer = () => this.fail(sink, id, error, interception);
    }
    context.end();
    this.inFlight.remove(key);
    if (!context.cancelled) answer();
    this.inFlight.settle();
  }

  /** Answers a request that came inside a result; throws what went wrong. */
  async fulfil(
    exchange: Exchange,
    { method, params }: InputRequest,
    sink: Sink,
    signal: AbortSignal | undefined,
  ): Promise<JsonObject> {
    const served = this.#find(method, exchange);
    requireParams(served.entry.params, params);
    const meta = metaOf(params);
    const part = { id: undefined, method, params, meta };
    const context = this.#context(exchange, sink, part);
    const onAbort = (): void => context.cancel(toError(signal?.reason));
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const result = await served.handler(params, context);
      return completed(context, result);
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Hands a notification to its handler; an invalid one is only reported. */
  async notice(message: ReceivedNotification, sink: Sink): Promise<void> {
    const { method, params } = message;
    const { lifecycle, onError } = this.#options;
    const exchange = lifecycle.hear();
    if (!exchange) return;
    const { table, notifications } = exchange.dialect;
    try {
      const entry = entryOf(table.notifications, method);
      if (!entry?.params) return;
      requireParams(entry.params, params);
      exchange.observe?.(method, params);
      const served = notifications.get(method);
      if (!served) return;
      this.#held.requireRoom();
      const context = this.#context(exchange, sink, message);
      const made = served.handler(params, context);
      if (isPromiseLike(made)) await this.#held.until(made, params);
    } catch (error) {
      onError(toError(error));
    }
  }

  #context(
    exchange: Exchange,
    sink: Sink,
    { method, id, params, meta }: Call,
  ): RequestContext {
    const { Context } = exchange.dialect;
    return new Context(this.#sender, exchange, sink, method, id, params, meta);
  }

  #find(method: string, { dialect }: Exchange): ServedRequest {
    const served = dialect.requests.get(method);
    if (served) return served;
    const entry = entryOf(dialect.table.requests, method);
    const handler = this.#options.builtins.get(method);
    const needed = entry?.capability?.path ?? [];
    if (entry?.params && handler && hasCapability(dialect.capabilities, needed))
      return { entry, handler };
    throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`);
  }

  #send(
    sink: Sink,
    id: RequestId,
    result: JsonObject,
    interception: Interception | undefined,
  ): void {
    const answer: ResultMessage = { jsonrpc: "2.0", id, result };
    try {
      sink.send(answer);
    } catch (error) {
      // A TransportError: nobody waits any more. Any other: no JSON form.
      if (!(error instanceof TransportError))
        return this.fail(sink, id, error, interception);
    }
    interception?.after({ kind: "result", result });
  }

  /** Answers with an error; any but a ProtocolError is reported as well. */
  fail(
    sink: Sink,
    id: RequestId | null | undefined,
    reason: unknown,
    interception?: Interception,
  ): void {
    const isOwn = reason instanceof ProtocolError;
    const error = toErrorObject(reason);
    try {
      sink.send(
        id === undefined
          ? { jsonrpc: "2.0", error }
          : { jsonrpc: "2.0", id, error },
      );
    } catch (unsendable) {
      // The data of the error has no JSON form.
      if (isOwn && !(unsendable instanceof TransportError))
        return this.fail(sink, id, unsendable, interception);
    }
    if (!isOwn) this.#options.onError(toError(reason));
    interception?.after({ kind: "error", error: toError(reason) });
  }
}

/** What a handler made, as the revision that is spoken can say it. */
function completed(
  { exchange, method, params }: RequestContext,
  result: unknown,
): JsonObject {
  const { table, fits } = exchange.dialect;
  const entry = entryOf(table.requests, method);
  if (!entry || !isObject(result))
    throw new TypeError(`the handler of ${method} returned no object`);
  exchange.accepted?.(method, params);
  const complete = exchange.complete(entry, result, method);
  const validate = entryOf(fits, method);
  return validate ? fit(complete, validate) : complete;
}

function requireParams(entry: ParamsEntry | undefined, params: unknown): void {
  if (params === undefined) {
    if (!entry?.required) return;
    throw invalidParams("Invalid params: missing");
  }
  const issue = entry?.validate(params);
  if (!issue) return;
  const { path, message } = issue;
  throw invalidParams(`Invalid params: ${describeIssue(issue)}`, {
    path,
    reason: message,
  });
}
