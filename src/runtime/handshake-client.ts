import type { UntypedCaller } from "./caller.ts";
import { InvalidMessageError, TransportError } from "./errors.ts";
import type { Identity, Lifecycle, PeerIdentity } from "./lifecycle.ts";
import type { JsonObject } from "./message.ts";
import type { ProtocolTable } from "./protocol-table.ts";

/** The client's side of `initialize` and `notifications/initialized`. */
export function createHandshakeClient(
  table: ProtocolTable,
  identity: Identity,
): Lifecycle {
  let peer: PeerIdentity | undefined;

  async function open(caller: UntypedCaller): Promise<void> {
    const result: JsonObject = await caller.request("initialize", {
      protocolVersion: table.revision,
      capabilities: identity.capabilities,
      clientInfo: identity.info,
    });
    const { protocolVersion, serverInfo, capabilities, instructions } = result;
    if (protocolVersion !== table.revision) {
      throw new InvalidMessageError(
        `the server speaks ${JSON.stringify(protocolVersion)}, not ${table.revision}`,
        ["protocolVersion"],
      );
    }
    peer = { info: serverInfo, capabilities, instructions };
    await caller.notify("notifications/initialized", undefined);
  }

  return {
    handlers: new Map([["ping", () => ({})]]),
    open,
    admit() {},
    observe() {},
    ready(method) {
      if (peer || method === "initialize" || method === "ping")
        return undefined;
      return Promise.reject(new TransportError("the client is not connected"));
    },
    peer: () => peer ?? {},
    prepare: (params) => params,
    complete: (result) => result,
  };
}
