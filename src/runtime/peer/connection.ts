import { answerBatch, batchBound } from "./incoming/batch.ts";
import type { Call } from "./call.ts";
import type { UntypedCaller } from "./caller.ts";
import type { Follow, Ids, Patience } from "./pending.ts";
import {
  readMessage,
  type InvalidMessage,
  type Received,
  type ReceivedError,
  type ReceivedNotification,
  type ReceivedRequest,
} from "../protocol/received.ts";
import {
  CancelledError,
  INVALID_REQUEST,
  InvalidMessageError,
  PARSE_ERROR,
  ProtocolError,
  toError,
  TransportError,
} from "../protocol/errors.ts";
import {
  objectOf,
  type JsonObject,
  type RequestId,
} from "../protocol/message.ts";
import { readProgress } from "../protocol/progress.ts";
import { heard } from "../protocol/report.ts";
import type { Side } from "../protocol/revision/protocol-table.ts";
import { Outgoing, type CreatePeer, type RequireTaken } from "./outgoing.ts";
import { Incoming, type IncomingOptions } from "./incoming.ts";
import type { Intercept } from "./intercept/interceptions.ts";
import type { Receiver, Sink, Transport } from "./transport.ts";
import type { TimeLimits } from "../protocol/timers/time-limits.ts";

/** What a connection is made of: its side, its transport, and what answers and asks. */
export interface ConnectionOptions extends IncomingOptions {
  readonly side: Side;
  readonly transport: Transport;
  readonly createPeer: CreatePeer;
  readonly requireTaken: RequireTaken;
  /** Messages of one batch: 1,000 by default. */
  readonly maxBatch?: number | undefined;
  /** Sees every notification before its handler does. */
  readonly onNotification?: (method: string, params: JsonObject) => void;
  /** Where the ids of calls come from, if from an earlier connection. */
  readonly ids?: Ids | undefined;
  /** How long calls may take that do not say so themselves. */
  readonly limits: TimeLimits;
  /** Sees every call before it is sent, and may change its params. */
  readonly prepare?: ((call: Call) => void) | undefined;
  /** Sees every call, where somebody wants to. */
  readonly interceptCalls?: Intercept | undefined;
  /** Goes on with calls whose answers are not the last word. */
  readonly follow?: Follow;
  /** Takes answers that are not quite what they should be; without it they fail. */
  readonly patience?: Patience;
  /** Ends what would otherwise never be answered. */
  readonly onEnd?: () => void;
  /** Tells the peer again what it has forgotten. */
  readonly onReopened?: () => void;
  /** Hears that the peer can tell nothing more; whether to look for it still. */
  readonly onDeaf?: (error: Error) => boolean;
}

/** One peer's end of a conversation: what it answers, and what it asks. */
export class Connection implements Receiver {
  /** Resolves when the transport is closed, with the reason if it broke. */
  readonly done: Promise<Error | undefined>;
  readonly outgoing: Outgoing;
  readonly transport: Transport;
  readonly #options: ConnectionOptions;
  readonly incoming: Incoming;
  /** Why this end closed it, where something was wrong. */
  #reason: Error | undefined;
  /** The batches whose answers have not left yet. */
  readonly #batches = new Set<Promise<void>>();
  #finish: (error: Error | undefined) => void = () => {};

