import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waiting } from "../load/waiting.ts";
import { Sea } from "./storm/sea.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const order = { url: "", seed: 1, clients: 1, calls: 1 };

/** What becomes of a change that is heard after so many milliseconds, or never. */
async function heardAfter(sea: Sea, milliseconds: number): Promise<unknown> {
  const wait = waiting();
  let isHeard = false;
  setTimeout(() => {
    isHeard = true;
    wait.tell();
  }, milliseconds);
  const heard = sea
    .changeHeard(wait, () => isHeard, "x", "token")
    .then(
      () => "fine",
      (error: unknown) => String(error),
    );
  await vi.advanceTimersByTimeAsync(40_000);
  return heard;
}

const newSea = (): Sea => new Sea({ ...order, hasSessions: true, pauseMs: 0 });

test("a change that is heard late is an error where plain calls are fast", async () => {
  const sea = newSea();
  const end = sea.begin("echo");
  await vi.advanceTimersByTimeAsync(100);
  end();
  expect(await heardAfter(sea, 1_000)).toBe("fine");
  expect(await heardAfter(sea, 3_000)).toContain("was heard after 3.0 s");
  expect(sea).toMatchObject({ late: [], unheard: [], slow: 0 });
});

test.each(["before", "behind"])(
  "it is none where a plain call was slow, that ends %s it",
  async (order) => {
    const sea = newSea();
    const end = sea.begin("echo in a session");
    setTimeout(end, order === "before" ? 2_000 : 4_000);
    expect(await heardAfter(sea, 3_000)).toBe("fine");
    expect(sea).toMatchObject({ unheard: [], slow: 1 });
    expect(sea.late).toHaveLength(1);
    // What was slow before it was made is no excuse.
    expect(await heardAfter(sea, 3_000)).toContain("was heard after 3.0 s");
  },
);

test("one that is never heard is an error, however slow all is", async () => {
  const sea = newSea();
  sea.begin("echo");
  expect(await heardAfter(sea, 60_000)).toContain("was not heard after 30.0 s");
  expect(sea.unheard).toEqual(["token"]);
});
