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
 * The promises of a `Bus`, as tests for any runner. `make` gives processes that hear
 * each other and nobody else, for each test anew. Throws a TypeError for an option that
 * is none.
 */
export function busTests(
  make: () => Awaitable<SharedStore<Bus>>,
  options: StoreTestOptions = {},
): readonly StoreTest[] {
  const times = storeTestTimes("busTests", options);
  return storeTests(trials, async () => joined(await make()), times);
}

/**
 * What a `Bus` promises for the time when it is away, as tests for any runner: what
 * `make` gives has `setAway`. Throws a TypeError for an option that is none.
 */
export function busOutageTests(
  make: () => Awaitable<SharedStore<Bus>>,
  options: StoreTestOptions = {},
): readonly StoreTest[] {
  const times = storeTestTimes("busOutageTests", options);
  return storeTests(busOutageTrials, async () => joined(await make()), times);
}

/** The same, where each process is known to the others from its beginning: it may join only when it uses the bus. */
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
