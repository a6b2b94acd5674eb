import type { LogLevel } from "../wire/log-level.ts";
import type { JsonObject, RequestId } from "../wire/message.ts";
import type { Auth } from "../wire/rights/register.ts";

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
  /** Absent for a notification. */
  readonly id: RequestId | undefined;
  /** The `_meta` of the message. */
  readonly meta: JsonObject;
  /** The revision that the peer speaks. */
  readonly protocolVersion: string;
  /** Who sent the message, where the transport has proved it. */
  readonly principal: string | undefined;
  /**
   * What else the transport's authorization has found out of the sender: of the
   * type that the program registers (see `Register`).
   */
  readonly auth: Auth;
  /**
   * The client's session: the same object for all of its messages, and so a key for
   * what a server keeps of it, as in a `WeakMap`. Undefined where there is none: in
   * stateless revisions, over HTTP without sessions, and at a client.
   */
  readonly session: Session | undefined;
  /**
   * Aborts when the peer cancels the request or the connection closes; on stdio
   * also when the input ends: what is answered soon still goes out then.
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
   * does not rise above the last progress is not sent. Of what comes faster than
   * the server's `noticeRates`, the latest is sent.
   */
  progress(progress: number, total?: number, message?: string): void;
  /**
   * Sends a log message, if this side declares `logging` and the peer wants
   * messages of this level. What comes faster than the server's `noticeRates` is
   * left out, and counted.
   */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /**
   * Closes the stream that the answer would go to, so that a long call holds no
   * connection: the client comes back for it after `retryMs` milliseconds.
   * Whether it can; where it cannot, nothing happens.
   */
  closeStream(retryMs?: number): boolean;
}
