import { isStateless } from "../../protocol/revision/protocol-table.ts";
import type { Endpoint } from "./endpoint.ts";
import { createSseEndpoint } from "./legacy-sse/endpoint.ts";
import type { HttpServices } from "./services.ts";
import { createSessionEndpoint } from "./sessions/endpoint.ts";
import { createSessionlessEndpoint } from "./sessionless/endpoint.ts";
import { createStatelessEndpoint } from "./stateless/endpoint.ts";

/** The ways in which clients can speak HTTP with a server. */
export interface Endpoints {
  readonly stateless: Endpoint | undefined;
  /** For clients that shake hands: with sessions, or without. */
  readonly handshake: Endpoint | undefined;
  readonly sse: Endpoint | undefined;
}

/**
 * Makes those that the server's revisions have, and that are asked for. Throws a
 * TypeError when none of them has what is asked for.
 */
export function createEndpoints(services: HttpServices): Endpoints {
  const { server, options } = services;
  const tables = server.revisions.map((table) => ({ table }));
  const hasHandshake = !tables.every(isStateless);
  if (options.sse && !hasHandshake)
    throw new TypeError(
      "sse is for revisions with a handshake: there are none",
    );
  const { sessions, cluster } = options;
  const createHandshake = (): Endpoint =>
    sessions
      ? createSessionEndpoint(services, sessions)
      : createSessionlessEndpoint(services);
  return {
    stateless: tables.some(isStateless)
      ? createStatelessEndpoint(services)
      : undefined,
    // What a cluster gives is one: its type says nothing of the transport.
    handshake:
      (cluster?.join(services) as Endpoint | undefined) ??
      (hasHandshake ? createHandshake() : undefined),
    sse: hasHandshake && options.sse ? createSseEndpoint(services) : undefined,
  };
}
