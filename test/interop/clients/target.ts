import type { Readable, Writable } from "node:stream";
import type { Command } from "../../support/wire-check/tee.ts";

/** Where a client finds its server: a program to start, an address, or streams. */
export type Target = Command | Endpoint | Streams;

/** Two ends of pipes to a server in the same process. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

export interface Endpoint {
  /** Streamable HTTP, or HTTP with SSE. */
  readonly transport: "http" | "sse";
  readonly url: URL;
  readonly fetch: Fetch;
}

/** As the official clients call it. */
export type Fetch = (
  url: string | URL,
  init?: RequestInit,
) => Promise<Response>;

/** How soon a client comes back when a stream breaks: the server says it as well. */
export const reconnection = {
  initialReconnectionDelay: 50,
  maxReconnectionDelay: 200,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 3,
};
