import type { CallOptions } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import type { InterceptedCall } from "./interceptor.ts";
import type { RequestEntry } from "../protocol/revision/protocol-table.ts";
import type { JsonObject, RequestId } from "../protocol/message.ts";
import type { Sink } from "./transport.ts";
import type { TimeLimits } from "../protocol/timers/time-limits.ts";

/** What a peer is asked. */
export interface CallRequest {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly options?: CallOptions | undefined;
  readonly exchange: Exchange;
}

/** Where a call is in its life; a new one is sent at once. */
export type CallState =
  | { readonly kind: "new" }
  /** A request of it waits for its answer. */
  | {
      readonly kind: "asking";
      readonly id: RequestId;
      /** Of the method, in the revision that is spoken. */
      readonly entry: RequestEntry;
    }
  /** An answer was not the last word: what the next request needs is being made. */
  | {
      readonly kind: "preparing";
      /** Of the request that has its answer. */
      readonly id: RequestId;
      readonly stop: AbortController;
    }
  | { readonly kind: "over" };

const fresh: CallState = { kind: "new" };
const noOptions: CallOptions = {};
const endless: TimeLimits = { timeout: Infinity, totalTimeout: Infinity };

/**
 * A call in progress: one request to the peer, or several where the answer to one
 * asks for another. It has one end, one time in all and one signal.
 */
export class Call {
  readonly method: string;
  readonly options: CallOptions;
  /** Where its requests go, and the word that nobody waits for an answer any more. */
  readonly sink: Sink;
  /** Resolves with the result of the last request, or rejects with one of the errors of `errors.ts`. */
  readonly done: Promise<JsonObject>;
  /** How long it may take, from when it is asked. */
  limits: TimeLimits = endless;
  /** When the whole call is over, on the clock of `now`. */
  ends: number = Infinity;
  state: CallState = fresh;
  /** Of the next request, or the one that waits. */
  params: JsonObject | undefined;
  exchange: Exchange;
  /** When it is over for silence, or for good. */
  deadline: number = Infinity;
  /** The last that was told of the request that waits. */
  progress: number = -Infinity;
  /** How many requests were answered by asking for input. */
  rounds = 0;
  /** Whether an extension goes on with it: the peer may still tell its progress. */
  isFollowed = false;
  /** Whether a request was refused, and sent again. */
  isRepeated = false;
  /** As interceptors see it, where there are any. */
  intercepted: InterceptedCall | undefined;
  onAbort: (() => void) | undefined;
  resolve: (result: JsonObject) => void = () => {};
  reject: (error: Error) => void = () => {};

  constructor({ method, params, options, exchange }: CallRequest, sink: Sink) {
    this.method = method;
    this.params = params;
    this.options = options ?? noOptions;
    this.exchange = exchange;
    this.sink = sink;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** The id of the request that waits; undefined while none does. */
  get id(): RequestId | undefined {
    return this.state.kind === "asking" ? this.state.id : undefined;
  }
}
