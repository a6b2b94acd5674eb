import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { pauseFor } from "../../../../src/runtime/stores/redis/link/pause.ts";

test("thousands who wait for an absent Redis are one listener of what ends them", async () => {
  const closing = new AbortController();
  const { signal } = closing;
  const waits = Array.from({ length: 1_000 }, () => pauseFor(60_000, signal));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await pauseFor(1, signal);
  closing.abort();
  await Promise.all(waits);
  await pauseFor(60_000, signal);
});
