import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openRedis,
  redisStateKeys,
  type RedisLink,
} from "../../../../src/runtime/redis.ts";
import { createSealer } from "../../../../src/runtime/server/input/sealed-state.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";

type Keys = Awaited<ReturnType<typeof redisStateKeys>>;

describe.skipIf(redisMissing !== undefined)("keys of states", () => {
  let server: RedisServer;
  let redis: RedisLink;
  let count = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.remove());

  async function begun(): Promise<RedisLink> {
    redis = await openRedis(server.url, { prefix: `k${++count}` });
    return redis;
  }

  /** As if the active key were older by so much. */
  function age(byMs: number): void {
    server.cli("hincrby", redis.key("state-keys"), "since", `${-byMs}`);
  }

  async function accepts(by: Keys, of: Keys): Promise<boolean> {
    const text = await createSealer({ keys: of }).seal("hello", "purpose");
    return (await createSealer({ keys: by }).open(text, "purpose")) === "hello";
  }

  test("all processes get the same, also those that start at once", async () => {
    const link = await begun();
    const all = await Promise.all([1, 2, 3, 4].map(() => redisStateKeys(link)));
    for (const keys of all) expect(keys).toEqual(all[0]);
    for (const key of all[0] ?? []) expect(key).toHaveLength(32);
    expect(new Set(all[0]?.map(String)).size).toBe(2);
    await link.close();
  });

  test("one key after the other protects, and each process accepts those of the generation before and after", async () => {
    const link = await begun();
    const rotateMs = 60_000;
    const generations: Keys[] = [];
    for (let round = 0; round < 5; round++) {
      generations.push(await redisStateKeys(link, { rotateMs }));
      expect(await redisStateKeys(link, { rotateMs })).toEqual(
        generations.at(-1),
      );
      expect(await redisStateKeys(link)).toEqual(generations.at(-1));
      age(rotateMs);
    }
    for (const [at, keys] of generations.entries())
      for (const [other, of] of generations.entries())
        expect([at, other, await accepts(keys, of)]).toEqual([
          at,
          other,
          Math.abs(at - other) <= 1,
        ]);
    await link.close();
  });

  test("what is no time is told", async () => {
    const link = await begun();
    await expect(redisStateKeys(link, { rotateMs: 1 })).rejects.toThrow(
      "rotateMs is an integer from 60000 on, not 1",
    );
    await expect(
      redisStateKeys(link, { rotate: true } as object),
    ).rejects.toThrow('redisStateKeys has no option "rotate"');
    await link.close();
  });
});
