import { expect, test } from "vitest";
import { storeTestTimes } from "../../../../src/store-tests/support/times.ts";
import {
  cannotTell,
  tryAgain,
} from "../../../../src/store-tests/support/try-again.ts";

const times = storeTestTimes("test", { shortMs: 40 });

/** What a test of a store is given, try by try, until it passes. */
async function triesOf(act: (count: number) => void): Promise<{
  readonly given: readonly number[];
  readonly failure: unknown;
}> {
  const given: number[] = [];
  const failure = await tryAgain(async ({ shortMs }) => {
    given.push(shortMs);
    // The watch sees how late it is when this process gets to it.
    await new Promise(setImmediate);
    act(given.length);
    await new Promise((resolve) => setTimeout(resolve, 15));
    throw new Error(`try ${given.length}`);
  }, times).catch((error: unknown) => error);
  return { given, failure };
}

/** Keeps this process from all that is due. */
function standStill(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("what fails while the process stands still is tried with longer times, four times at most", async () => {
  const { given, failure } = await triesOf((count) =>
    standStill(30 * 2 ** count),
  );
  expect(given).toEqual([40, 80, 160, 320]);
  expect(failure).toEqual(new Error("try 4"));
});

test("what cannot tell is tried again; what passes then has passed", async () => {
  const given: number[] = [];
  await tryAgain(async ({ shortMs }) => {
    given.push(shortMs);
    if (shortMs < 160) throw new Error("late", { cause: cannotTell });
  }, times);
  expect(given).toEqual([40, 80, 160]);
});

test("what fails while all goes on is told at once", async () => {
  // One that is long enough for what a busy machine may stand still.
  const patient = storeTestTimes("test", { shortMs: 60_000 });
  let count = 0;
  const tried = tryAgain(async () => {
    count++;
    throw new Error("wrong");
  }, patient);
  await expect(tried).rejects.toThrow("wrong");
  expect(count).toBe(1);
});
