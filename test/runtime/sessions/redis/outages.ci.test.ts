import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  sampleBounds,
  sampleSession,
} from "../../../../src/store-tests/sessions/sample-session.ts";
import {
  openRedis,
  redisStores,
  type RedisLink,
  type RedisOptions,
} from "../../../../src/runtime/redis.ts";
import { redisProcess, type RedisProcess } from "../support/redis-process.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
  type RedisSetup,
} from "../support/redis.ts";

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function started(setup: RedisSetup = {}): Promise<RedisServer> {
  const server = await startRedis(setup);
  ends.push(() => server.remove());
  return server;
}

async function linked(
  { url }: RedisServer,
  options: RedisOptions = {},
): Promise<RedisLink> {
  const redis = await openRedis(url, { onError() {}, ...options });
  ends.push(() => redis.close());
  return redis;
}

async function held(
  { url }: RedisServer,
  options: RedisOptions = {},
  how: Parameters<typeof redisProcess>[2] = {},
): Promise<RedisProcess> {
  const process = await redisProcess(url, { onError() {}, ...options }, how);
  ends.push(() => process.close());
  return process;
}

/** All that one hears. */
async function hearing(redis: RedisLink): Promise<{
  readonly messages: string[];
  readonly gone: string[];
  missed: number;
}> {
  const heard = { messages: [] as string[], gone: [] as string[], missed: 0 };
  await redis.bus.listen("t", {
    heard: (message) => heard.messages.push(message),
    gone: (process) => heard.gone.push(process),
    missed: () => heard.missed++,
  });
  return heard;
}

const shared = {
  session: "s1.",
  principal: undefined,
  client: "",
  process: undefined,
  requests: [],
  needs: [],
} as const;

const patience = { timeout: 30_000, interval: 10 };

/**
 * Counts the milliseconds from here on that this process has lived through: those that
 * it stood still for are not its own, as timers do not fire then.
 */
function ownTime(): () => number {
  const step = 50;
  let ticks = 0;
  const timer = setInterval(() => ticks++, step);
  return () => {
    clearInterval(timer);
    return ticks * step;
  };
}

