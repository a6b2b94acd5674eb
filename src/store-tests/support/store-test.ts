import type { Awaitable } from "../../runtime/protocol/answer.ts";
import type { SharedStore } from "./shared-store.ts";
import type { StoreTestTimes } from "./times.ts";
import { tryAgain } from "./try-again.ts";
import { Trial } from "./trial.ts";

/** Test of a store, for any test runner. */
export interface StoreTest {
  /** Requirement that the test checks. */
  readonly name: string;
  /** Rejects with an error that names the requirement and the actual value. */
  run(): Promise<void>;
}

/** Test functions by the requirement that they check. */
export type Trials<Store> = Readonly<
  Record<string, (trial: Trial<Store>) => Promise<void>>
>;

/** Creates a test for each function, each with a new store. */
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
    // The first error is reported.
    await Promise.resolve(shared.close()).catch(() => {});
    throw error;
  }
  await shared.close();
}
