import type { Bus } from "./bus.ts";
import type { SessionStore } from "./session-store.ts";
import type { StreamStore } from "./stream-store.ts";

/** Storage and bus that the processes of a cluster share. */
export interface ClusterStores {
  /** Session storage. */
  readonly sessions: SessionStore;
  /** Storage of stream events. */
  readonly streams: StreamStore;
  /** Message bus between the processes. */
  readonly bus: Bus;
}
