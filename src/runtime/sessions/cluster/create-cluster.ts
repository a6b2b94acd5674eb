import { isStateless } from "../../protocol/revision/protocol-table.ts";
import type { Cluster, SessionOptions } from "../../http/server/options.ts";
import type { Endpoint, HttpServices } from "../../http/server/services.ts";
import { createSessionlessEndpoint } from "../../http/server/sessionless.ts";
import type { ClusterStores } from "../cluster.ts";
import { ClusterEndpoint } from "./endpoint.ts";
import { Process } from "./process.ts";

/**
 * Makes what `cluster` of `listen` and of handlers takes, of stores that all processes
 * share: so that any process answers any request of any session. It serves one
 * server at a time, whose `close` does not close the bus.
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
          "cluster: it serves another server already: each needs one of its own, with a bus of its own",
        );
      isJoined = true;
      // The transport's own: its options name this cluster, and so its type cannot name them.
      const own = services as HttpServices;
      return endpointOf(own, stores, () => (isJoined = false));
    },
    // What it is exactly is no business of strangers.
    problem: () =>
      stores.bus.problem() && "the store cannot be reached, or is full",
  };
}

/** Where there are no sessions, processes tell each other of changes alone. */
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
