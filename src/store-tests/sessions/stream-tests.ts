import {
  storeTests,
  type StoreTest,
  type Trials,
} from "../support/store-test.ts";
import type { SharedStore } from "../support/shared-store.ts";
import { storeTestTimes, type StoreTestOptions } from "../support/times.ts";
import type { Awaitable } from "../../runtime/protocol/answer.ts";
import type { StreamStore } from "../../runtime/sessions/stream-store.ts";
import { streamBoundTrials } from "./stream-bounds.ts";
import { streamEventTrials } from "./stream-events.ts";
import { streamReaderTrials } from "./stream-readers.ts";
import { streamEndTrials } from "./stream-ends.ts";

/** Limits of a stream store for a test. */
export interface StreamTestBounds {
  /** Maximum size of one stream, in bytes. */
  readonly maxStreamBytes: number;
  /** Maximum size of the streams of one client, in bytes. */
  readonly maxClientBytes: number;
  /** Maximum size of all streams, in bytes. */
  readonly maxBytes: number;
  /** Idle timeout of a stream, in milliseconds. */
  readonly streamIdleMs: number;
}

const trials: Trials<StreamStore> = {
  ...streamEventTrials,
  ...streamReaderTrials,
  ...streamEndTrials,
};

/**
 * Returns tests of a `StreamStore` for any test runner. `make` creates an empty store with the
 * given limits for each test. Throws a TypeError for an invalid option.
 */
export function streamStoreTests(
  make: (bounds: StreamTestBounds) => Awaitable<SharedStore<StreamStore>>,
  options: StoreTestOptions = {},
): readonly StoreTest[] {
  const times = storeTestTimes("streamStoreTests", options);
  const wide: StreamTestBounds = {
    maxStreamBytes: 1_048_576,
    maxClientBytes: 1_048_576,
    maxBytes: 4_194_304,
    streamIdleMs: 60_000,
  };
  return [
    ...storeTests(trials, () => make(wide), times),
    ...streamBoundTrials.flatMap(({ bounds, trials }) =>
      storeTests(trials, (tried) => make({ ...wide, ...bounds(tried) }), times),
    ),
  ];
}
