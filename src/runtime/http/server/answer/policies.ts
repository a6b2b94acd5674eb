import type { Sink } from "../../../peer/transport.ts";
import type { Message } from "../../../protocol/message.ts";
import type { SessionEvents } from "../events/session-events.ts";
import { type Posted, isInitialize, idOfCall } from "../posted.ts";
import type { HttpServices } from "../services.ts";
import type { HttpExchange } from "../exchange.ts";
import type { EventStream } from "./event-stream.ts";
import {
  INVALID_REQUEST,
  TransportError,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
} from "../../../protocol/errors.ts";
import { eventHeaders } from "./sse-format.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import { retryLater, replyError } from "../replies.ts";

/** What a server sends at once: a message, or the answers to a batch. */
export type OutgoingMessages = Message | readonly Message[];

/** An answer, as its endpoint knows it. */
export interface PendingResponse extends Sink {
  /** Whether there is a client that waits for it. */
  readonly isConnected: boolean;
  /** Ends it without an answer: a client that has no stream is told so. */
  abandon(refuse: (exchange: HttpExchange) => void): void;
}

/** In what the answers of one endpoint, or of one session, differ from others. */
export interface ResponsePolicy {
  readonly services: HttpServices;
  /** Whether each answer is for one request alone, whose id is its client's own. */
  readonly exclusive: boolean;
  /** Keeps the events of streams, where clients can come back for them. */
  readonly events: SessionEvents | undefined;
  /** Whether streams begin with an id to come back with. */
  readonly sendsPrimingEvent: boolean;
  /** When a stream begins though there is nothing to tell yet. */
  readonly opensStream: "at once" | "after a while";
  /** When an open stream gets a comment: at each beat, or where it was silent since the last. */
  readonly comments: "at each beat" | "in silence";
  /** Whether a client can answer requests of the server's. */
  readonly acceptsRequests: boolean;
  /** The status of a whole answer. */
  status(message: OutgoingMessages, posted: Posted): number;
  /** Answers a client that gets no answer, and has no stream. */
  onUnanswered(exchange: HttpExchange, posted: Posted): void;
  /** What nobody heard; may throw a TransportError. */
  onUndeliverable(message: OutgoingMessages): void;
  /** What is sent behind the answer, or when nobody waits for it; may throw a TransportError. */
  onAfterResponse(message: OutgoingMessages): void;
  /** The client has gone: ends its request, where that is what going means. */
  onDisconnect: ((answer: PendingResponse, reason: Error) => void) | undefined;
  /** An answer has a stream that its client can come back for. */
  onStreamOpen(stream: EventStream): void;
  /** An answer is over. */
  onEnd(answer: PendingResponse, stream: EventStream | undefined): void;
}

/** What the answers of a session are part of. */
export interface ResponseOwner {
  readonly events: SessionEvents | undefined;
  readonly sendsPrimingEvent: boolean;
  send(message: OutgoingMessages): void;
  onStreamOpen(stream: EventStream): void;
  onEnd(answer: PendingResponse, stream: EventStream | undefined): void;
}

/** Where clients shake hands: who is gone has not cancelled what it asked. */
export const handshakePolicy: Pick<
  ResponsePolicy,
  "exclusive" | "comments" | "status" | "onDisconnect" | "onUnanswered"
> = {
  exclusive: false,
  comments: "in silence",
  status: statusOf,
  onDisconnect: undefined,
  onUnanswered: (exchange) => exchange.reply(200, eventHeaders, ""),
};

/** A session keeps events, once it is open, and its client can come back for them. */
export function sessionPolicy(
  services: HttpServices,
  session: ResponseOwner,
): ResponsePolicy {
  const isStream = services.options.responses === "stream";
  return {
    ...handshakePolicy,
    services,
    acceptsRequests: true,
    get events() {
      return session.events;
    },
    get sendsPrimingEvent() {
      return session.sendsPrimingEvent;
    },
    get opensStream() {
      return isStream || session.sendsPrimingEvent
        ? "at once"
        : "after a while";
    },
    onUndeliverable: assertNotification,
    // What a handler sends behind its answer belongs to no call.
    onAfterResponse: (message) => {
      if ("method" in message) session.send(message);
    },
    onStreamOpen: (stream) => session.onStreamOpen(stream),
    onEnd: (answer, stream) => session.onEnd(answer, stream),
  };
}

/** Throws a TransportError for a request that cannot reach the client. */
export function assertNotification(message: OutgoingMessages): void {
  if ("id" in message) throw new TransportError("the client cannot be reached");
}

/** What is no request, or comes at the wrong time, is the fault of its POST; other errors are answers. */
function statusOf(message: OutgoingMessages, posted: Posted): 200 | 400 {
  const code = "error" in message ? message.error.code : undefined;
  if (code !== INVALID_REQUEST) return 200;
  const isFault =
    posted.kind === "batch" ||
    posted.received.kind === "invalid" ||
    isInitialize(posted);
  return isFault ? 400 : 200;
}

/** Nothing is kept, and nobody comes back; a lone POST is over with its answer. */
export function sessionlessPolicy(
  services: HttpServices,
  onEnd: () => void,
): ResponsePolicy {
  const isStream = services.options.responses === "stream";
  return {
    ...handshakePolicy,
    services,
    events: undefined,
    sendsPrimingEvent: false,
    opensStream: isStream ? "at once" : "after a while",
    acceptsRequests: false,
    onUndeliverable: assertNotification,
    onAfterResponse(message) {
      if ("method" in message) throw new TransportError("there is no session");
    },
    onStreamOpen() {},
    onEnd,
  };
}

/**
 * Nothing is kept, and a client that is gone has cancelled its request.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#receiving-messages | Receiving messages}
 */
export function statelessPolicy(
  services: HttpServices,
  table: ProtocolTable,
  onDisconnect: (answer: PendingResponse, reason: Error) => void,
): ResponsePolicy {
  return {
    services,
    exclusive: true,
    events: undefined,
    sendsPrimingEvent: false,
    opensStream: "after a while",
    comments: "at each beat",
    acceptsRequests: true,
    status: (message) =>
      "error" in message ? statusOfError(table, message.error.code) : 200,
    onUnanswered(exchange, posted) {
      replyError(exchange, {
        status: 503,
        code: INTERNAL_ERROR,
        message: "The server is closing",
        id: idOfCall(posted),
        revision: table,
        headers: retryLater,
      });
    },
    onUndeliverable() {
      throw new TransportError("too many streams are open");
    },
    onAfterResponse() {
      throw new TransportError("the client waits no more");
    },
    onDisconnect,
    onStreamOpen() {},
    onEnd() {},
  };
}

/** What a request has to have on it is wrong, by whichever name. */
const refusals = [
  "HEADER_MISMATCH",
  "MISSING_REQUIRED_CLIENT_CAPABILITY",
  "UNSUPPORTED_PROTOCOL_VERSION",
];

/**
 * The status of an answer that is an error, where there is no handshake: of one
 * that is no fault of the request it is 200, as of any answer.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#server-validation | Server validation}
 */
export function statusOfError(
  { errorCodes }: ProtocolTable,
  code: number,
): 200 | 400 | 404 {
  switch (code) {
    case METHOD_NOT_FOUND:
      return 404;
    case PARSE_ERROR:
    case INVALID_REQUEST:
    case INVALID_PARAMS:
      return 400;
    default:
      return refusals.some((name) => errorCodes[name] === code) ? 400 : 200;
  }
}
