import type { Awaitable } from "../../runtime/protocol/answer.ts";

/** Empty store for one test, which several processes share. */
export interface SharedStore<Store> {
  /** Creates another process that shares the store. */
  process(): Awaitable<StoreProcess<Store>>;
  /** Ends all processes and deletes all data. */
  close(): Awaitable<void>;
  /**
   * Disconnects all processes from the store, or connects them again; required for tests of
   * outages.
   */
  setAway?(isAway: boolean): Awaitable<void>;
}

/** Process of a test, real or simulated. */
export interface StoreProcess<Store> {
  /** Store of this process. */
  readonly store: Store;
  /** Ends the process without a goodbye, as if it were killed. */
  kill(): Awaitable<void>;
}
