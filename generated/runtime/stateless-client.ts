// The runtime of mcp-gen 0.1.0.

import type { UntypedCaller } from "./caller.js";
import type { Identity, Lifecycle, PeerIdentity } from "./lifecycle.js";
import { metaOf, type JsonObject } from "./message.js";
import type { ProtocolTable } from "./protocol-table.js";
import { metaKeys } from "./stateless-meta.js";

/** The client's side where every request repeats version and capabilities. */
export function createStatelessClient(
  table: ProtocolTable,
  identity: Identity,
): Lifecycle {
  let peer: PeerIdentity = {};
  const meta = {
    [metaKeys.protocolVersion]: table.revision,
    [metaKeys.clientInfo]: identity.info,
    [metaKeys.clientCapabilities]: identity.capabilities,
  };

  async function open(caller: UntypedCaller): Promise<void> {
    const result: JsonObject = await caller.request("server/discover", {});
    peer = {
      info: metaOf(result)[metaKeys.serverInfo],
      capabilities: result["capabilities"],
      instructions: result["instructions"],
    };
  }

  return {
    handlers: new Map(),
    open,
    admit() {},
    observe() {},
    ready: () => undefined,
    peer: () => peer,
    prepare: (params) => ({ ...params, _meta: { ...metaOf(params), ...meta } }),
    complete: (result) => result,
  };
}
