import {
  integerOption,
  requireKnown,
} from "../../runtime/protocol/sound-option.ts";

/** Times of the tests. */
export interface StoreTestOptions {
  /**
   * Maximum wait for an event, such as the death of a process, in milliseconds.
   *
   * @default 15_000
   */
  readonly waitMs?: number;
  /**
   * Wait that shows that an event does not happen, in milliseconds.
   *
   * @default 100
   */
  readonly quietMs?: number;
  /**
   * Short time to live, in milliseconds; use more for a slow store. A test that fails while its
   * process stalls is repeated with twice the time, up to four attempts.
   *
   * @default 400
   */
  readonly shortMs?: number;
}

/** Times with defaults. */
export type StoreTestTimes = Required<StoreTestOptions>;

/**
 * Validates the times and adds defaults. Throws a TypeError for a time that is not an integer
 * above 0, and for an unknown option.
 */
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
