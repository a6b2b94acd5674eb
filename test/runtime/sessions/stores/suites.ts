import {
  busOutageTests,
  busTests,
  sessionStoreTests,
  streamStoreTests,
  taskStoreTests,
  type SharedStore,
  type StoreTest,
  type StoreTestOptions,
} from "../../../../src/store-tests/index.ts";
import type {
  Bus,
  SessionStore,
  StreamStore,
} from "../../../../src/runtime/cluster.ts";
import type { TaskStore } from "../../../../src/runtime/tasks.ts";
import { sharedTasks } from "../../tasks/several/shared-tasks.ts";
import { memoryStores } from "./memory-stores.ts";

/** A store that is not as it should be: made of one that is. */
export type Faulty<Store> = (sound: Store) => Store;

/** The whole processes of a store, where a fault concerns more than one call. */
type FaultyShared<Store> = (sound: SharedStore<Store>) => SharedStore<Store>;

function faulty<Store>(fault: Faulty<Store>): FaultyShared<Store> {
  return (sound) => ({
    ...sound,
    async process() {
      const process = await sound.process();
      return { ...process, store: fault(process.store) };
    },
  });
}

/** Short waits: what does not come within them does not come. */
const times: StoreTestOptions = { waitMs: 500, quietMs: 30, shortMs: 200 };

const onError = (): void => {};

/** The suite of sessions, over a store with a fault. */
export function faultySessions(
  fault: Faulty<SessionStore>,
): readonly StoreTest[] {
  const shared = faulty(fault);
  return sessionStoreTests(
    () => shared(memoryStores(({ sessions }) => sessions)),
    times,
  );
}

/** The suite of streams, over a store with a fault. */
export function faultyStreams(
  fault: Faulty<StreamStore>,
  options: object = {},
): readonly StoreTest[] {
  const shared = faulty(fault);
  return streamStoreTests(
    (bounds) =>
      shared(memoryStores(({ streams }) => streams, { ...bounds, ...options })),
    times,
  );
}

/** The suite of a bus, over one with a fault. */
export function faultyBus(fault: Faulty<Bus>): readonly StoreTest[] {
  const shared = faulty(fault);
  return busTests(
    () => shared(memoryStores(({ bus }) => bus, { onError })),
    times,
  );
}

/** The suite of a bus that is away, over one with a fault. */
export function outageOf(fault: Faulty<Bus>): readonly StoreTest[] {
  const shared = faulty(fault);
  return busOutageTests(
    () => shared(memoryStores(({ bus }) => bus, { onError })),
    times,
  );
}

/** The suite of tasks, over a store with a fault. */
export function faultyTasks(fault: Faulty<TaskStore>): readonly StoreTest[] {
  const shared = faulty(fault);
  return taskStoreTests((bounds) => {
    const begin = sharedTasks(bounds);
    return shared({
      process() {
        const { store, die } = begin();
        return { store, kill: die };
      },
      close() {},
    });
  }, times);
}
