import type { UntypedCaller } from "./caller.ts";
import type { Identity, Lifecycle, PeerIdentity } from "./lifecycle.ts";
import { metaOf, type JsonObject } from "./message.ts";
import type { ProtocolTable } from "./protocol-table.ts";
import { META } from "./stateless-server.ts";

/** The client's side where every request repeats version and capabilities. */
export function createStatelessClient(
  table: ProtocolTable,
  identity: Identity,
): Lifecycle {
  let peer: PeerIdentity = {};
  const meta = {
    [META.protocolVersion]: table.revision,
    [META.clientInfo]: identity.info,
    [META.clientCapabilities]: identity.capabilities,
  };

  async function open(caller: UntypedCaller): Promise<void> {
    const result: JsonObject = await caller.request("server/discover", {});
    peer = {
      info: metaOf(result)[META.serverInfo],
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
