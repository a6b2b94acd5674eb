import type { LogLevel } from "../protocol/log-level.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type { Progress } from "../protocol/progress.ts";

/** Sends messages by method: the guards prove a result to be the method's own. */
export interface UntypedCaller {
  /** Sends a request, and resolves with its result. */
  request(
    method: string,
    params: unknown,
    options?: CallOptions,
  ): Promise<never>;
  /** Sends a notification. */
  notify(method: string, params: unknown): Promise<void>;
  /** Hears what went wrong and fails nothing. */
  readonly report?: Report | undefined;
}

/**
 * Calls by method: those of the protocol have their types, and any other the
 * ones that the caller gives it.
 */
export interface MethodCalls<Calls, Notices> {
  /**
   * Sends a request by its method: one of the protocol's, typed and checked as
   * its own function is, or any other, such as a vendor's, whose result has the
   * type that the caller names. Rejects as every call does.
   */
  request<Method extends keyof Calls>(
    method: Method,
    ...given: ParametersOf<Calls[Method]>
  ): ResultOf<Calls[Method]>;
  request<Result = unknown, Method extends string = string>(
    method: Foreign<Method, keyof Calls>,
    params?: object,
    options?: CallOptions,
  ): Promise<Result>;
  /** Sends a notification by its method: one of the protocol's, or any other. */
  notification<Method extends keyof Notices>(
    method: Method,
    ...given: ParametersOf<Notices[Method]>
  ): Promise<void>;
  notification<Method extends string>(
    method: Foreign<Method, keyof Notices>,
    params?: object,
  ): Promise<void>;
}

type ParametersOf<Call> = Call extends (...given: infer Given) => unknown
  ? Given
  : never;

type ResultOf<Call> = Call extends (...given: never) => infer Result
  ? Result
  : never;

/** What is known by its own types is not called without them. */
type Foreign<Method, Known> = Method extends Known ? never : Method;

/** How a call is made, and how long it may take. */
export interface CallOptions {
  /** Cancels the call, and tells the peer. */
  readonly signal?: AbortSignal;
  /**
   * The longest silence in milliseconds; progress starts it anew. The call
   * rejects with a TypeError for what is no number above 0.
   *
   * @default that of the client or the server
   */
  readonly timeout?: number;
  /**
   * The longest time for the whole call in milliseconds, whatever comes
   * meanwhile. `Infinity` is no bound.
   *
   * @default that of the client or the server
   */
  readonly totalTimeout?: number;
  /** Asks the other side for progress, and hears it. It only rises. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Asks for log messages of this call, in revisions where each request says so
   * for itself.
   */
  readonly logLevel?: LogLevel;
  /** `reload` asks the server although a result is kept, and keeps the new one. */
  readonly cache?: "reload";
}

/** Params whose `_meta` the runtime adds, or a peer of another revision leaves out. */
export type OptionalMeta<Params> = Params extends { readonly _meta: infer Meta }
  ? Omit<Params, "_meta"> & {
      /** What is left out, the runtime adds. */
      readonly _meta?: Partial<Meta>;
    }
  : Params;
