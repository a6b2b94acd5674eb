import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Bus } from "../../../../src/runtime/sessions/bus.ts";
import {
  redisTaskStore,
  type RedisLink,
} from "../../../../src/runtime/redis.ts";
import {
  ask,
  begin,
  cancelTask,
  completeTask,
  say,
  type TaskSeed,
} from "../../../../src/runtime/tasks/life.ts";
import type { TaskRecord } from "../../../../src/runtime/tasks/record.ts";
import { newTaskId } from "../../../../src/runtime/tasks/task-id.ts";
import { sure } from "../../tasks/records.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";
import { openMortal, type MortalLink } from "./mortal.ts";
import { patient } from "../../wait.ts";

/** A task that begins now. */
const task = (seed: Partial<TaskSeed> = {}): TaskRecord =>
  begin({ taskId: newTaskId(), method: "tools/call", ttl: 60_000, ...seed });

const what = `tasks in Redis${redisMissing ? ` (${redisMissing})` : ""}`;

describe.skipIf(redisMissing)(what, () => {
  let server: RedisServer;
  const links: MortalLink[] = [];
  let made = 0;

  beforeAll(async () => {
    server = await startRedis({ isDurable: true });
  });
  afterAll(async () => {
    await Promise.all(links.map((link) => link.end()));
    await server.remove();
  });

  /** Links of as many processes, with a prefix of their own. */
  async function processes(
    count: number,
    goneMs: number,
  ): Promise<MortalLink[]> {
    const prefix = `s${++made}`;
    const all = await Promise.all(
      Array.from({ length: count }, () =>
        openMortal(server.url, { prefix, goneMs }),
      ),
    );
    links.push(...all);
    return all;
  }

  /** None is taken for gone that only stands still, where the test does not say so. */
  async function two(goneMs = 60_000): Promise<[MortalLink, MortalLink]> {
    const [one, other] = await processes(2, goneMs);
    if (!one || !other) throw new Error("there are two");
    return [one, other];
  }

  const keys = ({ redis }: MortalLink): string[] =>
    server.cli("keys", redis.key("tasks*")).split("\n").filter(Boolean);

  test("are not begun where Redis is full, and what was begun before is told as it is", async () => {
    const [{ redis }] = await two();
    const store = redisTaskStore(redis);
    const [old, later] = [task(), task()];
    await store.create(old);
    server.cli("config", "set", "maxmemory", "1");
    try {
      const full = { kind: "refused", code: "OOM" };
      await expect(store.create(later)).rejects.toMatchObject(full);
      await expect(
        store.update(old.taskId, (one) => completeTask(one, {})),
      ).rejects.toMatchObject(full);
      expect(await store.read(old.taskId)).toMatchObject({ status: "working" });
    } finally {
      server.cli("config", "set", "maxmemory", "0");
    }
    await store.create(later);
    expect(await store.read(later.taskId)).toMatchObject({ status: "working" });
  });

  test("are counted as they are, whatever becomes of them, and leave nothing", async () => {
    const both = await two();
    const [{ redis }] = both;
    const stores = both.map((link) => redisTaskStore(link.redis));
    const random = (most: number): number => Math.floor(Math.random() * most);
    const ids: string[] = [];
    const live = async (): Promise<void> => {
      for (let count = 0; count < 60; count++) {
        const store = stores[random(2)];
        const id = ids[random(ids.length)] ?? "";
        switch (random(6)) {
          case 0:
          case 1: {
            const owner = ["ada", "bob", undefined][random(3)];
            const made = task({
              ...(owner !== undefined && { owner }),
              ...(random(2) === 1 && { session: `session ${random(3)}` }),
              ttl: random(5) === 0 ? 1 : 60_000,
            });
            await store?.create(made, random(5_000));
            ids.push(made.taskId);
            break;
          }
          case 2:
            await store?.update(id, (one) => say(one, "x".repeat(random(900))));
            break;
          case 3:
            await store?.update(id, (one) => completeTask(one, { own: count }));
            break;
          case 4:
            await store?.update(id, (one) => cancelTask(one));
            break;
          case 5:
            await store?.remove(id);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, live));
    // Whatever is past its time is forgotten with the next that comes.
    await stores[0]?.create(task({ owner: "ada" }));
    const rows = new Map<string, { bytes: number; owner: string }>();
    const found = await redis.command("HGETALL", redis.key("tasks", "rows"));
    for (const [id, text] of Object.entries(found as Record<string, string>))
      rows.set(id, JSON.parse(text) as { bytes: number; owner: string });
    const used: Record<string, number> = {};
    const add = (field: string, more: number): void => {
      used[field] = (used[field] ?? 0) + more;
    };
    for (const { bytes, owner } of rows.values())
      for (const of of ["", `:${owner}`]) {
        add(`tasks${of}`, 1);
        add(`bytes${of}`, bytes);
      }
    const counted = await redis.command("HGETALL", redis.key("tasks", "used"));
    expect(rows.size).toBeGreaterThan(10);
    expect(
      Object.fromEntries(
        Object.entries(counted as Record<string, string>).map(
          ([field, value]) => [field, Number(value)],
        ),
      ),
    ).toEqual(used);
    for (const key of keys(both[0]))
      expect([key, Number(server.cli("pttl", key)) > 0]).toEqual([key, true]);
    for (const id of rows.keys()) await stores[1]?.remove(id);
    expect(keys(both[0])).toEqual([]);
  });

  test("of all kinds have a time in Redis, also those that are for ever", async () => {
    const [{ redis }] = await two();
    const store = redisTaskStore(redis, { keepMs: 30_000 });
    const kept = task({ ttl: null, session: "own" });
    await store.create(kept);
    const left = async (): Promise<number> =>
      Number(await redis.command("PTTL", redis.key("tasks", "t", kept.taskId)));
    expect(await left()).toBeLessThanOrEqual(30_000);
    await vi.waitUntil(async () => (await left()) < 29_500, patient);
    await store.update(kept.taskId, (one) => say(one, "half way"));
    expect(await left()).toBeGreaterThan(29_500);
    const long = task({ ttl: Number.MAX_SAFE_INTEGER });
    await store.create(long);
    expect(await store.read(long.taskId)).toEqual(long);
  });

  test("are changed once, although the answer was lost and Redis is asked again", async () => {
    const [one, other] = await two();
    const { redis } = one;
    const store = redisTaskStore(twice(redis));
    const asking = task();
    await store.create(asking);
    const asked = await store.update(asking.taskId, (known) =>
      ask(known, known.questions ? "again" : "sure", sure),
    );
    expect(Object.keys(asked?.questions ?? {})).toEqual(["sure"]);
    expect(await redisTaskStore(other.redis).read(asking.taskId)).toEqual(
      asked,
    );
    expect(server.cli("hget", redis.key("tasks", "used"), "tasks")).toBe("1");
  });

  test("are changed by each of several stores of one link, and no name is taken twice", async () => {
    const [{ redis }] = await two();
    const [store, other] = [redisTaskStore(redis), redisTaskStore(redis)];
    const [one, another] = [task(), task()];
    await store.create(one);
    await other.update(one.taskId, (known) => completeTask(known, { own: 1 }));
    expect(await store.read(one.taskId)).toMatchObject({ status: "completed" });
    await other.create(another);
    const again = store.create({ ...another, method: "other" });
    await expect(again).rejects.toThrow("already exists");
    expect(await store.read(another.taskId)).toEqual(another);
  });

  test("are never left as they are for what they were a while ago", async () => {
    const [one, other] = await two();
    const mute = withBus(other.redis, () => ({ send: async () => true }));
    const [store, faster] = [redisTaskStore(one.redis), redisTaskStore(mute)];
    const busy = task();
    await store.create(busy);
    const heard: (string | undefined)[] = [];
    store.watch(busy.taskId, (now) => heard.push(now?.statusMessage));
    await store.update(busy.taskId, (now) => say(now, "first"));
    await faster.update(busy.taskId, (now) => say(now, "second"));
    expect(heard).toEqual(["first"]);
    const seen: (string | undefined)[] = [];
    const kept = await store.update(busy.taskId, (now) => {
      seen.push(now.statusMessage);
      return undefined;
    });
    expect(kept).toMatchObject({ statusMessage: "second" });
    await store.update(busy.taskId, (now) => {
      if (now.statusMessage === "first") throw new Error("it is over already");
      return say(now, "third");
    });
    expect(heard).toEqual(["first", "third"]);
    expect(seen).toEqual(["first", "second"]);
  });

  test("are never heard of as they were before", async () => {
    const [one, other] = await two();
    let hold: Promise<void> | undefined;
    let isHeld = false;
    const slow: RedisLink = {
      ...one.redis,
      async command(...words) {
        const reply = await one.redis.command(...words);
        isHeld = hold !== undefined;
        await hold;
        return reply;
      },
    };
    const [store, elsewhere] = [
      redisTaskStore(slow),
      redisTaskStore(other.redis),
    ];
    await store.open();
    await elsewhere.open();
    const busy = task();
    await store.create(busy);
    const heard: (string | undefined)[] = [];
    store.watch(busy.taskId, (now) => heard.push(now?.statusMessage));
    await store.update(busy.taskId, (now) => say(now, "first"));
    let release: () => void = () => {};
    hold = new Promise((resolve) => (release = resolve));
    await elsewhere.update(busy.taskId, (now) => say(now, "second"));
    await vi.waitUntil(() => isHeld, patient);
    await store.update(busy.taskId, (now) => say(now, "third"));
    hold = undefined;
    release();
    await store.close();
    expect(heard).toEqual(["first", "third"]);
    await elsewhere.close();
  });

  test("are heard of in the end, although it could not be told at first", async () => {
    const [one, other] = await two();
    let failures = 3;
    const refusing = withBus(one.redis, ({ send }) => ({
      send: (...message) =>
        failures-- > 0
          ? Promise.reject(new Error("the bus is away"))
          : send(...message),
    }));
    const [store, hearing] = [
      redisTaskStore(refusing),
      redisTaskStore(other.redis),
    ];
    await hearing.open();
    await store.open();
    const watched = task();
    await store.create(watched);
    const heard: (string | undefined)[] = [];
    hearing.watch(watched.taskId, (now) => heard.push(now?.status));
    await store.update(watched.taskId, (now) => cancelTask(now));
    await vi.waitUntil(() => heard.includes("cancelled"), patient);
    expect(failures).toBeLessThan(0);
    await store.close();
    await hearing.close();
  });

  test("are heard of although who changed them died before it told that", async () => {
    const [one, other] = await two(1_000);
    const mute = withBus(one.redis, () => ({
      send: () => new Promise(() => {}),
    }));
    const [store, hearing] = [
      redisTaskStore(mute),
      redisTaskStore(other.redis),
    ];
    await hearing.open();
    await store.open();
    const watched = task();
    await hearing.create(watched);
    const heard: (string | undefined)[] = [];
    hearing.watch(watched.taskId, (now) => heard.push(now?.status));
    await store.update(watched.taskId, (now) => cancelTask(now));
    expect(heard).toEqual([]);
    one.kill();
    await vi.waitUntil(() => heard.includes("cancelled"), patient);
    await hearing.close();
  });

  test("of a process that said goodbye before they ended are left, too", async () => {
    const [one, other] = await two();
    const store = redisTaskStore(one.redis);
    await store.open();
    const left = task();
    await store.create(left);
    await one.redis.close();
    const next = redisTaskStore(other.redis);
    expect(await next.open()).toEqual([left]);
    await next.close();
  });

  test("of a process that lives are left to it", async () => {
    const [one, other] = await two();
    const store = redisTaskStore(one.redis);
    await store.open();
    await store.create(task());
    const next = redisTaskStore(other.redis);
    expect(await next.open()).toEqual([]);
    await Promise.all([store.close(), next.close()]);
  });

  test("outlive a restart of Redis, and what was acknowledged is there", async () => {
    const [one, other] = await two();
    const [store, reading] = [
      redisTaskStore(one.redis),
      redisTaskStore(other.redis),
    ];
    await store.open();
    await reading.open();
    const all = Array.from({ length: 20 }, () => task());
    for (const one of all) await store.create(one);
    const heard: string[] = [];
    for (const { taskId } of all)
      reading.watch(taskId, (now) => now && heard.push(now.status));
    const acknowledged: string[] = [];
    let isAway = false;
    const ending = all.map(async ({ taskId }, at) => {
      // Some before it is away, some while it is.
      if (at >= 10) await vi.waitUntil(() => isAway, patient);
      await store.update(taskId, (now) => completeTask(now, { at }));
      acknowledged.push(taskId);
    });
    await vi.waitUntil(() => acknowledged.length >= 5, patient);
    await server.kill();
    isAway = true;
    await server.start();
    await Promise.all(ending);
    for (const [at, { taskId }] of all.entries())
      expect(await reading.read(taskId)).toMatchObject({
        status: "completed",
        result: { at },
      });
    await vi.waitUntil(() => heard.length >= all.length, patient);
    await Promise.all([store.close(), reading.close()]);
  });

  test("are refused with an error that says so while Redis is away for long", async () => {
    const prefix = `s${++made}`;
    const link = await openMortal(server.url, { prefix, timeout: 4_000 });
    links.push(link);
    const store = redisTaskStore(link.redis);
    await store.open();
    server.pause();
    try {
      await expect(store.create(task())).rejects.toMatchObject({
        name: "RedisError",
        kind: "away",
      });
    } finally {
      server.resume();
    }
    await store.create(task());
  });
});

/** A link whose scripts are run twice, as where the first answer was lost. */
function twice(redis: RedisLink): RedisLink {
  return {
    ...redis,
    async run(...given) {
      await redis.run(...given);
      return redis.run(...given);
    },
  };
}

/** A link with another bus. */
function withBus(
  redis: RedisLink,
  change: (bus: Bus) => Partial<Bus>,
): RedisLink {
  const { bus } = redis;
  const plain: Bus = {
    name: bus.name,
    listen: (...given) => bus.listen(...given),
    send: (...given) => bus.send(...given),
    isAlive: (process) => bus.isAlive(process),
    problem: () => bus.problem(),
    close: () => bus.close(),
  };
  return { ...redis, bus: { ...plain, ...change(plain) } };
}
