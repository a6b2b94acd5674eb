import type { HttpOptions, HttpStatus } from "../../../../src/runtime/http.ts";

/** What a process of a cluster is started with, as JSON. */
export interface Setup {
  /** What the ledger calls it. */
  readonly name: string;
  readonly port: number;
  /** The file where handlers say that they ran. */
  readonly ledger: string;
  /** Where the cluster keeps what its processes share; without it, each is alone. */
  readonly redis?: {
    readonly url: string;
    readonly prefix: string;
    /** After how long without a sign of life a process is gone, in milliseconds. */
    readonly goneMs?: number;
    /** How long a stream is kept that nobody writes or reads, in milliseconds. */
    readonly streamIdleMs?: number;
  };
  /** How it serves HTTP. */
  readonly http?: Pick<
    HttpOptions,
    "sessions" | "responses" | "keepAliveMs" | "retryMs" | "maxStreamMs"
  >;
  /** For how long a task is kept, in milliseconds. */
  readonly taskTtl?: number;
}

/** What a process says of itself. */
export interface Told {
  readonly status: Pick<
    HttpStatus,
    "sessions" | "streams" | "requests" | "closing"
  >;
  /** What nobody else was told. */
  readonly errors: readonly string[];
  /** Bytes: after a collection where the process may force one. */
  readonly heap: number;
  readonly resident: number;
}
