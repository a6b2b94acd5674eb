// The runtime of mcp-gen 0.1.0.

import type { ClientEndpoint } from "./client/create-client.js";
import { createMemoryPair } from "./peer/memory.js";
import type { Server, ServerConnection } from "./server/create-server.js";

/** Connects a client to a server within one process; rejects as `client.connect` does. */
export async function connect<Peer>(
  server: Server<Peer>,
  client: Pick<ClientEndpoint, "connect">,
): Promise<ServerConnection<Peer>> {
  const [serverEnd, clientEnd] = createMemoryPair();
  const connection = server.connect(serverEnd);
  await client.connect(clientEnd);
  return connection;
}