  constructor(options: ConnectionOptions) {
    const { side, transport } = options;
    this.#options = options;
    this.transport = transport;
    this.done = new Promise((resolve) => (this.#finish = resolve));
    // A handler of a server's asks for the sake of the very answer it owes.
    const isOwed = (): boolean =>
      side === "client" && this.incoming.inFlight.size > 0;
    this.outgoing = new Outgoing({ ...options, isOwed });
    this.incoming = new Incoming(options, this.outgoing);
    transport.start(this);
  }

  caller(): UntypedCaller {
    return this.outgoing.caller(this.transport);
  }

  /** Closes at once; with a reason, as one that broke. */
  close(reason?: Error): Promise<void> {
    this.#reason ??= reason;
    return this.transport.close();
  }

  /** Answers what is in flight, and closes. With a reason, handlers are told it by their signal. */
  async end(reason?: Error): Promise<void> {
    this.#options.onEnd?.();
    if (reason) this.incoming.inFlight.stopAll(reason);
    await this.incoming.inFlight.drained();
    await Promise.all(this.#batches);
    await this.close();
  }

  message(
    value: unknown,
    sink: Sink = this.transport,
    received: Received | readonly Received[] = Array.isArray(value)
      ? value.map(readMessage)
      : readMessage(value),
  ): void {
    if ("kind" in received) void this.#one(received, sink);
    else this.#batch(received, sink, value);
  }

  unreadable(reason: string, text?: string): void {
    const message = `Parse error: ${reason}`;
    this.#answerError(this.transport, PARSE_ERROR, message, { value: text });
  }

  failed(id: RequestId | undefined, error: Error): void {
    if (id === undefined) this.#options.onError(error);
    else this.outgoing.pending.reject(id, error);
  }

  reopened(): void {
    this.#options.onReopened?.();
  }

  deaf(error: Error): boolean {
    return this.#options.onDeaf?.(error) ?? false;
  }

  gone(sink: Sink, reason: Error): void {
    this.incoming.inFlight.cancel(sink, reason);
  }

  ended(): void {
    const { onError } = this.#options;
    // A server still answers what it was asked; a client has nothing to wait for.
    const ending = this.#isServer ? this.end() : this.close();
    ending.catch((error: unknown) => onError(toError(error)));
    // No answer to our calls can come any more; our own answers can still go out.
    const reason = new TransportError("the peer closed the connection");
    this.outgoing.end(reason);
    this.incoming.inFlight.stopAll(reason);
  }

  closed(told?: Error): void {
    const error = this.#reason ?? told;
    const message = error
      ? `the connection broke: ${error.message}`
      : "the connection is closed";
    const reason = new TransportError(message, { cause: error });
    // First, so that whoever hears of a failed call finds the connection over.
    this.#finish(error);
    this.outgoing.end(reason);
    this.incoming.inFlight.cancelAll(reason);
  }

  #one(message: Received, sink: Sink, inBatch = false): void | Promise<void> {
    if (inBatch && isOpening(message)) {
      const { id, params } = message;
      const broken = { id, isCall: true, value: params };
      return this.#invalid(sink, "initialize in a batch", broken);
    }
    switch (message.kind) {
      case "request":
        return this.#mayAnswer
          ? this.incoming.answer(message, sink)
          : this.#unasked(message);
      case "notification":
        return this.#notice(message, sink);
      case "result":
        return this.outgoing.pending.resolve(message.id, message.result);
      case "error":
        return this.#fail(message);
      case "invalid":
        return this.#refuse(message, sink);
      default:
        return message satisfies never;
    }
  }

  #batch(messages: readonly Received[], sink: Sink, value: unknown): void {
    const { lifecycle, onError, maxBatch = batchBound } = this.#options;
    const problem = lifecycle.table.batches
      ? batchProblem(messages, maxBatch)
      : "a message is an object";
    if (problem !== undefined) return this.#invalid(sink, problem, { value });
    const answered = answerBatch(messages, sink, (message, collector) =>
      this.#inBatch(message, collector),
    )
      .catch((error: unknown) => onError(toError(error)))
      .finally(() => this.#batches.delete(answered));
    this.#batches.add(answered);
  }

  /** Other answers do not wait for one that nobody waits for any more. */
  #inBatch(message: Received, sink: Sink): void | Promise<void> {
    const answered = this.#one(message, sink, true);
    const takenBack = answered && this.incoming.inFlight.takenBack(message.id);
    return takenBack ? Promise.race([answered, takenBack]) : answered;
  }

  #notice(message: ReceivedNotification, sink: Sink): Promise<void> {
    const { method, params } = message;
    const { onError } = this.#options;
    heard(() => this.#observe(method, objectOf(params)), onError);
    return this.incoming.notice(message, sink);
  }

  #observe(method: string, params: JsonObject): void {
    if (method === "notifications/cancelled") {
      const { requestId, reason } = params;
      const message = typeof reason === "string" ? reason : "cancelled";
      this.incoming.inFlight.cancel(requestId, new CancelledError(message));
    }
    if (method === "notifications/progress") {
      const progress = readProgress(params);
      if (progress)
        this.outgoing.pending.progress(params["progressToken"], progress);
    }
    this.#options.onNotification?.(method, params);
  }

  #fail({ id, error }: ReceivedError): void {
    const failure = new ProtocolError(error.code, error.message, error.data);
    if (id === undefined)
      this.#options.onError(failure, { kind: "error without an id" });
    else this.outgoing.pending.refuse(id, failure);
  }

  #refuse(message: InvalidMessage, sink: Sink): void {
    const { id, isCall, isAnswer, reason, value } = message;
    if (isCall || (this.#isServer && !isAnswer))
      return this.#invalid(sink, reason, message);
    const error = new InvalidMessageError(reason, [], { value });
    if (id !== undefined) this.outgoing.pending.reject(id, error);
    this.#options.onError(error, { kind: "invalid message" });
  }

  #unasked({ id, method, params }: ReceivedRequest): void {
    const reason = `${method}: a server sends no requests here`;
    const value = { jsonrpc: "2.0", id, method, params };
    const error = new InvalidMessageError(reason, ["method"], { value });
    this.#options.onError(error, { kind: "request" });
  }

  /** Where there is no handshake, clients answer nothing. */
  get #mayAnswer(): boolean {
    const { lifecycle } = this.#options;
    return this.#isServer || lifecycle.table.lifecycle === "handshake";
  }

  get #isServer(): boolean {
    return this.#options.side === "server";
  }

  #invalid(sink: Sink, reason: string, broken: Broken): void {
    const message = `Invalid request: ${reason}`;
    this.#answerError(sink, INVALID_REQUEST, message, broken);
  }

  /**
   * Where a schema knows no error without an id, JSON-RPC's null is one. What a
   * server prints beside its messages is not answered: a program that prints
   * something for each line it reads would be answered for ever.
   */
  #answerError(
    sink: Sink,
    code: number,
    message: string,
    { id, isCall = false, value }: Broken,
  ): void {
    if (!(this.#isServer || (isCall && this.#mayAnswer))) {
      const error = new InvalidMessageError(message, [], { value });
      const kind = code === PARSE_ERROR ? "unreadable" : "invalid message";
      return this.#options.onError(error, { kind });
    }
    const { errorsWithoutId } = this.#options.lifecycle.table;
    const known = id ?? (errorsWithoutId ? undefined : null);
    this.incoming.fail(sink, known, new ProtocolError(code, message));
  }
}

/** What is no message, as far as an answer or a report needs it. */
interface Broken {
  readonly id?: RequestId | undefined;
  readonly isCall?: boolean;
  readonly value?: unknown;
}

/** Opening the conversation is no part of a batch. */
function isOpening(message: Received): message is ReceivedRequest {
  return message.kind === "request" && message.method === "initialize";
}

function batchProblem(
  { length }: readonly Received[],
  maxBatch: number,
): string | undefined {
  if (length === 0) return "a batch is not empty";
  if (length <= maxBatch) return undefined;
  return `a batch has at most ${maxBatch} messages`;
}
