import { createSentinel } from "@redis/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  sampleBounds,
  sampleSession,
} from "../../../../src/store-tests/sessions/sample-session.ts";
import {
  openRedis,
  redisStores,
  type RedisLink,
} from "../../../../src/runtime/redis.ts";
import { redisMissing } from "../support/redis.ts";
import { startWatchedRedis, type WatchedRedis } from "../support/sentinel.ts";

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const patience = { timeout: 30_000, interval: 50 };

/** One process more, whose client asks the sentinel. */
async function linked({ port, name }: WatchedRedis): Promise<RedisLink> {
  const client = createSentinel({
    name,
    sentinelRootNodes: [{ host: "127.0.0.1", port }],
  });
  client.on("error", () => {});
  await client.connect();
  ends.push(() => client.destroy());
  const link = await openRedis(client, { timeout: 20_000, onError() {} });
  ends.push(() => link.close());
  return link;
}

const what = `a Redis behind a sentinel${redisMissing ? ` (${redisMissing})` : ""}`;

describe.skipIf(redisMissing)(what, () => {
  test("is used on when another is the primary, and the bus is heard", async () => {
    const watched = await startWatchedRedis();
    ends.push(() => watched.remove());
    const [one, other] = [await linked(watched), await linked(watched)];
    const [writing, reading] = [redisStores(one), redisStores(other)];
    const session = sampleSession();
    await writing.sessions.create(session, sampleBounds());
    const heard: string[] = [];
    await other.bus.listen("t", {
      heard: (message) => heard.push(message),
      gone() {},
      missed() {},
    });
    await one.bus.send("t", "before");
    await vi.waitFor(() => expect(heard).toEqual(["before"]), patience);
    let isOver = false;
    const calls = (async () => {
      let count = 0;
      for (; !isOver; count++) {
        const { id, principal } = session;
        expect(await reading.sessions.use(id, principal)).toEqual(session);
      }
      return count;
    })();
    // Where something else fails before it is looked at, that is told.
    calls.catch(() => {});
    await watched.failOver();
    const again = sampleSession();
    await writing.sessions.create(again, sampleBounds());
    expect(await reading.sessions.use(again.id, again.principal)).toEqual(
      again,
    );
    isOver = true;
    expect(await calls).toBeGreaterThan(0);
    await vi.waitFor(async () => {
      await one.bus.send("t", "after");
      expect(heard).toContain("after");
    }, patience);
  });
});
