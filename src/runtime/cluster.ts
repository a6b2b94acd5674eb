export type { Bus, BusListener } from "./cluster/bus.ts";
export type { ClusterStores } from "./cluster/cluster.ts";
export { createCluster } from "./cluster/http/create-cluster.ts";
export type { Cluster } from "./http/server/cluster.ts";
export {
  memoryCluster,
  type MemoryCluster,
  type MemoryProcess,
} from "./cluster/memory/memory-cluster.ts";
export type { MemoryClusterOptions } from "./cluster/memory/options.ts";
export type {
  SessionBounds,
  SessionChange,
  SessionKept,
  SessionRecord,
  SessionStore,
} from "./cluster/session-store.ts";
export type {
  Appended,
  Attached,
  NewEvent,
  StreamFacts,
  StreamPage,
  StreamReader,
  StreamState,
  StreamStore,
} from "./cluster/stream-store.ts";
