import { expect, test } from "vitest";
import { oneStepEach } from "./histories.ts";
import { memoryStores } from "./memory-stores.ts";
import { sessionModel } from "./session-model.ts";
import { streamModel } from "./stream-model.ts";
import { fc, runs } from "../../../support/random.ts";

/** Answers that come sooner or later, as over a network. */
function jitter(): Promise<void> {
  return new Promise((resolve) => {
    if (Math.random() < 0.5) setImmediate(resolve);
    else resolve();
  });
}

test("sessions in memory are as if all was asked one after the other", async () => {
  await fc.assert(
    oneStepEach(sessionModel("memory"), () =>
      memoryStores(({ sessions }) => sessions, { latency: jitter }),
    ),
    { numRuns: runs(1_000, 50) },
  );
});

test("streams in memory are as if all was asked one after the other", async () => {
  await fc.assert(
    oneStepEach(streamModel("memory"), () =>
      memoryStores(({ streams }) => streams, { latency: jitter }),
    ),
    { numRuns: runs(1_000, 50) },
  );
});

test("a store that does in two steps what is one is found", async () => {
  const found = await fc.check(
    oneStepEach(sessionModel("torn"), () => {
      const sound = memoryStores(({ sessions }) => sessions);
      return {
        ...sound,
        async process() {
          const { store, kill } = await sound.process();
          return {
            kill,
            store: {
              ...store,
              async end(id: string, principal: string | undefined) {
                const isThere = await store.use(id, principal);
                await store.end(id, principal);
                return isThere !== undefined;
              },
            },
          };
        },
      };
    }),
    { numRuns: 2_000 },
  );
  expect(found.failed).toBe(true);
});
