import { waitFor } from "../../runtime/protocol/timers/wait-for.ts";
import type { SharedStore, StoreProcess } from "./shared-store.ts";
import type { StoreTestTimes } from "./times.ts";
import { cannotTell } from "./try-again.ts";

/** Run of a test: its store, processes and times. */
export class Trial<Store> {
  readonly times: StoreTestTimes;
  readonly shared: SharedStore<Store>;

  constructor(shared: SharedStore<Store>, times: StoreTestTimes) {
    this.shared = shared;
    this.times = times;
  }

  /** Creates another process. */
  async process(): Promise<StoreProcess<Store>> {
    return this.shared.process();
  }

  /** Creates another process and returns its store. */
  async store(): Promise<Store> {
    return (await this.process()).store;
  }

  /** Creates several processes and returns their stores. */
  async stores(count: number): Promise<readonly Store[]> {
    const stores: Store[] = [];
    while (stores.length < count) stores.push(await this.store());
    return stores;
  }

  /** Waits for a condition; rejects after `waitMs`. */
  async until(
    promise: string,
    isSo: () => boolean | Promise<boolean>,
  ): Promise<void> {
    const end = performance.now() + this.times.waitMs;
    for (let delay = 1; !(await isSo()); delay = Math.min(2 * delay, 50)) {
      if (performance.now() > end)
        throw new Error(`${promise}: not so within ${this.times.waitMs} ms`);
      await pause(delay);
    }
  }

  /** Awaits a promise; rejects after `waitMs`, so that no test hangs. */
  async inTime<Value>(
    promise: string,
    pending: Promise<Value>,
  ): Promise<Value> {
    const { waitMs } = this.times;
    return waitFor(pending, { timeout: waitMs }, `${promise}: not so`);
  }

  /** Waits for `quietMs`, to show that nothing happens. */
  quiet(): Promise<void> {
    return pause(this.times.quietMs);
  }

  /**
   * Repeats an action for `forMs` milliseconds. Rejects if a step takes longer than
   * `longestPause` milliseconds.
   */
  async steadily(
    forMs: number,
    longestPause: number,
    act: () => Promise<void>,
  ): Promise<void> {
    let last = performance.now();
    const end = last + forMs;
    while (performance.now() < end) {
      await pause(longestPause / 5);
      await act();
      const time = performance.now();
      if (time - last > longestPause)
        throw new Error(
          `a step took ${Math.round(time - last)} ms, and the test needs one every ${longestPause} ms: use a longer \`shortMs\``,
          { cause: cannotTell },
        );
      last = time;
    }
  }
}

/** Resolves after a delay in milliseconds. */
export function pause(delay: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delay));
}

/** Returns two stores of two processes. */
export async function twoOf<Store>(
  stores: Promise<readonly Store[]>,
): Promise<readonly [Store, Store]> {
  const [first, second] = await stores;
  if (first === undefined || second === undefined)
    throw new Error("a test has two processes");
  return [first, second];
}
