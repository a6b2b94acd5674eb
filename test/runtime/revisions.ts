import * as d2024 from "../../generated/2024-11-05/dispatch.ts";
import * as d2025march from "../../generated/2025-03-26/dispatch.ts";
import * as d2025june from "../../generated/2025-06-18/dispatch.ts";
import * as d2025nov from "../../generated/2025-11-25/dispatch.ts";
import * as d2026 from "../../generated/2026-07-28/dispatch.ts";
import type { UntypedCaller } from "../../src/runtime/peer/caller.ts";
import type {
  ProtocolTable,
  SpokenRevision,
} from "../../src/runtime/protocol/revision/protocol-table.ts";
import {
  buildServer,
  type Server,
} from "../../src/runtime/server/create-server.ts";
import type { ServerSettings } from "../../src/runtime/server/settings.ts";
import { metaKeys } from "../../src/runtime/protocol/meta-keys.ts";

/** What a server needs to know of the real revisions, newest first. */
export const tables: readonly ProtocolTable[] = [
  d2026.serverProtocol,
  d2025nov.serverProtocol,
  d2025june.serverProtocol,
  d2025march.serverProtocol,
  d2024.serverProtocol,
];

export const modern: string = d2026.revision;
export const newestHandshake: string = d2025nov.revision;
export const batching: string = d2025march.revision;

export const all: readonly string[] = tables.map(({ revision }) => revision);
export const handshakes: readonly string[] = all.slice(1);

export const serverInfo = { name: "server", version: "1" };
export const clientInfo = { name: "client", version: "2" };

export type TestServer = Server<UntypedCaller>;

/** A server of real revisions, which keeps its errors to itself. */
export function serverOf(
  revisions: readonly string[],
  settings: Partial<ServerSettings> = {},
  build = buildServer,
): TestServer {
  const spoken = tables
    .filter(({ revision }) => revisions.includes(revision))
    .map((table): SpokenRevision => ({ table }));
  return build(
    spoken,
    { info: serverInfo, onError() {}, ...settings },
    ({ request, notify }) => ({ request, notify }),
  );
}

type Fields = Record<string, unknown>;

export function request(id: unknown, method: string, params?: Fields): Fields {
  return { jsonrpc: "2.0", id, method, ...(params && { params }) };
}

export function notification(method: string, params?: Fields): Fields {
  return { jsonrpc: "2.0", method, ...(params && { params }) };
}

/** The `_meta` of every request of the stateless revision. */
export function metaOf(capabilities: object = {}, more: object = {}): Fields {
  return {
    [metaKeys.protocolVersion]: modern,
    [metaKeys.clientInfo]: clientInfo,
    [metaKeys.clientCapabilities]: capabilities,
    ...more,
  };
}

/** A request of the stateless revision. */
export function modernRequest(
  id: unknown,
  method: string,
  params: Fields = {},
  capabilities: object = {},
  meta: object = {},
): Fields {
  return request(id, method, { ...params, _meta: metaOf(capabilities, meta) });
}

export function initializeAs(
  protocolVersion: unknown,
  capabilities: object = {},
  id: unknown = "init",
): Fields {
  const params = { protocolVersion, capabilities, clientInfo };
  return request(id, "initialize", params);
}

export const cancel = (requestId: unknown, reason?: string): Fields =>
  notification("notifications/cancelled", {
    requestId,
    ...(reason !== undefined && { reason }),
  });
