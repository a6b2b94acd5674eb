import type { Message, RequestId } from "../protocol/message.ts";
import type { Received } from "../protocol/received.ts";
import type { Viewed } from "../protocol/viewer.ts";
import type { ProtocolTable } from "../protocol/revision/protocol-table.ts";
import type { Timed } from "../protocol/timers/deadlines.ts";

/**
 * Minimum time from the last progress notification of a request to its
 * response, in milliseconds. Clients on the official SDKs drop progress that
 * they read together with the response: they forget the progress token when
 * they read the response, and handle notifications after that.
 */
export const progressGap = 20;

/** Takes messages on their way to the peer. */
export interface Sink extends Viewed {
  /** Throws when the message has no JSON form; never waits. An array is a batch. */
  send(message: Message | readonly Message[]): void;
  /** Carries one request alone, whose id need not differ from those of others. */
  readonly exclusive?: boolean;
  /** `progressGap`, if the peer may read several messages at once. */
  readonly progressGap?: number | undefined;
  /** Hears that a handler goes on with what came: it is kept until `letGo`. */
  hold?(): void;
  /** Hears that this handler is done, once for each `hold`. */
  letGo?(): void;
  /** Hears that a request ended without an answer: its peer took it back. */
  unanswered?(): void;
  /**
   * Closes what the answer would go to, where the peer can come back for it
   * later: after `retryMs` milliseconds. Whether it can.
   */
  closeStream?(retryMs?: number): boolean;
}

/** What carries the messages, as far as a transport says so. */
export interface Carried {
  /** Standard input and output, or HTTP; undefined for any other. */
  readonly via?: "stdio" | "http" | undefined;
  /** The server's, at a client over HTTP: such as `https://example.com`. */
  readonly origin?: string | undefined;
}

/** One connection to one peer, whatever carries it. */
export interface Transport extends Sink, Timed, Carried {
  /** How a server is known to begin, where one like it was spoken to before. */
  readonly era?: "handshake" | undefined;
  /** Hears in which revision the next messages are, before they are sent. */
  spoken?(table: ProtocolTable): void;
  /** Begins to deliver; called once. */
  start(receiver: Receiver): void;
  /** Sends what is still on its way and closes; the receiver hears `closed`. */
  close(): Promise<void>;
}

/** Hears what a transport brings. */
export interface Receiver {
  /**
   * A parsed message or batch; answers to it go to `sink`, or to the transport.
   * What the transport has read already, it hands over as `received`: one for
   * each message of a batch.
   */
  message(
    value: unknown,
    sink?: Sink,
    received?: Received | readonly Received[],
  ): void;
  /** Input that is no JSON, or too long: with its text, where there is one. */
  unreadable(reason: string, text?: string): void;
  /** A call has no answer to come, or what has no id was not taken. */
  failed?(id: RequestId | undefined, error: Error): void;
  /** The transport began a new session: the peer forgot what it was told before. */
  reopened?(): void;
  /**
   * What the peer sends on its own comes no more, after all attempts. Whether
   * somebody still wants it: the transport goes on looking then.
   */
  deaf?(error: Error): boolean;
  /** Nobody waits any more for the request that an exclusive sink carries. */
  gone?(sink: Sink, reason: Error): void;
  /** The peer will send no more; what is in flight may still be answered. */
  ended(): void;
  /** The transport is closed, for good. Heard once. */
  closed(error?: Error): void;
}
