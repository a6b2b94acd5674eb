import {
  storeTests,
  type StoreTest,
  type Trials,
} from "../support/store-test.ts";
import type { SharedStore } from "../support/shared-store.ts";
import { storeTestTimes, type StoreTestOptions } from "../support/times.ts";
import type { Awaitable } from "../../runtime/protocol/answer.ts";
import type { SessionStore } from "../../runtime/sessions/session-store.ts";
import { sessionBoundTrials } from "./session-bounds.ts";
import { sessionChangeTrials } from "./session-changes.ts";
import { sessionIdleTrials } from "./session-idle.ts";
import { sessionLifeTrials } from "./session-life.ts";

const trials: Trials<SessionStore> = {
  ...sessionLifeTrials,
  ...sessionIdleTrials,
  ...sessionChangeTrials,
  ...sessionBoundTrials,
};

/**
 * Returns tests of a `SessionStore` for any test runner. `make` creates an empty store for each
 * test. Throws a TypeError for an invalid option.
 */
export function sessionStoreTests(
  make: () => Awaitable<SharedStore<SessionStore>>,
  options: StoreTestOptions = {},
): readonly StoreTest[] {
  const times = storeTestTimes("sessionStoreTests", options);
  return storeTests(trials, () => make(), times);
}
