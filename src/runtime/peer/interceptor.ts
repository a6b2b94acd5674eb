import type { Awaitable } from "../protocol/answer.ts";
import type { JsonObject, RequestId } from "../protocol/message.ts";
import type { Auth } from "../protocol/scopes/register.ts";
import type { Carried } from "./transport.ts";

/** Requests of the other side's, those of this side's own, or both. */
export type Directions = InterceptedCall["direction"] | "both";

/**
 * Stands around requests, over any transport: for limits, consent, metrics and
 * logs. A server's sees what is answered, and what it asks its clients if it says
 * so; a client's sees both. Notifications are not seen.
 */
export interface Interceptor {
  /**
   * The requests that it sees.
   *
   * @default "incoming" at a server, "both" at a client
   */
  readonly directions?: Directions;
  /**
   * Runs before a request is checked and handled, or before it is sent. The request
   * waits for a promise. What it throws refuses the request: of one that came, a
   * `ProtocolError` goes to the other side, and anything else is an internal error,
   * and reported; one of this side's own rejects with it, and is not sent. A request
   * that belongs to no revision or session does not get this far.
   */
  before?(call: InterceptedCall): Awaitable<void>;
  /**
   * Stands around the checks and the handler, or around the whole call of this
   * side's own. It runs after each `before`; the first interceptor is the outermost.
   * `next` goes on, once, and gives the result, or rejects with what went wrong. What
   * is returned is the result: what `next` gave, or another. What it throws refuses
   * the request, as `before` does. Without calling `next`, it has to throw.
   */
  around?(
    call: InterceptedCall,
    next: () => Promise<JsonObject>,
  ): Awaitable<JsonObject>;
  /**
   * Runs once for each request after its answer, also for one that was refused,
   * was of an unknown method, or was cancelled. The call is the object that
   * `before` saw. What it throws is reported.
   */
  after?(call: InterceptedCall, outcome: CallOutcome): void;
  /**
   * A session began: at a server, a client opened one over HTTP, or a stream of HTTP
   * with SSE; at a client, a handshake was done. What this throws is reported.
   */
  sessionBegan?(session: InterceptedSession): void;
  /**
   * The session is over; it is the object that `sessionBegan` saw. In a cluster, the
   * process tells it that has told the beginning: that it is `"closed"` when that
   * process closes, though others go on with it, and never where it was killed.
   */
  sessionEnded?(session: InterceptedSession, ending: SessionEnding): void;
}

/** A session as interceptors see it. Its id is its client's secret, and not told. */
export interface InterceptedSession extends Carried {
  /** Who sees it. */
  readonly side: "client" | "server";
  /** Who opened it, where the transport has proved it. */
  readonly principal: string | undefined;
  /**
   * Whose it is, as a server's bounds count: a principal, an address, or what
   * `clientKey` said. Undefined at a client.
   */
  readonly client: string | undefined;
  /** The revision that is spoken. */
  readonly protocolVersion: string;
  /** The other side's name and version, by its own word. */
  readonly peerInfo: unknown;
}

/**
 * Why a session ended: its client said so, nobody used it, it gave way to
 * another, its stream broke, or this side closed it.
 */
export type SessionEnd = "deleted" | "idle" | "displaced" | "left" | "closed";

/** How a session ended. */
export interface SessionEnding {
  /** Why it ended. */
  readonly reason: SessionEnd;
  /** How long it lasted, in milliseconds. */
  readonly durationMs: number;
}

/** A request as interceptors see it. The params are as they came: they may not even fit. */
export interface InterceptedCall extends Carried {
  /** Whether the other side sent it, or this side does. */
  readonly direction: "incoming" | "outgoing";
  /** The method, such as `tools/call`. */
  readonly method: string;
  /**
   * The name of the tool or the prompt, or the URI of the resource; undefined
   * for other methods.
   */
  readonly name: string | undefined;
  /**
   * The id of the request: undefined before it is sent, and for a question that came
   * inside a result. One call may need several requests: it is the first one's.
   */
  readonly id: RequestId | undefined;
  /** As they came, unchecked; or as this side's own code gave them. */
  readonly params: unknown;
  /**
   * The `_meta` of the request. What is put into that of an outgoing one, until
   * `next` is called, goes along with it, as a `traceparent` does.
   */
  readonly meta: { [key: string]: unknown };
  /** Who sent it, where the transport has proved it. */
  readonly principal: string | undefined;
  /** What else the transport's authorization has found out of the sender. */
  readonly auth: Auth;
  /** The revision that it belongs to, where it belongs to one. */
  readonly protocolVersion: string | undefined;
  /** The other side's name and version, by its own word. */
  readonly peerInfo: unknown;
  /** The call of this side's own whose result asked this, in revisions without a handshake. */
  readonly within: InterceptedCall | undefined;
}

/** How a request ended. A tool that failed has a result, with `isError`. */
export type CallOutcome = Ending & {
  /** The milliseconds since the request came, or was to be sent. */
  readonly durationMs: number;
};

/** An outcome, but for its time. */
export type Ending =
  | {
      /** Answered: a tool that failed is, too. */
      readonly kind: "result";
      /** As the client got it. */
      readonly result: JsonObject;
    }
  /** A `ProtocolError` is what the client was told; anything else it was not. */
  | {
      /** Refused, or its handler threw; of an outgoing one, what it rejects with. */
      readonly kind: "error";
      /** Why. */
      readonly error: Error;
    }
  /** Nobody waits for the answer any more: the error says why. */
  | {
      /** Nobody waits for it any more. */
      readonly kind: "cancelled";
      /** Why. */
      readonly error: Error;
    };
