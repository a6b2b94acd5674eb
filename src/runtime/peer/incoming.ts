import { hasCapability } from "../protocol/revision/capabilities.ts";
import {
  acceptLeniently,
  reportNulls,
} from "../protocol/validation/leniency.ts";
import type {
  ReceivedNotification,
  ReceivedRequest,
} from "../protocol/received.ts";
import type { HandledRequest } from "./dialect.ts";
import {
  describeIssue,
  invalidParams,
  METHOD_NOT_FOUND,
  ProtocolError,
  toError,
  toErrorObject,
  TransportError,
  UnsendableError,
} from "../protocol/errors.ts";
import type { Exchange, Lifecycle } from "./exchange.ts";
import type { HandlerMap } from "./handlers.ts";
import { Held } from "./incoming/held.ts";
import { closing, InFlight, type InFlightKey } from "./incoming/in-flight.ts";
import type { Interception } from "./intercept/interception.ts";
import type { Intercept } from "./intercept/interceptions.ts";
import {
  isPromiseLike,
  type JsonObject,
  type RequestId,
  type ResultMessage,
} from "../protocol/message.ts";
import {
  entryOf,
  type ParamsEntry,
} from "../protocol/revision/protocol-table.ts";
import { IncomingRequest } from "./incoming-request.ts";
import type { RequestRecord } from "./record.ts";
import type { Outgoing } from "./outgoing.ts";
import {
  handlerFailure,
  type Report,
  type ReportKind,
} from "../protocol/timers/reports.ts";
import type { Sink } from "./transport.ts";

/** Runs a handler; one that may ask for input in mid-call, as its revision can. */
export type Run = (served: HandledRequest, request: RequestRecord) => unknown;

export interface IncomingOptions {
  readonly lifecycle: Lifecycle;
  /** What is answered where the user's handlers do not. */
  readonly builtins: HandlerMap;
  readonly run: Run;
  readonly onError: Report;
  /** Requests that may be in flight at once: 10,000 by default. */
  readonly maxInFlight?: number | undefined;
  /** How much may be kept for handlers that are not done, in characters of JSON. */
  readonly maxHeld?: number;
  /** Whether a notification goes to its handler: a peer may send too many. */
  readonly admit?: (method: string) => boolean;
  /** Sees every request, where somebody wants to. */
  readonly intercept?: Intercept | undefined;
}

/** The requests and notifications of the peer, and their way to a handler. */
export class Incoming {
  readonly #options: IncomingOptions;
  readonly #outgoing: Outgoing;
  readonly inFlight: InFlight;
  readonly #held: Held;

  constructor(options: IncomingOptions, outgoing: Outgoing) {
    this.#options = options;
    this.#outgoing = outgoing;
    this.inFlight = new InFlight(options.maxInFlight);
    this.#held = new Held(options.maxHeld);
  }

  /**
   * Answers a request, always: with a result or with an error. A handler that
   * has its result at once is answered at once, and can never be in flight.
   */
  answer(message: ReceivedRequest, sink: Sink): void | Promise<void> {
    const { id, method, params } = message;
    const key = sink.exclusive ? sink : id;
    const { lifecycle, intercept } = this.#options;
    const carried = this.#outgoing.transport;
    const interception = intercept?.({ method, id, params, sink, carried });
    let request: IncomingRequest | undefined;
    let result: JsonObject;
    try {
      this.inFlight.requireFree(key);
      this.#held.requireRoom();
      const exchange = lifecycle.accept(message);
      request = new IncomingRequest(message, exchange, sink, this.#outgoing);
      request.interception = interception;
      let made = this.start(request);
      if (request.mayWait) made = Promise.resolve(made);
      if (isPromiseLike(made))
        return this.#answerLater(request, key, id, made, sink);
      request.end();
      result = request.complete(made);
    } catch (error) {
      if (request?.mayWait)
        return this.#answerLater(request, key, id, Promise.reject(error), sink);
      request?.end();
      const told = request ? request.refusal(error) : error;
      return this.fail(sink, id, told, interception);
    }
    this.#send(sink, id, result, request);
  }

  /** Checks a request, and runs its handler; interceptors stand around that. */
  start(request: IncomingRequest): unknown {
    const { exchange, interception } = request;
    return interception
      ? interception.run(exchange, () => this.#serve(request))
      : this.#serve(request);
  }

  #serve(request: IncomingRequest): unknown {
    const { exchange, method, params: sent } = request;
    if (request.cancelled) return request.signal.throwIfAborted();
    const served = this.#find(method, exchange);
    const params = this.#readParams(method, served.entry.params, sent);
    if (params !== sent) request.replaceParams(params);
    exchange.observe?.(method, params);
    return this.#options.run(served, request);
  }

  async #answerLater(
    request: IncomingRequest,
    key: InFlightKey,
    id: RequestId,
    pending: PromiseLike<unknown>,
    sink: Sink,
  ): Promise<void> {
    this.inFlight.add(key, request);
    sink.hold?.();
    const { interception } = request;
    let answer: () => void;
    try {
      const made = await this.#held.until(pending, request.params);
      const result = request.complete(made);
      answer = () => this.#send(sink, id, result, request);
    } catch (error) {
      const reason = request.isEcho(error) ? closing() : request.refusal(error);
      answer = () => this.fail(sink, id, reason, interception);
    }
    request.end();
    // After a long turn a timer fires too soon, because it counts from the start of the turn.
    while (request.waitMs > 0) await delay(request.waitMs);
    this.inFlight.remove(key);
    if (!request.cancelled) answer();
    sink.letGo?.();
    this.inFlight.settle();
  }

