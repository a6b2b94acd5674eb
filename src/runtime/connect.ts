import type { ConnectOptions } from "./client/connect-options.ts";
import type { ClientEndpoint } from "./client/create-client.ts";
import { createMemoryPair } from "./peer/memory.ts";
import type { Server, ServerConnection } from "./server/create-server.ts";

/**
 * Connects a client to a server within one process; rejects as `client.connect`
 * does. `revisions` are the only ones that are spoken.
 *
 * @example
 * await connect(server, client);
 * const { tools } = await client.listTools();
 */
export async function connect<Peer>(
  server: Server<Peer>,
  client: Pick<ClientEndpoint, "connect">,
  options: Pick<ConnectOptions, "revisions"> = {},
): Promise<ServerConnection<Peer>> {
  const [serverEnd, clientEnd] = createMemoryPair();
  const connection = server.connect(serverEnd);
  await client.connect(clientEnd, options);
  return connection;
}
