export type { Bus, BusListener } from "./sessions/bus.ts";
export type { ClusterStores } from "./sessions/cluster.ts";
export { createCluster } from "./sessions/cluster/create-cluster.ts";
export type { Cluster } from "./http/server/options.ts";
export {
  memoryCluster,
  type MemoryCluster,
  type MemoryProcess,
} from "./sessions/memory/memory-cluster.ts";
export type { MemoryClusterOptions } from "./sessions/memory/options.ts";
export type {
  SessionBounds,
  SessionChange,
  SessionKept,
  SessionRecord,
  SessionStore,
} from "./sessions/session-store.ts";
export type {
  Appended,
  Attached,
  NewEvent,
  StreamFacts,
  StreamPage,
  StreamReader,
  StreamState,
  StreamStore,
} from "./sessions/stream-store.ts";
