import { requireCapability } from "../protocol/revision/capabilities.ts";
import { sendCall } from "./send-call.ts";
import { asParams, unsendable } from "../protocol/params.ts";
import type { CallOptions, UntypedCaller } from "./caller.ts";
import { Call, type CallRequest } from "./call.ts";
import {
  PendingCalls,
  type Follow,
  type Ids,
  type Patience,
} from "./pending.ts";
import type { Intercept } from "./intercept/interceptions.ts";
import { interceptCall } from "./intercept/outgoing-call.ts";
import { isChange } from "../protocol/revision/changes.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import {
  METHOD_NOT_FOUND,
  ProtocolError,
  toError,
  TransportError,
  UnsendableError,
} from "../protocol/errors.ts";
import type { Dialect } from "./dialect.ts";
import type { Exchange, Lifecycle } from "./exchange.ts";
import { foreignEntry } from "../protocol/revision/foreign.ts";
import { isHeard } from "../protocol/log-level.ts";
import {
  createNotification,
  metaOf,
  type JsonObject,
  type RequestId,
} from "../protocol/message.ts";
import {
  entryOf,
  isStateless,
  receives,
  type RequestEntry,
  type Side,
} from "../protocol/revision/protocol-table.ts";
import { metaKeys } from "../protocol/meta-keys.ts";
import { requireSoundParams } from "../protocol/revision/sent.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type { Sink, Transport } from "./transport.ts";
import { timeLimits, type TimeLimits } from "../protocol/timers/time-limits.ts";
import { unsent } from "../protocol/revision/unsupported.ts";
import { ignorable, waitFor } from "../protocol/timers/wait-for.ts";

/** Makes the typed calls that a handler's context offers. */
export type CreatePeer = (caller: UntypedCaller) => unknown;

/** Throws for a request that the peer cannot take, or should not. */
export type RequireTaken = (
  exchange: Exchange,
  entry: RequestEntry,
  asked: InputRequest,
) => void;

export interface OutgoingOptions {
  readonly side: Side;
  readonly requireTaken: RequireTaken;
  readonly lifecycle: Lifecycle;
  readonly createPeer: CreatePeer;
  readonly onError: Report;
  /** Whether the peer waits for this side, which is why it says nothing. */
  readonly isOwed: () => boolean;
  readonly transport: Transport;
  /** Where the ids of calls come from, if from an earlier connection. */
  readonly ids?: Ids | undefined;
  /** How long calls may take that do not say so themselves. */
  readonly limits: TimeLimits;
  /** Sees every call before it is sent, and may change its params. */
  readonly prepare?: ((call: Call) => void) | undefined;
  /** Goes on with calls whose answers are not the last word. */
  readonly follow?: Follow | undefined;
  readonly patience?: Patience | undefined;
  /** Sees every call, where somebody wants to. */
  readonly interceptCalls?: Intercept | undefined;
}

/** What a side asks and tells its peer. */
export class Outgoing {
  readonly pending: PendingCalls;
  readonly #options: OutgoingOptions;
  readonly #peerSide: Side;
  readonly createPeer: CreatePeer;
  readonly transport: Transport;
  readonly report: Report;
  /** Why the peer can answer no more. */
  #over: TransportError | undefined;
  /** Rejects when it can answer no more. */
  readonly #whenOver: Promise<never>;
  #fail: (reason: TransportError) => void = () => {};

  constructor(options: OutgoingOptions) {
    this.#options = options;
    this.pending = new PendingCalls({
      takeBack: (call, id, reason) => this.#takeBack(call, id, reason),
      ...options,
    });
    this.transport = options.transport;
    this.#peerSide = options.side === "server" ? "client" : "server";
    this.createPeer = options.createPeer;
    this.report = options.onError;
    this.#whenOver = new Promise((_, reject) => (this.#fail = reject));
    this.#whenOver.catch(() => {});
  }

