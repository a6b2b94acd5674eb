import type { Bus } from "./bus.ts";
import type { SessionStore } from "./session-store.ts";
import type { StreamStore } from "./stream-store.ts";

/** Where the processes of a cluster keep what they share. */
export interface ClusterStores {
  /** Keeps sessions. */
  readonly sessions: SessionStore;
  /** Keeps the events of streams. */
  readonly streams: StreamStore;
  /** Tells processes what they have to know of each other. */
  readonly bus: Bus;
}
