import type { Sink } from "../../../peer/transport.ts";
import type { Message } from "../../../protocol/message.ts";
import type { SessionEvents } from "../events/session-events.ts";
import type { Posted } from "../posted.ts";
import type { HttpServices } from "../services.ts";
import type { Visit } from "../visit.ts";
import type { EventStream } from "./event-stream.ts";

/** What a server sends at once: a message, or the answers to a batch. */
export type Sent = Message | readonly Message[];

/** An answer, as its endpoint knows it. */
export interface Answering extends Sink {
  /** Whether there is a client that waits for it. */
  readonly isConnected: boolean;
  /** Ends it without an answer: a client that has no stream is told so. */
  abandon(refuse: (visit: Visit) => void): void;
}

/** In what the answers of one endpoint, or of one session, differ from others. */
export interface AnswerPolicy {
  readonly services: HttpServices;
  /** Whether each answer is for one request alone, whose id is its client's own. */
  readonly exclusive: boolean;
  /** Keeps the events of streams, where clients can come back for them. */
  readonly events: SessionEvents | undefined;
  /** Whether streams begin with an id to come back with. */
  readonly primes: boolean;
  /** When a stream begins though there is nothing to tell yet. */
  readonly beginsStream: "at once" | "after a while";
  /** When an open stream gets a comment: at each beat, or where it was silent since the last. */
  readonly comments: "at each beat" | "in silence";
  /** Whether a client can answer requests of the server's. */
  readonly canAnswer: boolean;
  /** The status of a whole answer. */
  status(message: Sent, posted: Posted): number;
  /** Answers a client that gets no answer, and has no stream. */
  unanswered(visit: Visit, posted: Posted): void;
  /** What nobody heard; may throw a TransportError. */
  unheard(message: Sent): void;
  /** What is sent behind the answer, or when nobody waits for it; may throw a TransportError. */
  late(message: Sent): void;
  /** The client has gone: ends its request, where that is what going means. */
  gone: ((answer: Answering, reason: Error) => void) | undefined;
  /** An answer has a stream that its client can come back for. */
  streamed(stream: EventStream): void;
  /** An answer is over. */
  over(answer: Answering, stream: EventStream | undefined): void;
}