  /** Calls the peer as part of an exchange, until that is over, or as the lifecycle allows it. */
  caller(
    sink: Sink,
    exchange?: Exchange,
    isOver?: () => boolean,
  ): UntypedCaller {
    return {
      report: this.report,
      request: (method, params, options) =>
        // The guards prove the result's type, which the typed caller states.
        ignorable(
          this.#ready(method, exchange, isOver, options ?? {}).then((joined) =>
            this.request(
              { method, params: asParams(params), options, exchange: joined },
              sink,
            ),
          ),
        ) as Promise<never>,
      notify: (method, params) =>
        ignorable(
          this.#ready(method, exchange, isOver).then((joined) =>
            this.notify(joined, sink, method, asParams(params)),
          ),
        ),
    };
  }

  /** Whether the peer can answer no more. */
  get isOver(): boolean {
    return this.#over !== undefined;
  }

  /** Rejects all calls, those to come as well: the peer can answer no more. */
  end(reason: TransportError): void {
    this.#over ??= reason;
    this.#fail(reason);
    this.pending.rejectAll(reason);
  }

  /** Rejects with one of the errors of `errors.ts`. */
  request(
    asked: CallRequest,
    sink: Sink = this.transport,
  ): Promise<JsonObject> {
    const call = new Call(asked, sink);
    this.ask(call);
    return call.done;
  }

  /** Sends a request of a call, the first or another; what fails ends the call. */
  ask(call: Call): void {
    if (call.state.kind === "over") return;
    try {
      if (this.#over) throw this.#over;
      const { prepare, interceptCalls } = this.#options;
      if (call.state.kind === "new") prepare?.(call);
      const { exchange, method, params, sink } = call;
      const entry = this.#sendable(exchange, method, params);
      const id = this.pending.ask(call, entry);
      if (!interceptCalls || call.intercepted) return sendCall(call, id);
      const carried = this.transport;
      const seen = interceptCalls({ method, params, sink, carried });
      interceptCall(call, seen, this.pending, () => this.ask(call));
    } catch (error) {
      this.pending.fail(call, toError(error));
    }
  }

  /** Throws a ProtocolError for what may not be sent, and when the connection is closed. */
  notify(
    exchange: Exchange,
    sink: Sink,
    method: string,
    params: JsonObject | undefined,
  ): void {
    const { table, capabilities, sent, isForeign } = exchange.dialect;
    const entry =
      entryOf(table.notifications, method) ??
      (isForeign(method) ? foreignEntry : undefined);
    if (!entry || !receives(this.#peerSide, entry.direction))
      throw this.#unknown(exchange, method, "notification");
    const { capability } = entry;
    requireCapability(
      method,
      capability,
      this.#options.side,
      "sender",
      capabilities,
    );
    const refusal = entry.gate?.(
      table,
      this.#peerSide,
      exchange.peer.capabilities,
    );
    if (refusal) throw refusal;
    if (isStray(exchange, method, params))
      throw this.#unknown(exchange, method, "notification of its own");
    if (sent) requireSoundParams(sent, method, params);
    const isLogged = method === "notifications/message";
    if (isLogged && !isHeard(params?.["level"], exchange.logLevel)) return;
    try {
      sink.send(createNotification(method, params));
    } catch (error) {
      throw unsendable(method, params, error);
    }
  }

  /**
   * Notifies a peer that may be gone, or speak a revision that has no such
   * notification: then nobody misses it.
   */
  tell(
    exchange: Exchange,
    sink: Sink,
    method: string,
    params: JsonObject | undefined,
  ): void {
    if (!entryOf(exchange.dialect.table.notifications, method)) return;
    this.whisper(exchange, sink, method, params);
  }

  /** Notifies a peer that may be gone. */
  whisper(
    exchange: Exchange,
    sink: Sink,
    method: string,
    params: JsonObject | undefined,
  ): void {
    try {
      this.notify(exchange, sink, method, params);
    } catch (error) {
      // A report that is wrong does not end what it reports of.
      if (error instanceof UnsendableError) this.report(error);
      else if (!(error instanceof TransportError)) throw error;
    }
  }

  #takeBack(
    { method, exchange, sink }: Call,
    id: RequestId,
    reason: string,
  ): void {
    // The handshake itself cannot be taken back.
    if (method === "initialize") return;
    const told = { requestId: id, reason };
    try {
      this.notify(exchange, sink, "notifications/cancelled", told);
    } catch {
      // The peer is gone: it misses nothing.
    }
  }

  /** What a message is part of, once the peer has said that it is ready. */
  async #ready(
    method: string,
    part: Exchange | undefined,
    isOver: (() => boolean) | undefined,
    options?: CallOptions,
  ): Promise<Exchange> {
    if (part && isOver?.() && !this.#mayAsk(part.dialect)) throw unsent(method);
    const opened = part ?? this.#options.lifecycle.outgoing(method);
    const exchange =
      opened instanceof Promise ? await this.#inTime(opened, options) : opened;
    if (exchange.ready && method !== "ping")
      await this.#inTime(exchange.ready, options);
    return exchange;
  }

  /** Waits as long as the connection lasts; for a call, as long as that may take. */
  #inTime<Got>(waited: Promise<Got>, options?: CallOptions): Promise<Got> {
    const alive = Promise.race([waited, this.#whenOver]);
    return options
      ? waitFor(alive, {
          ...options,
          ...timeLimits(options, this.#options.limits),
        })
      : alive;
  }

  /** The entry of a request that the peer receives, and can answer. */
  #sendable(
    exchange: Exchange,
    method: string,
    params: JsonObject | undefined,
  ): RequestEntry {
    const { dialect, peer } = exchange;
    const mayAsk = this.#mayAsk(dialect);
    const foreign =
      mayAsk && dialect.isForeign(method) ? foreignEntry : undefined;
    const entry = entryOf(dialect.table.requests, method) ?? foreign;
    if (!entry || !mayAsk || !receives(this.#peerSide, entry.direction))
      throw this.#unknown(exchange, method, "request");
    const { capabilities } = peer;
    if (foreign) return entry;
    const refusal = entry.gate?.(dialect.table, this.#peerSide, capabilities);
    if (refusal) throw refusal;
    const asked = params ? { method, params } : { method };
    this.#options.requireTaken(exchange, entry, asked);
    return entry;
  }

  /** Where there is no handshake, servers ask in their answers alone. */
  #mayAsk(dialect: Dialect): boolean {
    return this.#options.side === "client" || !isStateless(dialect);
  }

  #unknown(exchange: Exchange, method: string, kind: string): ProtocolError {
    const { revision } = exchange.dialect.table;
    return new ProtocolError(
      METHOD_NOT_FOUND,
      `${method} is no ${kind} to a ${this.#peerSide} in ${revision}`,
    );
  }
}

/** Without sessions, a change is told on the stream of a subscription alone. */
function isStray(
  { dialect }: Exchange,
  method: string,
  params: JsonObject | undefined,
): boolean {
  return (
    isStateless(dialect) &&
    isChange(method, dialect.table) &&
    metaOf(params)[metaKeys.subscriptionId] === undefined
  );
}
