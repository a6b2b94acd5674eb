import type { Awaitable } from "../../runtime/protocol/answer.ts";

/** What a test looks at: something that several processes share, and that is empty. */
export interface SharedStore<Store> {
  /** One more process, which shares it with the others. */
  process(): Awaitable<StoreProcess<Store>>;
  /** Ends what is left of the processes, and forgets all that was kept. */
  close(): Awaitable<void>;
  /** Cuts all processes off from what they share, or ends that: tests of outages need it. */
  setAway?(isAway: boolean): Awaitable<void>;
}

/** One process of a test: it may be one in name only. */
export interface StoreProcess<Store> {
  /** What the process has of what all share. */
  readonly store: Store;
  /** Ends the process without a goodbye, as when it is killed. */
  kill(): Awaitable<void>;
}
