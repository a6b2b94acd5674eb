import type { Command } from "../../support/wire-check/tee.ts";

/** Where a client finds its server: a program to start, or an address. */
export type Target = Command | Endpoint;

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
