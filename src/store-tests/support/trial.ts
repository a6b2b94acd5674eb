import { waitFor } from "../../runtime/protocol/timers/wait-for.ts";
import type { SharedStore, StoreProcess } from "./shared-store.ts";
import type { StoreTestTimes } from "./times.ts";
import { cannotTell } from "./try-again.ts";

/** One try of a store: its processes, and the times to wait. */
export class Trial<Store> {
  readonly times: StoreTestTimes;
  readonly shared: SharedStore<Store>;

  constructor(shared: SharedStore<Store>, times: StoreTestTimes) {
    this.shared = shared;
    this.times = times;
  }

  /** One more process. */
  async process(): Promise<StoreProcess<Store>> {
    return this.shared.process();
  }

  /** What one more process has. */
  async store(): Promise<Store> {
    return (await this.process()).store;
  }

  /** What so many more processes have. */
  async stores(count: number): Promise<readonly Store[]> {
    const stores: Store[] = [];
    while (stores.length < count) stores.push(await this.store());
    return stores;
  }

  /** Waits until something is so; rejects where that takes too long. */
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

  /** What comes of something; rejects where that takes too long, as what hangs would end no test. */
  async inTime<Value>(
    promise: string,
    pending: Promise<Value>,
  ): Promise<Value> {
    const { waitMs } = this.times;
    return waitFor(pending, { timeout: waitMs }, `${promise}: not so`);
  }

  /** Gives what should not come the time to come. */
  quiet(): Promise<void> {
    return pause(this.times.quietMs);
  }

  /**
   * Does something again and again for some milliseconds. Rejects where a pause
   * between was longer than so many.
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
          `a step took ${Math.round(time - last)} ms, and the test wants one each ${longestPause} ms: give it a longer \`shortMs\``,
          { cause: cannotTell },
        );
      last = time;
    }
  }
}

/** Resolves after so many milliseconds. */
export function pause(delay: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delay));
}

/** Two stores of two processes. */
export async function twoOf<Store>(
  stores: Promise<readonly Store[]>,
): Promise<readonly [Store, Store]> {
  const [first, second] = await stores;
  if (first === undefined || second === undefined)
    throw new Error("a test has two processes");
  return [first, second];
}
