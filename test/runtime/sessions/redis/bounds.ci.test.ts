import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  sampleBounds,
  sampleSession,
} from "../../../../src/store-tests/sessions/sample-session.ts";
import {
  openRedis,
  redisStateKeys,
  redisStores,
  type RedisLink,
  type RedisStreamOptions,
} from "../../../../src/runtime/redis.ts";
import { patient } from "../../wait.ts";
import { redisProcess } from "../support/redis-process.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";

type Streams = ReturnType<typeof redisStores>["streams"];

const kibibyte = 1024;

describe.skipIf(redisMissing !== undefined)("what is kept in Redis", () => {
  let server: RedisServer;
  const links: RedisLink[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    await Promise.all(links.map((one) => one.close()));
    await server.remove();
  });

  async function linked(prefix: string): Promise<RedisLink> {
    const redis = await openRedis(server.url, { prefix, onError() {} });
    links.push(redis);
    return redis;
  }

  const keysOf = (prefix: string): string[] =>
    server
      .cli("--scan", "--pattern", `{${prefix}}*`)
      .split("\n")
      .filter((key) => key !== "");

  /** Looks without a use of the stream, which would keep it on. */
  const untilForgotten = (prefix: string, stream: string): Promise<unknown> =>
    vi.waitUntil(
      () => server.cli("exists", `{${prefix}}:streams:one:${stream}`) === "0",
      patient,
    );

  test("ends by itself, all of it", async () => {
    const idleMs = 20_000;
    const redis = await linked("ttl");
    const other = await linked("ttl");
    const { sessions, streams, bus } = redisStores(redis, {
      streamIdleMs: idleMs,
      maxClientBytes: 5_000,
    });
    const bounds = sampleBounds({ idleMs, openingMs: idleMs });
    for (const client of ["", "a", "b"])
      for (const isReady of [true, false]) {
        const session = sampleSession({ client, isReady });
        const { id, principal } = session;
        await sessions.create(session, bounds);
        await sessions.update(id, principal, { kind: "subscribed", uri: "x:" });
        await sessions.use(id, principal);
        for (const process of [undefined, bus.name]) {
          const stream = `${session.streams}${process ?? "s"}`;
          const facts = { requests: [1], needs: ["x"], principal, client };
          await streams.open({
            ...facts,
            stream,
            session: session.streams,
            process,
          });
          for (let at = 0; at < 10; at++)
            await streams.append(stream, { data: "x".repeat(400) });
          const reader = { process: bus.name, id: "r" };
          await streams.attach(stream, principal, reader);
          await streams.read(stream, principal, 5);
        }
        await sessions.use(id, principal);
      }
    const over = sampleSession();
    await sessions.create(over, bounds);
    await sessions.end(over.id, over.principal);
    await bus.listen("t", { heard() {}, gone() {}, missed() {} });
    await other.bus.send("t", "hello");
    await redisStateKeys(redis);
    const keys = keysOf("ttl");
    expect(keys.length).toBeGreaterThan(35);
    const kinds = new Set(
      keys.map((key) => key.split(":").slice(1, 3).join(":")),
    );
    expect([...kinds].sort()).toMatchInlineSnapshot(`
      [
        "bus:counts",
        "bus:members",
        "bus:to",
        "sessions:clients",
        "sessions:ended",
        "sessions:ends",
        "sessions:of",
        "sessions:one",
        "sessions:spare",
        "state-keys",
        "streams:bytes",
        "streams:clients",
        "streams:ends",
        "streams:events",
        "streams:of",
        "streams:one",
        "streams:session",
        "streams:shared",
      ]
    `);
    const ttls = keys.map(
      (key) => [key, Number(server.cli("pttl", key))] as const,
    );
    expect(ttls.filter(([, ttl]) => ttl < 0)).toEqual([]);
    // What outlives sessions and streams is the bus, for an hour, and the keys of states.
    const long = ttls.filter(([, ttl]) => ttl > idleMs + 60_000);
    expect(
      long.filter(([key]) => !/^\{ttl\}:(bus:|state-keys$)/.test(key)),
    ).toEqual([]);
    expect(Math.max(...ttls.map(([, ttl]) => ttl))).toBeLessThan(
      8 * 24 * 3_600_000,
    );
  });

  test("leaves nothing of what has ended, been deleted or said goodbye, but for a minute that it has", async () => {
    const redis = await openRedis(server.url, { prefix: "gone" });
    const { sessions, streams, bus } = redisStores(redis);
    await bus.listen("t", { heard() {}, gone() {}, missed() {} });
    const session = sampleSession();
    const { id, principal, client, streams: name } = session;
    await sessions.create(session, sampleBounds());
    const facts = { session: name, principal, client, requests: [], needs: [] };
    for (const process of [undefined, bus.name]) {
      const stream = `${name}${process ?? "s"}`;
      await streams.open({ ...facts, stream, process });
      await streams.append(stream, { data: "x" });
    }
    expect(keysOf("gone").length).toBeGreaterThan(10);
    await sessions.end(id, principal);
    await streams.deleteSession(name);
    await redis.close();
    const ended = "{gone}:sessions:ended";
    expect(keysOf("gone")).toEqual([ended]);
    expect(server.cli("zcard", ended)).toBe("1");
    const left = Number(server.cli("pttl", ended));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  test("knows of 10,000 ends at most that they were done, and the newest of them", async () => {
    const redis = await linked("ended");
    const { sessions } = redisStores(redis);
    const session = sampleSession();
    await sessions.create(session, sampleBounds());
    const ended = redis.key("sessions", "ended");
    const fill = (from: number, to: number, agoMs: number): string => {
      const add = `redis.call('ZADD', KEYS[1], ${Date.now() - agoMs}, at)`;
      return server.cli(
        "eval",
        `for at = ${from}, ${to} do ${add} end`,
        "1",
        ended,
      );
    };
    fill(1, 15_000, 10_000);
    fill(15_001, 20_000, 300_000);
    expect(server.cli("zcard", ended)).toBe("20000");
    expect(await sessions.end(session.id, session.principal)).toBe(true);
    expect(server.cli("zcard", ended)).toBe("10000");
    // Of those that were put there, which are numbers, it is none.
    expect(server.cli("zrange", ended, "-1", "-1")).toMatch(/^.{12}-1$/);
  });

  test("has no ids of sessions, and no principals", async () => {
    const durable = await startRedis({ isDurable: true });
    const redis = await openRedis(durable.url);
    const { sessions, streams } = redisStores(redis);
    const session = sampleSession({ principal: "a-secret-principal" });
    const { id, principal, client, streams: name } = session;
    await sessions.create(session, sampleBounds());
    await sessions.use(id, principal);
    await sessions.update(id, principal, { kind: "ready" });
    const stream = `${name}s`;
    const facts = { session: name, principal, client, requests: [], needs: [] };
    await streams.open({ ...facts, stream, process: undefined });
    await streams.append(stream, { data: "an event" });
    await sessions.end(id, principal);
    const folder = join(durable.folder, "appendonlydir");
    const written = await readFile(
      join(folder, "appendonly.aof.1.incr.aof"),
      "utf8",
    );
    await redis.close();
    await durable.remove();
    // All that was ever written is there.
    expect(written).toContain("an event");
    expect(written).toContain(name);
    expect(written).not.toContain(id);
    expect(written).not.toContain(principal);
  });

  test("keeps streams on that a living process writes or reads, and forgets those of one that was killed", async () => {
    const options = { prefix: "lease", onError() {} };
    const [living, dying] = [
      await redisProcess(server.url, options),
      await redisProcess(server.url, options),
    ];
    // More than a machine stands still for: a third of it passes between two renewals.
    const streamIdleMs = 9_000;
    const of = ({ redis }: typeof living): Streams =>
      redisStores(redis, { streamIdleMs }).streams;
    const [first, second] = [of(living), of(dying)];
    const facts = { principal: "p", client: "c", requests: [], needs: [] };
    const open = (streams: Streams, stream: string, process?: string) =>
      streams.open({ ...facts, stream, session: stream, process });
    await open(first, "written", living.redis.bus.name);
    await open(first, "shared");
    await open(first, "left");
    const reader = { process: living.redis.bus.name, id: "r" };
    await first.attach("shared", "p", reader);
    await first.attach("left", "p", reader);
    await first.detach("left", reader);
    // The last that was used: when it is forgotten, all are that nobody keeps on.
    await open(second, "dying", dying.redis.bus.name);
    dying.kill();
    const there = async (stream: string): Promise<boolean> =>
      (await first.read(stream, "p", 0)) !== undefined;
    await untilForgotten("lease", "dying");
    expect(await there("dying")).toBe(false);
    expect(await there("left")).toBe(false);
    expect(await there("written")).toBe(true);
    expect(await there("shared")).toBe(true);
    await first.finish("written");
    await untilForgotten("lease", "written");
    expect(await there("written")).toBe(false);
    await living.close();
  });

  test("keeps the stream that belongs to no call on for as long as its session", async () => {
    const redis = await linked("with");
    const streamIdleMs = 5_000;
    const { sessions, streams } = redisStores(redis, { streamIdleMs });
    const session = sampleSession({ isReady: true });
    const { id, principal, client, streams: name } = session;
    await sessions.create(session, sampleBounds({ idleMs: 60_000 }));
    const stream = `${name}s`;
    const facts = { session: name, principal, client, requests: [], needs: [] };
    await streams.open({ ...facts, stream, process: undefined });
    await streams.append(stream, { data: "one" });
    await sessions.use(id, principal);
    await setTimeout(streamIdleMs + 1_000);
    expect((await streams.append(stream, { data: "two" }))?.sequence).toBe(2);
    // It counts on, and is forgotten with the others.
    await streams.open({ ...facts, stream: `${name}x`, process: "p" });
    expect(await streams.read(stream, principal, 1)).toMatchObject({
      events: [{ data: "two" }],
    });
  });

  const limits: Required<RedisStreamOptions> = {
    maxStreamBytes: 64 * kibibyte,
    maxClientBytes: 256 * kibibyte,
    maxBytes: 1024 * kibibyte,
    // None is forgotten while the others are filled.
    streamIdleMs: 600_000,
  };

  /** Redis frees what it forgets by the page, and rounds up what it takes. */
  const slack = 1.25;

  /** The bytes that Redis says its keys of a kind take. */
  function bytesOf(prefix: string, kind: string): number {
    return keysOf(prefix)
      .filter((key) => key.startsWith(`{${prefix}}:streams:${kind}:`))
      .map((key) => Number(server.cli("memory", "usage", key, "samples", "0")))
      .reduce((sum, bytes) => sum + bytes, 0);
  }

  test.each([20, 500, 5_000])(
    "is bounded in bytes of each stream, each client and all, with events of %i bytes",
    async (size) => {
      const prefix = `bytes${size}`;
      const { streams } = redisStores(await linked(prefix), limits);
      const data = "x".repeat(size);
      const facts = { principal: "p", requests: [], needs: [] };
      const perStream = Math.ceil((2 * limits.maxStreamBytes) / (size + 128));
      const fill = async (client: string, count: number): Promise<void> => {
        for (let at = 0; at < count; at++) {
          const stream = `${client}${at}`;
          await streams.open({
            ...facts,
            stream,
            session: client,
            client,
            process: "w",
          });
          const appends = Array.from({ length: perStream }, (_, index) =>
            streams.append(stream, { sequence: index + 1, data }),
          );
          await Promise.all(appends);
        }
      };
      await fill("one", 1);
      expect(bytesOf(prefix, "events")).toBeLessThan(
        slack * limits.maxStreamBytes,
      );
      const oldest = await streams.read("one0", "p", 0);
      expect(oldest).toBeUndefined();
      const kept = Math.floor(limits.maxStreamBytes / (size + 128)) - 1;
      const newest = await streams.read("one0", "p", perStream - kept);
      expect(newest?.events).toHaveLength(kept);
      await fill("one", 8);
      expect(bytesOf(prefix, "events")).toBeLessThan(
        slack * limits.maxClientBytes,
      );
      for (const client of ["two", "three", "four", "five", "six", "seven"])
        await fill(client, 5);
      expect(bytesOf(prefix, "events")).toBeLessThan(slack * limits.maxBytes);
      // The greedy give way to who has little.
      await streams.open({
        ...facts,
        stream: "modest",
        session: "m",
        client: "modest",
        process: "w",
      });
      await streams.append("modest", { sequence: 1, data });
      await fill("eight", 5);
      const modest = await streams.read("modest", "p", 0);
      expect(modest?.events).toEqual([{ sequence: 1, data }]);
      const sum = Number(server.cli("get", `{${prefix}}:streams:bytes`));
      expect(sum).toBeLessThanOrEqual(limits.maxBytes);
      const names = keysOf(prefix).filter((key) => key.includes(":one:"));
      const counted = names.map((key) => Number(server.cli("hget", key, "b")));
      expect(counted.reduce((all, one) => all + one, 0)).toBe(sum);
    },
  );

  test("costs a use as much with 10,000 sessions as with 100", async () => {
    const { sessions } = redisStores(await linked("many"));
    const bounds = sampleBounds({
      max: 20_000,
      maxPerClient: 20_000,
      idleMs: 3_600_000,
    });
    const ids: string[] = [];
    const fill = async (until: number): Promise<void> => {
      while (ids.length < until)
        await Promise.all(
          Array.from({ length: 100 }, () => {
            const session = sampleSession({ isReady: true, client: "one" });
            ids.push(session.id);
            return sessions.create(session, bounds);
          }),
        );
    };
    /**
     * What Redis spends on one call, in microseconds: it counts the time that passes,
     * in which it may stand still, so that the least of some rounds is taken.
     */
    const cost = async (): Promise<number> => {
      const rounds: number[] = [];
      for (let round = 0; round < 20; round++) {
        server.cli("config", "resetstat");
        await Promise.all(
          ids.slice(0, 100).map((id) => sessions.use(id, "alice")),
        );
        const stats = server.cli("info", "commandstats");
        const [, usec] = /evalsha:.*usec_per_call=([\d.]+)/.exec(stats) ?? [];
        rounds.push(Number(usec));
      }
      return Math.min(...rounds);
    };
    await fill(100);
    const few = await cost();
    await fill(10_000);
    const many = await cost();
    expect(many).toBeGreaterThan(0);
    expect(many).toBeLessThan(3 * few);
    expect(await sessions.count()).toBe(10_000);
  });

  test("is forgotten when many are over at once, and counted right meanwhile", async () => {
    const { sessions } = redisStores(await linked("over"));
    const bounds = sampleBounds({
      max: 3_000,
      maxPerClient: 3_000,
      // More than it takes to open them all.
      openingMs: 15_000,
    });
    await Promise.all(
      Array.from({ length: 3_000 }, () =>
        sessions.create(sampleSession({ client: "one" }), bounds),
      ),
    );
    expect(
      await sessions.create(sampleSession({ client: "one" }), bounds),
    ).toEqual({
      kind: "full",
      of: "client",
    });
    await vi.waitUntil(async () => (await sessions.count()) === 0, patient);
    const session = sampleSession({ client: "one" });
    expect((await sessions.create(session, bounds)).kind).toBe("kept");
    expect(keysOf("over").filter((key) => key.includes(":one:"))).toHaveLength(
      1,
    );
    expect(server.cli("zcard", "{over}:sessions:ends")).toBe("1");
  });
});
