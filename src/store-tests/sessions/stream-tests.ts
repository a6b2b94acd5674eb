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

/** What a test wants a store of streams to hold, and for how long. */
export interface StreamTestBounds {
  /** Bytes of one stream. */
  readonly maxStreamBytes: number;
  /** Bytes of one client. */
  readonly maxClientBytes: number;
  /** Bytes of all. */
  readonly maxBytes: number;
  /** How long a stream is kept that nobody writes or reads, in milliseconds. */
  readonly streamIdleMs: number;
}

const trials: Trials<StreamStore> = {
  ...streamEventTrials,
  ...streamReaderTrials,
  ...streamEndTrials,
};

/**
 * The promises of a `StreamStore`, as tests for any runner. `make` gives an empty store
 * with the bounds that a test wants, for each test anew. Throws a TypeError for an
 * option that is none.
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
