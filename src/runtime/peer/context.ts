import type { LogLevel } from "../protocol/log-level.ts";
import type { JsonObject, RequestId } from "../protocol/message.ts";
import type { Auth } from "../protocol/scopes/register.ts";

/**
 * A client's session at a server: from its handshake to the end of its connection,
 * or of its session over HTTP. One object for all of its requests, and so a key for
 * what a program keeps of it.
 */
export interface Session {
  /** Aborts when the session is over. */
  readonly signal: AbortSignal;
}

/** What a handler knows of the message it answers, and can do meanwhile. */
export interface Context {
  /** The method of the message, such as `tools/call`. */
  readonly method: string;
  /** The id of the request; undefined for a notification. */
  readonly id: RequestId | undefined;
  /** The `_meta` of the message. */
  readonly meta: JsonObject;
  /** The revision that the peer speaks. */
  readonly protocolVersion: string;
  /** Who sent the message, where the transport has proved it. */
  readonly principal: string | undefined;
  /**
   * What else `authorize` has found out about the sender. `Register` gives it a
   * type.
   */
  readonly auth: Auth;
  /**
   * The client's session, of which each process of a cluster has an object of its
   * own: the same object for all of its messages, and so a key for
   * what a server keeps of it, as in a `WeakMap`. Undefined where there is none: in
   * stateless revisions, over HTTP without sessions, and at a client.
   */
  readonly session: Session | undefined;
  /**
   * Aborts when the peer cancels the request, and when the connection closes. On
   * stdio it also aborts at the end of input: what is answered soon still goes
   * out then.
   */
  readonly signal: AbortSignal;
  /** The requests and notifications that the peer can receive. */
  readonly peer: unknown;
  /** The name and the version of the program at the other end, by its own word. Undefined where it did not say. */
  readonly peerInfo: unknown;
  /** What the peer declares that it can do. Ask it for nothing else. */
  readonly peerCapabilities: unknown;
  /** The answers to what `inputRequired` asked, by key; undefined at first. */
  readonly inputResponses: { readonly [key: string]: unknown } | undefined;
  /** What was given to `inputRequired` as state. */
  readonly state: unknown;
  /**
   * Tells the peer how far the request is, if it asked and still waits. What
   * does not rise above the last progress is not sent. When it comes faster than
   * `noticeRates` allows, the latest is sent.
   */
  progress(progress: number, total?: number, message?: string): void;
  /**
   * Sends a log message, if this side declares `logging` and the peer wants
   * messages of this level. What comes faster than `noticeRates` allows is left
   * out, and counted.
   */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /**
   * Closes the stream that the answer would go to, so that a long call holds no
   * connection. The client comes back for the answer after `retryMs`
   * milliseconds. Gives false where a client cannot come back: then nothing
   * happens.
   */
  closeStream(retryMs?: number): boolean;
}
