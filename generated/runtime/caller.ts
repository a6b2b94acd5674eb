// The runtime of mcp-gen 0.1.0.

/** A method's types, as the generated `Requests` interface has them. */
interface RequestTypes {
  readonly params?: unknown;
  readonly result: unknown;
}

interface NotificationTypes {
  readonly params?: unknown;
}

/** Sends what a revision's `Requests` and `Notifications` declare. */
export interface Caller<
  Requests extends { [Method in keyof Requests]: RequestTypes },
  Notifications extends { [Method in keyof Notifications]: NotificationTypes },
> {
  /** Rejects with one of the errors of `errors.ts`. */
  request<Method extends keyof Requests>(
    method: Method,
    params: Unsent<Requests[Method]["params"]>,
    options?: CallOptions,
  ): Promise<Requests[Method]["result"]>;
  /** Rejects when the connection is closed. */
  notify<Method extends keyof Notifications>(
    method: Method,
    params: Notifications[Method]["params"],
  ): Promise<void>;
}

/** Every `Caller`: the guards have proved the result to be the method's own. */
export interface UntypedCaller {
  request(
    method: string,
    params: unknown,
    options?: CallOptions,
  ): Promise<never>;
  notify(method: string, params: unknown): Promise<void>;
}

export interface CallOptions {
  /** Cancels the call, and tells the peer. */
  readonly signal?: AbortSignal;
  /** The longest silence in milliseconds: progress starts it again. */
  readonly timeout?: number;
  /** The longest time for the whole call in milliseconds. */
  readonly totalTimeout?: number;
  /** Asks the peer for progress, and hears it. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Params before the runtime adds the `_meta` that their revision requires. */
export type Unsent<Params> = Params extends { readonly _meta: infer Meta }
  ? Omit<Params, "_meta"> & { readonly _meta?: Partial<Meta> }
  : Params;

/** What a handler may return: at once or later. */
export type Awaitable<Value> = Value | Promise<Value>;
