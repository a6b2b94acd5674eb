// The runtime of mcp-gen 0.1.0.

import type { Message } from "./message.js";

/** Takes messages on their way to the peer. */
export interface Sink {
  /** Throws when the message has no JSON form; never waits. An array is a batch. */
  send(message: Message | readonly Message[]): void;
  /** Who is at the other end, where the transport has proved it. */
  readonly principal?: string;
}

/** One connection to one peer, whatever carries it. */
export interface Transport extends Sink {
  /** Begins to deliver; called once. */
  start(receiver: Receiver): void;
  /** Sends what is still on its way and closes; the receiver hears `closed`. */
  close(): Promise<void>;
}

/** Hears what a transport brings. */
export interface Receiver {
  /** A parsed message or batch; answers to it go to `sink`, or to the transport. */
  message(value: unknown, sink?: Sink): void;
  /** Input that is no JSON, or too long. */
  unreadable(reason: string): void;
  /** The peer will send no more; what is in flight may still be answered. */
  ended(): void;
  /** The transport is closed, for good. Heard once. */
  closed(error?: Error): void;
}