describe.skipIf(redisMissing !== undefined)("a Redis that goes", () => {
  test("nothing is lost or doubled that was acknowledged, when it is killed and restarted in the midst of it", async () => {
    const server = await started({ isDurable: true });
    // A Redis may take its time to start again: nothing fails meanwhile.
    const options = { timeout: 60_000 };
    const [one, other] = [
      await linked(server, options),
      await linked(server, options),
    ];
    const { sessions, streams } = redisStores(one);
    const heard = await hearing(other);
    await streams.open({ ...shared, stream: "s1.s" });
    const numbered = { ...shared, stream: "s1.c", process: one.bus.name };
    await streams.open(numbered);
    const kept: string[] = [];
    const failures: unknown[] = [];
    const rounds = 60;
    const work = async (lane: number): Promise<void> => {
      for (let at = 0; at < rounds; at++) {
        const session = sampleSession({ isReady: true });
        const { id, principal } = session;
        try {
          const uri = `x:${at}`;
          await sessions.create(session, sampleBounds());
          await sessions.update(id, principal, { kind: "subscribed", uri });
          const record = await sessions.use(id, principal);
          expect(record?.resources).toEqual([uri]);
          kept.push(id);
          await streams.append("s1.s", { data: `${lane}:${at}` });
          await one.bus.send("t", `${lane}:${at}`);
        } catch (error) {
          failures.push(error);
        }
      }
    };
    const write = async (): Promise<void> => {
      for (let sequence = 1; sequence <= 3 * rounds; sequence++)
        await streams.append("s1.c", { sequence, data: `${sequence}` });
    };
    const working = [...[0, 1, 2, 3].map(work), write()];
    for (const count of [20, 80, 160]) {
      await vi.waitUntil(() => kept.length > count, patience);
      await server.kill();
      await server.start();
    }
    await Promise.all(working);
    expect(failures).toEqual([]);
    expect(kept).toHaveLength(4 * rounds);
    for (const id of kept)
      expect((await sessions.use(id, "alice"))?.isReady).toBe(true);
    const expected = [0, 1, 2, 3].flatMap((lane) =>
      Array.from({ length: rounds }, (_, at) => `${lane}:${at}`),
    );
    const all = await streams.read("s1.s", undefined, 0);
    expect(all?.events.map(({ sequence }) => sequence)).toEqual(
      expected.map((_, at) => at + 1),
    );
    expect(all?.events.map(({ data }) => data).sort()).toEqual(
      [...expected].sort(),
    );
    const own = await streams.read("s1.c", undefined, 0);
    expect(own?.events.map(({ data }) => Number(data))).toEqual(
      Array.from({ length: 3 * rounds }, (_, at) => at + 1),
    );
    await vi.waitUntil(
      () => heard.messages.length >= expected.length,
      patience,
    );
    expect(heard).toMatchObject({ missed: 0, gone: [] });
    for (const lane of [0, 1, 2, 3])
      expect(
        heard.messages.filter((message) => message.startsWith(`${lane}:`)),
      ).toEqual(expected.slice(lane * rounds, (lane + 1) * rounds));
  });

  test("what comes twice, because its answer was lost, is done once", async () => {
    const server = await started();
    const { redis } = await held(server);
    const twice: RedisLink = {
      ...redis,
      // As a client does that sends again what it got no answer for.
      async run(script, keys, values) {
        await redis.run(script, keys, values);
        return redis.run(script, keys, values);
      },
    };
    const { sessions, streams } = redisStores(twice);
    const session = sampleSession();
    const { id, principal, keeper } = session;
    expect(await sessions.create(session, sampleBounds())).toEqual({
      kind: "kept",
      displaced: [],
    });
    const change = { kind: "keeper", from: keeper, to: "new" } as const;
    expect(await sessions.update(id, principal, change)).toBe("done");
    await streams.open({ ...shared, stream: "s1.s" });
    const appended = await Promise.all(
      ["a", "b", "c"].map((data) => streams.append("s1.s", { data })),
    );
    expect(appended.map((one) => one?.sequence)).toEqual([1, 2, 3]);
    const [first, second] = ["p", "q"].map((process) => ({ process, id: "r" }));
    if (!first || !second) throw new Error("there are two");
    await streams.attach("s1.s", undefined, first);
    const attached = await streams.attach("s1.s", undefined, second);
    expect(attached?.before).toEqual(first);
    await streams.fail("s1.s", "other", 0, ["x"]);
    await streams.open({ ...shared, stream: "s1.c", process: "p" });
    await streams.fail("s1.c", "p", 4, ["x"]);
    expect(await streams.read("s1.c", undefined, 4)).toEqual({
      events: [{ sequence: 5, data: "x" }],
      isFinished: true,
    });
    const page = await streams.read("s1.s", undefined, 0);
    expect(page?.events.map(({ data }) => data)).toEqual(["a", "b", "c"]);
  });

  test("of two stores on one link each keeps its events: none is taken for what came before", async () => {
    const server = await started();
    const redis = await linked(server);
    const [one, other] = [redisStores(redis), redisStores(redis)];
    await one.streams.open({ ...shared, stream: "s1.s" });
    for (const { streams } of [one, other])
      for (const data of ["a", "b"]) await streams.append("s1.s", { data });
    const page = await one.streams.read("s1.s", undefined, 0);
    expect(page?.events.map(({ data }) => data)).toEqual(["a", "b", "a", "b"]);
  });

  test("scripts that it has forgotten are sent again", async () => {
    const server = await started();
    const { sessions } = redisStores(await linked(server));
    const { id, principal } = sampleSession();
    const session = sampleSession({ id, principal });
    await sessions.create(session, sampleBounds());
    expect(await sessions.use(id, principal)).toBeDefined();
    server.cli("script", "flush");
    expect(await sessions.use(id, principal)).toBeDefined();
    server.cli("script", "flush");
    expect(
      await Promise.all([1, 2, 3].map(() => sessions.use(id, principal))),
    ).not.toContain(undefined);
  });

  test.each(["stops", "stands still"])(
    "while it %s, calls fail in time and say so, and go on afterwards",
    async (how) => {
      const server = await started({ isDurable: true, password: "hidden" });
      const reported: Error[] = [];
      const redis = await linked(server, {
        timeout: 3_000,
        onError: (error) => reported.push(error),
      });
      const { sessions } = redisStores(redis);
      const heard = await hearing(await linked(server));
      await redis.bus.send("t", "before");
      const stands = how === "stands still";
      if (stands) server.pause();
      else await server.stop();
      const time = ownTime();
      const failing = [
        sessions.use("x", undefined),
        sessions.count(),
        redis.bus.send("t", "lost"),
        redis.bus.isAlive("other"),
        redis.command("PING"),
      ];
      const errors = (await Promise.allSettled(failing)).map((one) =>
        one.status === "rejected" ? (one.reason as unknown) : one.value,
      );
      expect(time()).toBeLessThan(4_500);
      const problem = stands ? "it does not answer" : "there is no connection";
      for (const error of errors) {
        expect(error).toMatchObject({ name: "RedisError", kind: "away" });
        expect(String(error)).toContain(problem);
        expect(String(error)).not.toMatch(/127\.0\.0\.1|hidden/);
      }
      expect(redis.bus.problem()).toContain(problem);
      expect(redis.bus.problem()).not.toMatch(/127\.0\.0\.1|hidden/);
      if (stands) server.resume();
      else await server.start();
      await vi.waitUntil(
        () => redis.bus.send("t", "after").catch(() => false),
        patience,
      );
      await vi.waitUntil(() => heard.messages.includes("after"), patience);
      await vi.waitUntil(() => redis.bus.problem() === undefined, patience);
      expect(heard.messages[0]).toBe("before");
      expect(heard.missed).toBe(0);
      expect(reported.map(String).join("\n")).not.toContain("hidden");
      // Once for each connection, however often it was tried.
      expect(reported.length).toBeLessThan(10);
    },
  );

  test("nobody is taken for gone because it was away for long", async () => {
    const server = await started({ isDurable: true });
    const options = { goneMs: 1_000, timeout: 2_000 };
    const [one, other] = [
      await linked(server, options),
      await linked(server, options),
    ];
    const [first, second] = [await hearing(one), await hearing(other)];
    await server.stop();
    // What is sent meanwhile fails: signs of life are among it.
    await setTimeout(4_500);
    await server.start();
    await vi.waitUntil(
      () => one.bus.send("t", "back").catch(() => false),
      patience,
    );
    await vi.waitUntil(() => second.messages.includes("back"), patience);
    await setTimeout(1_500);
    for (const heard of [first, second])
      expect(heard).toMatchObject({ missed: 0, gone: [] });
    expect(await one.bus.isAlive(other.bus.name)).toBe(true);
  });

  test("who dies while it is away is told as gone all the same", async () => {
    const server = await started({ isDurable: true });
    const options = { goneMs: 1_000, timeout: 2_000 };
    const one = await linked(server, options);
    const dying = await held(server, options);
    const heard = await hearing(one);
    await hearing(dying.redis);
    await server.stop();
    dying.kill();
    await setTimeout(1_500);
    await server.start();
    await vi.waitUntil(() => heard.gone.length > 0, patience);
    expect(heard.gone).toEqual([dying.redis.bus.name]);
  });

  test.each([
    ["", false],
    [", though the answer to that is lost", true],
  ])(
    "a process that stands still is told as gone; when it goes on, it knows%s, and is heard again",
    async (_, doesAllTwice) => {
      const server = await started();
      const options = { goneMs: 1_000, timeout: 10_000 };
      const one = await linked(server, options);
      const reported: string[] = [];
      const onError = ({ message }: Error): void => void reported.push(message);
      const own = { ...options, onError };
      const sleeper = await held(server, own, { doesAllTwice });
      const { name } = sleeper.redis.bus;
      const [first, second] = [
        await hearing(one),
        await hearing(sleeper.redis),
      ];
      sleeper.hold("all");
      await vi.waitUntil(() => first.gone.length > 0, patience);
      expect(first.gone).toEqual([name]);
      expect(await one.bus.isAlive(name)).toBe(false);
      expect(await one.bus.send("t", "nobody hears", name)).toBe(false);
      sleeper.hold("nothing");
      await vi.waitUntil(() => second.missed > 0, patience);
      await vi.waitUntil(() => one.bus.isAlive(name), patience);
      expect(await one.bus.send("t", "again", name)).toBe(true);
      await sleeper.redis.bus.send("t", "still there");
      await vi.waitUntil(() => second.messages.includes("again"), patience);
      await vi.waitUntil(
        () => first.messages.includes("still there"),
        patience,
      );
      expect(second.messages).toEqual(["again"]);
      expect(reported.join()).toContain("was declared dead");
    },
  );

  test("who is gone and still sends is heard once, and leaves nothing for ever", async () => {
    const server = await started();
    const one = await linked(server, { goneMs: 1_000 });
    const heard = await hearing(one);
    // It gives its next sign of life when this is over.
    const settings = { goneMs: 600_000 };
    const late = await held(server, settings, { doesAllTwice: true });
    const { bus } = late.redis;
    await bus.send("t", "before");
    await one.command("ZADD", one.key("bus", "members"), 1, bus.name);
    await vi.waitUntil(() => heard.gone.includes(bus.name), patience);
    await bus.send("t", "behind");
    await vi.waitUntil(() => heard.messages.includes("behind"), patience);
    late.kill();
    expect(heard.messages).toEqual(["before", "behind"]);
    expect(heard.missed).toBe(0);
    const fields = server.cli("hkeys", one.key("bus", "counts"));
    expect(fields).toContain(one.bus.name);
    expect(fields).not.toContain(bus.name);
    const keys = server.cli("--scan", "--pattern", "{mcp}:*").split("\n");
    expect(keys).not.toEqual([]);
    for (const key of keys)
      expect([key, Number(server.cli("pttl", key)) > 0]).toEqual([key, true]);
  });

  test("connections that break in the midst of messages lose none", async () => {
    const server = await started();
    const [one, other] = [await linked(server), await linked(server)];
    const heard = await hearing(other);
    const texts = Array.from({ length: 400 }, (_, at) => `${at}`);
    for (const [at, text] of texts.entries()) {
      await one.bus.send("t", text, other.bus.name);
      if (at % 100 === 50) server.cli("client", "kill", "type", "normal");
    }
    await vi.waitUntil(() => heard.messages.length >= texts.length, patience);
    expect(heard).toEqual({ messages: texts, gone: [], missed: 0 });
  });

  test("who does not read misses the oldest, and is told", async () => {
    const server = await started();
    const maxWaitingBytes = 20_000;
    const one = await linked(server, { maxWaitingBytes });
    const slow = await held(server, { maxWaitingBytes });
    const heard = await hearing(slow.redis);
    slow.hold("reading");
    const texts = Array.from({ length: 100 }, (_, at) =>
      `${at}`.padEnd(1_000, "."),
    );
    for (const text of texts) await one.bus.send("t", text);
    const inbox = one.key("bus", "to", slow.redis.bus.name);
    const kept = Number(await one.command("MEMORY", "USAGE", inbox));
    expect(kept).toBeLessThan(1.5 * maxWaitingBytes);
    slow.hold("nothing");
    const last = texts.at(-1) ?? "";
    await vi.waitUntil(() => heard.messages.includes(last), patience);
    expect(heard.missed).toBe(1);
    const from = texts.length - heard.messages.length;
    expect(heard.messages.at(-15)).toBe(texts.at(-15));
    // The command that waited when reading was held may have brought the first one.
    expect(heard.messages.slice(1)).toEqual(texts.slice(from + 1));
    await expect(
      one.bus.send("t", "x".repeat(maxWaitingBytes)),
    ).rejects.toThrow("more than the 20000 of maxWaitingBytes");
  });

  test("a Redis whose memory is full says so", async () => {
    const server = await started({
      more: ["--maxmemory", "3mb", "--maxmemory-policy", "noeviction"],
    });
    const { streams } = redisStores(await linked(server));
    await streams.open({ ...shared, stream: "s1.s" });
    const data = "x".repeat(100_000);
    const appending = (async () => {
      for (let at = 0; at < 40; at++) await streams.append("s1.s", { data });
    })();
    await expect(appending).rejects.toMatchObject({
      kind: "refused",
      code: "OOM",
      message: expect.stringContaining("raise maxmemory") as unknown,
    });
  });
});
