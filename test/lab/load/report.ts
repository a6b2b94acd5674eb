/** How often the handlers of the tools ran, and how often they were taken back. */
export interface Runs {
  [tool: string]: { started: number; aborted: number };
}

/** What the server holds when nobody asks anything of it. */
export interface Holdings {
  /** Bytes, after forced collections. */
  readonly heap: number;
  /** Sockets, timers and the like: how many of each. */
  readonly handles: { readonly [kind: string]: number };
  readonly status: {
    readonly sessions: number;
    readonly streams: number;
    readonly requests: number;
  };
  /** Streams whose events are stored. */
  readonly stored: number;
  readonly runs: Runs;
  /** What it could not tell its clients. */
  readonly errors: readonly string[];
}

/** What the clients did, and what went wrong. */
export interface Outcome {
  /** Calls of tools. */
  readonly calls: number;
  /** Sessions that were left. */
  readonly sessions: number;
  /** How often each operation was done. */
  readonly operations: { readonly [name: string]: number };
  /** How often the handlers of the tools have to have run. */
  readonly runs: Runs;
  readonly failures: readonly string[];
  readonly milliseconds: number;
}

/** What the clients are told to do. */
export interface Order {
  readonly url: string;
  readonly seed: number;
  readonly clients: number;
  readonly calls: number;
  /** When they end, however many calls they have made. */
  readonly milliseconds?: number;
  /** The longest that a session goes on, in operations of each lane: 40 by default. */
  readonly longest?: number;
  /** The share of sessions that nobody ends: a quarter by default. */
  readonly abandoned?: number;
}
