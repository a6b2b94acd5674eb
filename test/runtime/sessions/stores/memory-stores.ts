import {
  memoryCluster,
  type MemoryClusterOptions,
  type MemoryProcess,
} from "../../../../src/runtime/cluster.ts";
import type { SharedStore } from "../../../../src/store-tests/support/shared-store.ts";

/** Processes of one cluster in memory, with what a suite looks at. */
export function memoryStores<Store>(
  pick: (process: MemoryProcess) => Store,
  options: MemoryClusterOptions = {},
): SharedStore<Store> {
  // A turn of the loop without the millisecond that a timer takes.
  const latency = (): Promise<void> => new Promise(setImmediate);
  const cluster = memoryCluster({ latency, ...options });
  return {
    process() {
      const process = cluster.process();
      return { store: pick(process), kill: () => process.kill() };
    },
    close() {},
    setAway: (isAway) => cluster.setAway(isAway),
  };
}
