import { isStateless } from "../../protocol/revision/protocol-table.ts";
import type { Cluster, SessionOptions } from "../../http/server/options.ts";
import type { Endpoint, HttpServices } from "../../http/server/services.ts";
import { createSessionlessEndpoint } from "../../http/server/sessionless.ts";
import type { ClusterStores } from "../cluster.ts";
import { ClusterEndpoint } from "./endpoint.ts";
import { Process } from "./process.ts";

/**
 * Creates the `cluster` option of `listen` and of handlers from stores that all processes
 * share. Any process can then answer any request of any session. A cluster serves one server at
 * a time; closing the server does not close the bus.
 *
 * @example
 * const cluster = createCluster(memoryCluster().process());
 * await listen(server, { port: 3000, cluster });
 */
export function createCluster(stores: ClusterStores): Cluster {
  let isJoined = false;
  return {
    join(services) {
      if (isJoined)
        throw new TypeError(
          "cluster: already in use by another server. Create a separate cluster with a separate bus for each server.",
        );
      isJoined = true;
      // The services come from the transport itself; its option type refers to this cluster, so
      // it cannot name them.
      const own = services as HttpServices;
      return endpointOf(own, stores, () => (isJoined = false));
    },
    // Hides details of the problem from clients.
    problem: () =>
      stores.bus.problem() && "the store cannot be reached, or is full",
  };
}

/** Session options of a cluster without sessions, which only distributes changes. */
const noSessions: Required<SessionOptions> = {
  max: 1,
  idleMs: 60_000,
  maxStreams: 1,
  maxKeptBytes: 1,
};

function endpointOf(
  services: HttpServices,
  stores: ClusterStores,
  onClose: () => void,
): Endpoint {
  const { server, options } = services;
  const { sessions } = options;
  const process = new Process(
    services,
    stores,
    sessions || noSessions,
    onClose,
  );
  const endpoint = new ClusterEndpoint(process);
  const isShaking = server.revisions.some((table) => !isStateless({ table }));
  if (sessions || !isShaking) return endpoint;
  const alone = createSessionlessEndpoint(services);
  return {
    ...alone,
    async end() {
      await Promise.all([alone.end(), endpoint.end()]);
    },
    close() {
      alone.close();
      endpoint.close();
    },
  };
}
