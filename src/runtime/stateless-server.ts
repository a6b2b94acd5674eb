import { INVALID_PARAMS, ProtocolError } from "./errors.ts";
import type { Handler } from "./handlers.ts";
import type { Identity, Lifecycle } from "./lifecycle.ts";
import { isObject, metaOf, type JsonObject } from "./message.ts";
import type { ProtocolTable } from "./protocol-table.ts";
import { metaKeys } from "./stateless-meta.ts";

const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/** The server's side where every request repeats version and capabilities. */
export function createStatelessServer(
  table: ProtocolTable,
  identity: Identity,
): Lifecycle {
  const { info, capabilities, instructions } = identity;
  const handlers = new Map<string, Handler>([
    [
      "server/discover",
      () => ({
        supportedVersions: [table.revision],
        capabilities,
        ...(instructions !== undefined && { instructions }),
        ttlMs: 0,
        cacheScope: "private",
      }),
    ],
  ]);

  return {
    handlers,
    open: () => Promise.resolve(),
    admit: (_method, params) => requireVersion(metaOf(params), table.revision),
    observe() {},
    ready: () => undefined,
    peer(params) {
      const meta = metaOf(params);
      return {
        info: meta[metaKeys.clientInfo],
        capabilities: meta[metaKeys.clientCapabilities],
      };
    },
    prepare: (params) => params,
    complete: (result) => ({
      resultType: "complete",
      ...result,
      _meta: { [metaKeys.serverInfo]: info, ...metaOf(result) },
    }),
  };
}

function requireVersion(meta: JsonObject, supported: string): void {
  const requested = meta[metaKeys.protocolVersion];
  if (typeof requested !== "string") {
    throw new ProtocolError(
      INVALID_PARAMS,
      `_meta.${metaKeys.protocolVersion}: must be a string`,
    );
  }
  if (!isObject(meta[metaKeys.clientCapabilities])) {
    throw new ProtocolError(
      INVALID_PARAMS,
      `_meta.${metaKeys.clientCapabilities}: must be an object`,
    );
  }
  if (requested === supported) return;
  throw new ProtocolError(
    UNSUPPORTED_PROTOCOL_VERSION,
    "Unsupported protocol version",
    { supported: [supported], requested },
  );
}
