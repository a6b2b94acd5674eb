import { isStateless } from "../../table/protocol-table.ts";
import type { HttpExchange } from "../shared/exchange.ts";
import { createHandshakeEndpoint } from "./sessions/endpoint.ts";
import type { HttpEndpoint, HttpHost } from "./services.ts";
import { createSseEndpoint } from "./legacy-sse/endpoint.ts";
import { createStatelessEndpoint } from "./stateless/endpoint.ts";

/** The ways in which clients can speak HTTP with a server. */
export interface Endpoints {
  readonly stateless: HttpEndpoint | undefined;
  readonly handshake: HandshakeEndpoint | undefined;
  readonly sse: SseEndpoint | undefined;
}

export interface HandshakeEndpoint extends HttpEndpoint {
  get(exchange: HttpExchange): void;
  delete(exchange: HttpExchange): void;
  /** The number of sessions. */
  readonly sessions: number;
}

export interface SseEndpoint extends HttpEndpoint {
  /** Opens the stream of a new session. */
  open(exchange: HttpExchange): void;
}

/**
 * Makes those that the server's revisions have, and that are asked for. Throws a
 * TypeError when none of them has what is asked for.
 */
export function createEndpoints(host: HttpHost): Endpoints {
  const tables = host.server.revisions.map((table) => ({ table }));
  const hasHandshake = !tables.every(isStateless);
  if (host.options.sse && !hasHandshake)
    throw new TypeError(
      "sse is for revisions with a handshake: there are none",
    );
  return {
    stateless: tables.some(isStateless)
      ? createStatelessEndpoint(host)
      : undefined,
    handshake: hasHandshake ? createHandshakeEndpoint(host) : undefined,
    sse: hasHandshake && host.options.sse ? createSseEndpoint(host) : undefined,
  };
}
