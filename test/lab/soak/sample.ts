/** What a server holds at a moment. */
export interface Sample {
  readonly seconds: number;
  /** Bytes. */
  readonly resident: number;
  /** Bytes of the heap in use, after a forced collection. */
  readonly heap: number;
  readonly sessions: number;
  readonly streams: number;
  readonly requests: number;
  /** Bytes that are kept of clients, as `status` tells. */
  readonly kept: number;
  /** Streams whose events are stored. */
  readonly stored: number;
  /** Files and sockets that are open. */
  readonly descriptors: number;
  /** Bytes that the server has written to its log. */
  readonly logged: number;
}

/** What the server itself knows of it. */
export type Told = Omit<Sample, "seconds" | "logged">;