  /** Hands a notification to its handler; an invalid one is only reported. */
  async notice(message: ReceivedNotification, sink: Sink): Promise<void> {
    const { method } = message;
    const { lifecycle, onError, admit } = this.#options;
    const exchange = lifecycle.hear();
    if (!exchange) return;
    const { table, notifications } = exchange.dialect;
    try {
      const served = notifications.get(method);
      const entry = served?.entry ?? entryOf(table.notifications, method);
      if (!served && !entry?.params) return;
      const params = this.#readParams(method, entry?.params, message.params);
      exchange.observe?.(method, params);
      if (!served || (admit && !admit(method))) return;
      this.#held.requireRoom();
      const request = new IncomingRequest(
        message,
        exchange,
        sink,
        this.#outgoing,
      );
      if (params !== message.params) request.replaceParams(params);
      const made = served.handler(params, request);
      if (isPromiseLike(made)) await this.#goOn(made, params, sink);
    } catch (error) {
      const reason = toError(error);
      const isPeers = reason instanceof ProtocolError;
      onError(reason, isPeers ? unsound : undefined);
    }
  }

  /** Waits for the handler of a notification, which keeps what came. */
  async #goOn(
    made: PromiseLike<unknown>,
    params: unknown,
    sink: Sink,
  ): Promise<void> {
    sink.hold?.();
    try {
      await this.#held.until(made, params);
    } finally {
      sink.letGo?.();
    }
  }

  #find(method: string, { dialect }: Exchange): HandledRequest {
    const served = dialect.requests.get(method);
    if (served) return served;
    const { table, joined } = dialect;
    const entry = entryOf(table.requests, method);
    const handler = this.#options.builtins.get(method);
    const needed = entry?.capability?.path ?? [];
    if (entry?.params && handler && hasCapability(dialect.capabilities, needed))
      return {
        entry,
        handler: joined?.around(method, handler, table) ?? handler,
      };
    throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`);
  }

  /** The params of a message, if they are valid. Throws the error that refuses them. */
  #readParams(
    method: string,
    entry: ParamsEntry | undefined,
    params: unknown,
  ): unknown {
    if (params === undefined) {
      if (!entry?.required) return params;
      throw invalidParams("Invalid params: missing");
    }
    const issue = entry?.validate(params);
    if (!entry || !issue) return params;
    const { onError } = this.#options;
    if (params === null && !entry.required) {
      reportNulls(method, { params }, [["params"]], onError);
      return undefined;
    }
    const accepted = acceptLeniently(method, params, entry.validate, onError);
    if (accepted !== undefined) return accepted;
    const { path, message } = issue;
    throw invalidParams(`Invalid params: ${describeIssue(issue)}`, {
      path,
      reason: message,
    });
  }

  #send(
    sink: Sink,
    id: RequestId,
    result: JsonObject,
    { method, interception }: IncomingRequest,
  ): void {
    const answer: ResultMessage = { jsonrpc: "2.0", id, result };
    try {
      sink.send(answer);
    } catch (error) {
      // A TransportError: nobody waits any more. Any other: no JSON form.
      if (!(error instanceof TransportError)) {
        const { message } = toError(error);
        const reason = `${method}: result: ${message}`;
        const told = new UnsendableError(reason, ["result"], { cause: error });
        return this.fail(sink, id, told, interception);
      }
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
    // A code that is none is a mistake of the handler's, which it has to hear of.
    const isOwn =
      reason instanceof ProtocolError && Number.isInteger(reason.code);
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
    const told = toError(reason);
    if (!isOwn) this.#options.onError(told, handlerFailure(told));
    interception?.after({ kind: "error", error: told });
  }
}

/** A notification that its guard refused, or that there is no room for. */
const unsound: ReportKind = { kind: "notification" };

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
