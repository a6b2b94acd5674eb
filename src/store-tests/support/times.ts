import {
  integerOption,
  requireKnown,
} from "../../runtime/protocol/sound-option.ts";

/** How long tests wait. */
export interface StoreTestOptions {
  /**
   * How long a test waits for what comes by itself, such as that a process is gone, in
   * milliseconds.
   *
   * @default 15_000
   */
  readonly waitMs?: number;
  /**
   * How long a test waits to see that something does not come, in milliseconds.
   *
   * @default 100
   */
  readonly quietMs?: number;
  /**
   * What tests take for a short time to live, in milliseconds: longer where a store is
   * slow. A test that fails while its process stands still is tried again with twice
   * that, four times at most.
   *
   * @default 400
   */
  readonly shortMs?: number;
}

/** The times of tests. */
export type StoreTestTimes = Required<StoreTestOptions>;

/** Throws a TypeError for a time that is no integer above 0, and for an option that there is not. */
export function storeTestTimes(
  what: string,
  given: StoreTestOptions,
): StoreTestTimes {
  requireKnown(what, given, { waitMs: true, quietMs: true, shortMs: true });
  return {
    waitMs: integerOption("waitMs", given.waitMs, 15_000),
    quietMs: integerOption("quietMs", given.quietMs, 100),
    shortMs: integerOption("shortMs", given.shortMs, 400),
  };
}
