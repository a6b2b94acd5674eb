import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openRedis, redisTaskStore } from "../../../../src/runtime/redis.ts";
import { patient } from "../../wait.ts";
import { modernAsker } from "../../tasks/server/asker.ts";
import { serverOf } from "../../tasks/server/server.ts";
import { redisMissing, startRedis } from "../support/redis.ts";

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe.skipIf(redisMissing !== undefined)("a task in Redis", () => {
  test("that comes to its end while that is away is completed when it is back", async () => {
    const redis = await startRedis({ isDurable: true });
    ends.push(() => redis.remove());
    const link = await openRedis(redis.url, { timeout: 4_000, onError() {} });
    ends.push(() => link.close());
    let finish: (said: string) => void = () => {};
    let runs = 0;
    const server = serverOf(
      () => {
        runs++;
        return new Promise<string>((resolve) => (finish = resolve));
      },
      { store: redisTaskStore(link) },
      { onError() {} },
    );
    ends.push(() => server.tasks.close());
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await redis.stop();
    finish("much work");
    // Longer than a command waits, and than the end is tried for the first time.
    await setTimeout(9_000);
    expect(server.tasks.running).toBe(0);
    expect(await asker.refused("tasks/get", { taskId })).toMatchObject({
      message: "The task store is unavailable: try again",
    });
    await redis.start();
    await vi.waitFor(
      async () =>
        expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
          status: "completed",
          result: { content: [{ text: "much work" }] },
        }),
      patient,
    );
    expect(runs).toBe(1);
  });
});
