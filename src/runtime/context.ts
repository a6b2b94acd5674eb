import type { Progress } from "./caller.ts";
import type { JsonObject, RequestId } from "./message.ts";

/** What a handler knows of the message it answers, and can do meanwhile. */
export interface Context {
  readonly method: string;
  /** Absent for a notification. */
  readonly id: RequestId | undefined;
  /** The `_meta` of the message. */
  readonly meta: JsonObject;
  /** Aborts when the peer cancels the request or the connection closes. */
  readonly signal: AbortSignal;
  /** The requests and notifications that the peer can receive. */
  readonly peer: unknown;
  readonly peerInfo: unknown;
  readonly peerCapabilities: unknown;
  /** Tells the peer how far the request is, if it asked and still waits. */
  progress(progress: number, total?: number, message?: string): void;
  /** Sends a log message, if this side declares `logging`. */
  log(level: LogLevel, data: unknown, logger?: string): void;
}

/** Least severe first. */
export type LogLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** What a context asks of the connection that made it. */
export interface ContextSource {
  peer(): unknown;
  readonly peerInfo: unknown;
  readonly peerCapabilities: unknown;
  progress(token: unknown, progress: Progress): void;
  log(level: LogLevel, data: unknown, logger: string | undefined): void;
}

/** Cheap to make, once per message: what is dear is made when asked for. */
export class RequestContext implements Context {
  readonly method: string;
  readonly id: RequestId | undefined;
  readonly meta: JsonObject;
  readonly #source: ContextSource;
  #controller: AbortController | undefined;
  #ended = false;
  #reason: unknown;
  #peer: unknown;

  constructor(
    source: ContextSource,
    method: string,
    id: RequestId | undefined,
    meta: JsonObject,
  ) {
    this.#source = source;
    this.method = method;
    this.id = id;
    this.meta = meta;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get peer(): unknown {
    this.#peer ??= this.#source.peer();
    return this.#peer;
  }

  get peerInfo(): unknown {
    return this.#source.peerInfo;
  }

  get peerCapabilities(): unknown {
    return this.#source.peerCapabilities;
  }

  progress(progress: number, total?: number, message?: string): void {
    const token = this.meta["progressToken"];
    if (this.#ended || token === undefined) return;
    this.#source.progress(token, {
      progress,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    });
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    this.#source.log(level, data, logger);
  }

  /** Whether the peer took the request back, and waits for no answer. */
  get cancelled(): boolean {
    return this.#reason !== undefined;
  }

  cancel(reason: Error): void {
    if (this.#ended || this.cancelled) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  /** After its answer a request has no progress. */
  end(): void {
    this.#ended = true;
  }
}
