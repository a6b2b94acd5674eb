import type { UntypedCaller } from "./caller.ts";
import type { Context, Session } from "./context.ts";
import type { Exchange } from "./exchange.ts";
import type { Identity } from "./identity.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import type { Interception } from "./intercept/interception.ts";
import { fit } from "../protocol/revision/narrow.ts";
import {
  isObject,
  metaOf,
  type JsonObject,
  type RequestId,
} from "../protocol/message.ts";
import type { ReceivedRequest } from "../protocol/received.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../protocol/revision/protocol-table.ts";
import { now } from "../protocol/timers/deadlines.ts";
import { Notices } from "../protocol/timers/notices.ts";
import { ignorable } from "../protocol/timers/wait-for.ts";
import type { Outgoing } from "./outgoing.ts";
import { isHeard, isLogLevel } from "../protocol/log-level.ts";
import type { CreateContext, Doing, RequestRecord } from "./record.ts";
import {
  requireSoundResult,
  type SentChecks,
} from "../protocol/revision/sent.ts";
import { sentError } from "../protocol/revision/sent-error.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type { Sink } from "./transport.ts";

/** What a handler is called for: a request that came inside a result has no id. */
export type Requested = Pick<ReceivedRequest, "method" | "params" | "meta"> & {
  readonly id: RequestId | undefined;
};

/** The record of one request; made once per message, and lean for that. */
export class IncomingRequest implements RequestRecord {
  readonly exchange: Exchange;
  sink: Sink;
  #requested: Requested;
  readonly #outgoing: Outgoing;
  asks: Map<string, InputRequest> | undefined;
  inputResponses: JsonObject | undefined;
  state: unknown;
  done: Map<string, string> | undefined;
  hasRun = false;
  doing: Map<string, Doing> | undefined;
  #notices: Notices | undefined;
  /** Time of the last progress notification, on the clock of `now`. */
  #reportedAt: number | undefined;
  /** What hears how the request ends, where somebody wants to know. */
  interception: Interception | undefined;
  ended = false;
  /** Hears that the peer took it back. */
  onCancel: (() => void) | undefined;
  #reason: unknown;
  /** Why the handler should come to its end. */
  #stop: Error | undefined;
  #controller: AbortController | undefined;
  #context: Context | undefined;
  #peer: unknown;

  constructor(
    requested: Requested,
    exchange: Exchange,
    sink: Sink,
    outgoing: Outgoing,
  ) {
    this.#requested = requested;
    this.exchange = exchange;
    this.sink = sink;
    this.#outgoing = outgoing;
  }

  get method(): string {
    return this.#requested.method;
  }

  get id(): RequestId | undefined {
    return this.#requested.id;
  }

  get params(): unknown {
    return this.#requested.params;
  }

  get meta(): JsonObject {
    return this.#requested.meta;
  }

  get table(): ProtocolTable {
    return this.exchange.dialect.table;
  }

  get identity(): Identity {
    return this.exchange.dialect.identity;
  }

  get capabilities(): JsonObject {
    return this.exchange.dialect.capabilities;
  }

  get sent(): SentChecks | undefined {
    return this.exchange.dialect.sent;
  }

  get peerInfo(): unknown {
    return this.exchange.peer.info;
  }

  get peerCapabilities(): unknown {
    return this.exchange.peer.capabilities;
  }

  get session(): Session | undefined {
    return this.exchange.session;
  }

  get createContext(): CreateContext {
    return this.exchange.dialect.createContext;
  }

  get context(): Context {
    return (this.#context ??= this.exchange.dialect.createContext(this));
  }

  /** Sets the params that are handled, if they differ from those that came. */
  replaceParams(params: unknown): void {
    const meta = metaOf(params);
    this.#requested = { ...this.#requested, params, meta };
    this.exchange.replaceMeta?.(meta);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const reason = this.#reason ?? this.#stop;
      if (reason !== undefined) this.#controller.abort(reason);
    }
    return this.#controller.signal;
  }

  get peer(): unknown {
    return (this.#peer ??= this.#outgoing.createPeer(this.caller()));
  }

  createPeer(caller: UntypedCaller): unknown {
    return this.#outgoing.createPeer(caller);
  }

  caller(): UntypedCaller {
    const { sink, exchange } = this;
    const caller = this.#outgoing.caller(sink, exchange, () => this.ended);
    if (sink.progressGap === undefined) return caller;
    return {
      ...caller,
      notify: (method, params) => {
        const sent = caller.notify(method, params);
        return ignorable(sent.then(() => this.#noteProgress(method)));
      },
    };
  }

  get notices(): Notices {
    return (this.#notices ??= new Notices(this, this.exchange.dialect.rates));
  }

  get report(): Report {
    return this.#outgoing.report;
  }

  wantsLog(level: unknown): boolean {
    // What is no level is refused later, and not only left out.
    return !isLogLevel(level) || isHeard(level, this.exchange.logLevel);
  }

  tell(method: string, params: JsonObject): void {
    if (this.cancelled) return;
    this.#outgoing.tell(this.exchange, this.sink, method, params);
    this.#noteProgress(method);
  }

  tellLater(method: string, params: JsonObject): void {
    const { transport } = this.#outgoing;
    this.#outgoing.tell(this.exchange, transport, method, params);
  }

  /** True if the response may have to wait after the last progress. */
  get mayWait(): boolean {
    const { progressGap } = this.sink;
    return progressGap !== undefined && this.#notices?.hasProgress === true;
  }

  /** Milliseconds until the response may be sent; 0 or less is now. */
  get waitMs(): number {
    const { progressGap } = this.sink;
    if (progressGap === undefined || this.#reportedAt === undefined) return 0;
    return this.#reportedAt + progressGap - now();
  }

  get cancelled(): boolean {
    return this.#reason !== undefined;
  }

  cancel(reason: Error): void {
    if (this.ended || this.cancelled) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#notices?.flush();
    this.onCancel?.();
    this.sink.unanswered?.();
    this.interception?.after({ kind: "cancelled", error: reason });
  }

  /** Lets the handler know that it should come to its end: its answer still goes out. */
  stop(reason: Error): void {
    if (this.ended || this.#stop) return;
    this.#stop = reason;
    this.#controller?.abort(reason);
  }

  isEcho(error: unknown): boolean {
    const reason = this.#stop;
    if (reason === undefined || !(error instanceof Error)) return false;
    const { name, cause } = error;
    return error === reason || cause === reason || name === "AbortError";
  }

  complete(result: unknown): JsonObject {
    const { exchange, method, params } = this;
    const { table, fits, requests, sent } = exchange.dialect;
    const entry =
      requests.get(method)?.entry ?? entryOf(table.requests, method);
    if (!entry || !isObject(result))
      throw new TypeError(`the handler of ${method} returned no object`);
    exchange.accepted?.(method, params);
    const complete = exchange.complete(entry, result, method);
    if (sent) requireSoundResult(sent, method, complete);
    const validate = entryOf(fits, method);
    return validate ? fit(complete, validate) : complete;
  }

  refusal(error: unknown): unknown {
    return sentError(error, this.table, this.method, this.params);
  }

  /** After its answer a request has no progress. */
  end(): void {
    this.#notices?.flush();
    this.ended = true;
  }
  #noteProgress(method: string): void {
    if (method !== "notifications/progress") return;
    // It is written at the end of the turn, after whatever the handler still computes.
    queueMicrotask(() => {
      this.#reportedAt = now();
    });
  }
}
