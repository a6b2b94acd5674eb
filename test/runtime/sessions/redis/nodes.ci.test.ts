import { setTimeout } from "node:timers/promises";
import { createClient, createCluster } from "@redis/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  openRedis,
  redisStores,
  type RedisLink,
} from "../../../../src/runtime/redis.ts";
import { redisMissing } from "../support/redis.ts";
import { startRedisNodes, type RedisNodes } from "../support/redis-nodes.ts";

const prefix = "nodes";
const patience = { timeout: 20_000, interval: 20 };

const what = `a Redis Cluster of several nodes${redisMissing ? ` (${redisMissing})` : ""}`;

describe.skipIf(redisMissing)(what, () => {
  let nodes: RedisNodes;
  const clients: { destroy(): void }[] = [];
  beforeAll(async () => {
    nodes = await startRedisNodes(`{${prefix}}`);
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await nodes.remove();
  });

  /** One process more, with a client of its own. */
  async function linked(): Promise<RedisLink> {
    const client = createCluster({
      rootNodes: nodes.urls.map((url) => ({ url })),
    });
    client.on("error", () => {});
    await client.connect();
    clients.push(client);
    const link = await openRedis(client, {
      prefix,
      // The client looks for another owner after five seconds.
      timeout: 15_000,
      onError() {},
    });
    return link;
  }

  test("a client of one node is told that it needs one of the whole cluster", async () => {
    const client = createClient({ url: nodes.other.url });
    client.on("error", () => {});
    await client.connect();
    clients.push(client);
    await expect(openRedis(client, { prefix })).rejects.toMatchObject({
      kind: "refused",
      code: "MOVED",
      message: expect.stringContaining(
        "a client of the whole cluster",
      ) as string,
    });
  });

  test.each([
    ["changes its role in order", () => nodes.failOver()],
    ["changes it back", () => nodes.failOver()],
    ["is killed", () => nodes.kill()],
  ])(
    "calls go on when the node that has the keys %s, and the bus is heard",
    async (name, change) => {
      const [one, other] = [await linked(), await linked()];
      const heard: string[] = [];
      let missed = 0;
      await other.bus.listen("t", {
        heard: (message) => heard.push(message),
        gone() {},
        missed: () => void missed++,
      });
      const [writing, reading] = [redisStores(one), redisStores(other)];
      const stream = `${name.replaceAll(" ", "-")}.s`;
      const opened = { stream, session: `${stream}.`, principal: undefined };
      const rest = { client: "", process: undefined, requests: [], needs: [] };
      await writing.streams.open({ ...opened, ...rest });
      const sent: string[] = [];
      let isOver = false;
      const calls = (async () => {
        while (!isOver) {
          const data = `${sent.length}`;
          await one.bus.send("t", data, other.bus.name);
          await writing.streams.append(stream, { data });
          sent.push(data);
          await setTimeout(5);
        }
      })();
      await setTimeout(200);
      await change();
      const before = sent.length;
      await vi.waitUntil(() => sent.length > before + 20, patience);
      isOver = true;
      await calls;
      await vi.waitUntil(() => heard.includes(sent.at(-1) ?? ""), patience);
      const kept = await reading.streams.read(stream, undefined, 0);
      const texts = kept?.events.map(({ data }) => data) ?? [];
      // Every call was tried until it was done; what is told twice is done once.
      expect(heard).toEqual(sent);
      expect(texts).toEqual(sent);
      expect(missed).toBe(0);
      await Promise.all([one.close(), other.close()]);
    },
    60_000,
  );
});
