import type { Awaitable } from "../../runtime/protocol/answer.ts";
import type { SharedStore } from "./shared-store.ts";
import type { StoreTestTimes } from "./times.ts";
import { tryAgain } from "./try-again.ts";
import { Trial } from "./trial.ts";

/** One test of a store, for whatever runs tests. */
export interface StoreTest {
  /** The promise that it looks at. */
  readonly name: string;
  /** Rejects with an error that says what was promised, and what came instead. */
  run(): Promise<void>;
}

/** What is tried with a store, by the promise that is looked at. */
export type Trials<Store> = Readonly<
  Record<string, (trial: Trial<Store>) => Promise<void>>
>;

/** A test of each trial, with a store of its own that ends with it. */
export function storeTests<Store>(
  trials: Trials<Store>,
  make: (times: StoreTestTimes) => Awaitable<SharedStore<Store>>,
  times: StoreTestTimes,
): StoreTest[] {
  return Object.entries(trials).map(([name, attempt]) => ({
    name,
    run: () => tryAgain((longer) => tryOnce(attempt, make, longer), times),
  }));
}

async function tryOnce<Store>(
  attempt: Trials<Store>[string],
  make: (times: StoreTestTimes) => Awaitable<SharedStore<Store>>,
  times: StoreTestTimes,
): Promise<void> {
  const shared = await make(times);
  try {
    await attempt(new Trial(shared, times));
  } catch (error) {
    // What fails first is what is told.
    await Promise.resolve(shared.close()).catch(() => {});
    throw error;
  }
  await shared.close();
}
