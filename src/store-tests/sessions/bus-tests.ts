import {
  storeTests,
  type StoreTest,
  type Trials,
} from "../support/store-test.ts";
import type { SharedStore, StoreProcess } from "../support/shared-store.ts";
import { storeTestTimes, type StoreTestOptions } from "../support/times.ts";
import type { Awaitable } from "../../runtime/protocol/answer.ts";
import type { Bus } from "../../runtime/sessions/bus.ts";
import { busMembershipTrials } from "./bus-membership.ts";
import { busMessageTrials } from "./bus-messages.ts";
import { busOutageTrials } from "./bus-outages.ts";

const trials: Trials<Bus> = { ...busMessageTrials, ...busMembershipTrials };

/**
 * Returns tests of a `Bus` for any test runner. `make` creates a new group of connected
 * processes for each test. Throws a TypeError for an invalid option.
 */
export function busTests(
  make: () => Awaitable<SharedStore<Bus>>,
  options: StoreTestOptions = {},
): readonly StoreTest[] {
  const times = storeTestTimes("busTests", options);
  return storeTests(trials, async () => joined(await make()), times);
}

/**
 * Returns tests of the outages of a `Bus` for any test runner; the result of `make` needs
 * `setAway`. Throws a TypeError for an invalid option.
 */
export function busOutageTests(
  make: () => Awaitable<SharedStore<Bus>>,
  options: StoreTestOptions = {},
): readonly StoreTest[] {
  const times = storeTestTimes("busOutageTests", options);
  return storeTests(busOutageTrials, async () => joined(await make()), times);
}

/** Lets each process join at its start, as it may otherwise join at its first use of the bus. */
function joined(shared: SharedStore<Bus>): SharedStore<Bus> {
  const process = async (): Promise<StoreProcess<Bus>> => {
    const made = await shared.process();
    await made.store.isAlive(made.store.name);
    return made;
  };
  return {
    process,
    close: () => shared.close(),
    ...(shared.setAway && {
      setAway: (isAway: boolean) => shared.setAway?.(isAway),
    }),
  };
}
