import type { LogLevel } from "../wire/log-level.ts";
import type { Report } from "../time/reports.ts";
import type { Progress } from "../wire/progress.ts";

/** Sends messages by method: the guards prove a result to be the method's own. */
export interface UntypedCaller {
  request(
    method: string,
    params: unknown,
    options?: CallOptions,
  ): Promise<never>;
  notify(method: string, params: unknown): Promise<void>;
  /** Hears what went wrong and fails nothing. */
  readonly report?: Report | undefined;
}

/** How a call is made, and how long it may take. */
export interface CallOptions {
  /** Cancels the call, and tells the peer. */
  readonly signal?: AbortSignal;
  /** The longest silence in milliseconds, a minute by default: progress starts it again. */
  readonly timeout?: number;
  /** The longest time for the whole call in milliseconds. */
  readonly totalTimeout?: number;
  /** Asks the peer for progress, and hears it: it only rises. */
  readonly onProgress?: (progress: Progress) => void;
  /** Asks for log messages of this call, where each request says so for itself. */
  readonly logLevel?: LogLevel;
  /** `reload` asks the server although a result is kept, and keeps the new one. */
  readonly cache?: "reload";
}

/** Params whose `_meta` the runtime adds, or a peer of another revision leaves out. */
export type OptionalMeta<Params> = Params extends { readonly _meta: infer Meta }
  ? Omit<Params, "_meta"> & { readonly _meta?: Partial<Meta> }
  : Params;
