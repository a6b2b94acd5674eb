import { INVALID_REQUEST, ProtocolError } from "./errors.ts";
import type { Handler } from "./handlers.ts";
import type { Identity, Lifecycle, PeerIdentity } from "./lifecycle.ts";
import { isObject } from "./message.ts";
import type { ProtocolTable } from "./protocol-table.ts";

/** The server's side of `initialize` and `notifications/initialized`. */
export function createHandshakeServer(
  table: ProtocolTable,
  identity: Identity,
): Lifecycle {
  let peer: PeerIdentity | undefined;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const { info, capabilities, instructions } = identity;

  const handlers = new Map<string, Handler>([
    ["ping", () => ({})],
    [
      "initialize",
      () => ({
        // The counter-offer: the client goes on with it or closes.
        protocolVersion: table.revision,
        capabilities,
        serverInfo: info,
        ...(instructions !== undefined && { instructions }),
      }),
    ],
  ]);

  return {
    handlers,
    open: () => Promise.resolve(),
    admit(method) {
      if (method === "initialize" && peer) {
        throw new ProtocolError(INVALID_REQUEST, "Already initialized");
      }
      if (method !== "initialize" && method !== "ping" && !peer) {
        throw new ProtocolError(INVALID_REQUEST, "Not initialized");
      }
    },
    observe(method, params) {
      if (method === "initialize" && isObject(params)) {
        peer = {
          info: params["clientInfo"],
          capabilities: params["capabilities"],
        };
      }
      if (method === "notifications/initialized" && peer) open();
    },
    ready: (method) => (method === "ping" ? undefined : opened),
    peer: () => peer ?? {},
    prepare: (params) => params,
    complete: (result) => result,
  };
}
