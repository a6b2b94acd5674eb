import { rm } from "node:fs/promises";
import { createClient } from "@redis/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createHttpHandler } from "../../../../src/runtime/http.ts";
import {
  openRedis,
  redisCluster,
  type RedisClient,
  type RedisLink,
} from "../../../../src/runtime/redis.ts";
import { clientOf } from "../../http/session-client.ts";
import { initializeAs, newestHandshake } from "../../revisions.ts";
import { patient } from "../../wait.ts";
import { serverWith } from "../../tool-server.ts";
import { forwarderTo } from "../support/forwarder.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
  type RedisSetup,
} from "../support/redis.ts";

const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const patience = { ...patient, interval: 20 };

async function started(setup: RedisSetup = {}): Promise<RedisServer> {
  const server = await startRedis(setup);
  ends.push(() => server.remove());
  return server;
}

/** A Redis that has another's data, and takes no writes. */
async function replicaOf({ port }: RedisServer): Promise<RedisServer> {
  const replica = await started();
  replica.cli("replicaof", "127.0.0.1", `${port}`);
  await vi.waitUntil(
    () => replica.cli("info", "replication").includes("link_status:up"),
    patience,
  );
  return replica;
}

/** A process that serves sessions. */
interface Served {
  readonly redis: RedisLink;
  readonly errors: string[];
  health(): Promise<[status: number, text: string]>;
  /** Opens a session. */
  open(): Promise<Response>;
}

async function serving(
  urlOrClient: string | RedisClient,
  // More than a sound Redis stands still for.
  timeout = 4_000,
): Promise<Served> {
  const errors: string[] = [];
  const redis = await openRedis(urlOrClient, {
    timeout,
    onError: ({ message }) => errors.push(message),
  });
  const handler = createHttpHandler(
    serverWith(() => ({ content: [] })),
    {
      cluster: redisCluster(redis),
      healthPath: "/health",
      onError() {},
    },
  );
  ends.push(async () => {
    await handler.close({ graceMs: 0 });
    await redis.close();
  });
  // Whoever serves has joined the others before.
  await vi
    .waitUntil(() => redis.bus.isAlive(redis.bus.name), patience)
    .catch(() => {});
  return {
    redis,
    errors,
    async health() {
      const asked = new Request("http://localhost/health");
      const response = await handler(asked);
      return [response.status, await response.text()];
    },
    open: () => clientOf(handler).post(initializeAs(newestHandshake)),
  };
}

const well = [200, "ok"];
const ill = [503, "the store cannot be reached, or is full"];

/** Answers as while Redis is away: clients come again, and a balancer looks for another process. */
async function expectAway(
  { open, health }: Served,
  why = "The session store is unavailable",
): Promise<void> {
  const response = await open();
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await response.text()).toContain(why);
  expect(await health()).toEqual(ill);
}

/** Goes on by itself, within seconds. */
async function expectBack({ open, health }: Served): Promise<void> {
  await vi.waitFor(async () => expect(await health()).toEqual(well), patience);
  expect((await open()).status).toBe(200);
}

/** All that one hears from now on. */
async function hearing({ redis }: Served): Promise<string[]> {
  const heard: string[] = [];
  await redis.bus.listen("t", {
    heard: (message) => heard.push(message),
    gone: () => heard.push("gone"),
    missed: () => heard.push("missed"),
  });
  return heard;
}

describe.skipIf(redisMissing !== undefined)("a Redis that fails", () => {
  test("that becomes a replica is away, and is back when it is the primary again", async () => {
    const server = await started();
    const [one, other] = [await serving(server.url), await serving(server.url)];
    const heard = await hearing(other);
    expect((await one.open()).status).toBe(200);
    server.cli("replicaof", "127.0.0.1", "1");
    await expectAway(one);
    // The connection holds, and reads go well: that says nothing.
    expect(await one.redis.command("PING")).toBe("PONG");
    expect(await one.health()).toEqual(ill);
    expect(one.errors.join()).toContain("refuses writes: it is a replica");
    server.cli("replicaof", "no", "one");
    await expectBack(one);
    await expectBack(other);
    expect(await one.redis.bus.send("t", "back")).toBe(true);
    await vi.waitUntil(() => heard.includes("back"), patience);
    expect(heard).toEqual(["back"]);
  });

  test("whose address leads to another primary is found there, though the old connections hold", async () => {
    const old = await started();
    const next = await replicaOf(old);
    const way = await forwarderTo(old.port);
    ends.push(() => way.close());
    const url = `redis://127.0.0.1:${way.port}`;
    const [one, other] = [await serving(url), await serving(url)];
    const heard = await hearing(other);
    expect((await one.open()).status).toBe(200);
    expect(await one.redis.bus.send("t", "before")).toBe(true);
    await vi.waitUntil(() => heard.includes("before"), patience);
    next.cli("replicaof", "no", "one");
    old.cli("replicaof", "127.0.0.1", `${next.port}`);
    const begun = way.count;
    const since = performance.now();
    await expectAway(one);
    way.leadTo(next.port);
    await expectBack(one);
    await expectBack(other);
    const seconds = (performance.now() - since) / 1_000;
    // With pauses: two processes with two connections each, every 500 ms at most.
    expect(way.count - begun).toBeLessThan(8 + 8 * seconds);
    expect(await one.redis.bus.send("t", "after")).toBe(true);
    await vi.waitUntil(() => heard.includes("after"), patience);
    expect(heard).toEqual(["before", "after"]);
    // Who has nothing to say notices by its next sign of life.
    const readers = ({ cli }: RedisServer): number =>
      cli("client", "list").split("cmd=xread").length - 1;
    await vi.waitFor(
      () => expect([readers(old), readers(next)]).toEqual([0, 2]),
      patience,
    );
  });

  test("a client of one's own is not connected anew, and goes on as soon as commands work", async () => {
    const server = await started();
    const client = createClient({ url: server.url });
    client.on("error", () => {});
    await client.connect();
    ends.push(() => client.destroy());
    const id = await client.sendCommand(["CLIENT", "ID"]);
    const one = await serving(client);
    server.cli("replicaof", "127.0.0.1", "1");
    await expectAway(one);
    expect(one.errors.join()).toContain(
      "Redis refuses writes: it is a replica",
    );
    server.cli("replicaof", "no", "one");
    await expectBack(one);
    expect(await client.sendCommand(["CLIENT", "ID"])).toBe(id);
  });

  test("that is full says so to clients, to a balancer and to who runs it, until there is room", async () => {
    const server = await started();
    const one = await serving(server.url);
    expect(await one.health()).toEqual(well);
    server.cli("config", "set", "maxmemory", "1");
    await expectAway(one, "The session store is full");
    // What may be read goes well all the time.
    expect(await one.redis.command("EXISTS", one.redis.key("x"))).toBe(0);
    expect(await one.health()).toEqual(ill);
    expect(one.errors.filter((text) => text.includes("(OOM)"))).toEqual([
      expect.stringContaining("raise maxmemory, or lower the bounds"),
    ]);
    server.cli("config", "set", "maxmemory", "0");
    await expectBack(one);
    expect(server.cli("exists", one.redis.key("trial"))).toBe("1");
    await vi.waitUntil(
      () => server.cli("exists", one.redis.key("trial")) === "0",
      patience,
    );
  });

  test("that is full when a process begins lets it begin", async () => {
    const server = await started({ more: ["--maxmemory", "1"] });
    const one = await serving(server.url);
    expect(await one.health()).toEqual(ill);
    await expectAway(one, "The session store is full");
    server.cli("config", "set", "maxmemory", "0");
    await expectBack(one);
  });

  test.each([
    ["NOREPLICAS", "min-replicas-to-write"],
    ["MISCONF", "make room there"],
  ])("that takes no writes for the moment, %s, is away", async (code, cure) => {
    const server = await started({ more: ["--save", "1 1"] });
    const one = await serving(server.url);
    const isDisk = code === "MISCONF";
    if (isDisk) {
      await rm(server.folder, { recursive: true });
      server.cli("set", "x", "1");
      const refused = (): boolean => server.cli("set", "x", "1") !== "OK";
      await vi.waitUntil(refused, patience);
    } else server.cli("config", "set", "min-replicas-to-write", "1");
    await expectAway(one);
    expect(one.errors.join()).toContain(cure);
    expect(one.errors.join()).toContain(`(${code})`);
    if (isDisk) server.cli("config", "set", "save", "");
    else server.cli("config", "set", "min-replicas-to-write", "0");
    await expectBack(one);
  });
});

describe.skipIf(redisMissing !== undefined)(
  "what openRedis rejects with",
  () => {
    const secret = "hidden";
    const users: readonly (readonly [
      what: string,
      rules: readonly string[],
      login: string,
      code: string,
      cure: string,
    ])[] = [
      ["no password", [], "", "NOAUTH", "write them into the URL"],
      [
        "a wrong one",
        [],
        `:${secret}1@`,
        "WRONGPASS",
        "write them into the URL",
      ],
      [
        "a user that only reads",
        ["~{mcp}:*", "+@read", "+@scripting"],
        `u:${secret}@`,
        "NOPERM",
        "scripts on keys of the prefix",
      ],
      [
        "a user that runs no scripts",
        ["~{mcp}:*", "+@read", "+@write"],
        `u:${secret}@`,
        "NOPERM",
        "scripts on keys of the prefix",
      ],
      [
        "a user of other keys",
        ["~other:*", "+@all"],
        `u:${secret}@`,
        "NOPERM",
        "scripts on keys of the prefix",
      ],
    ];
    test.each(users)("%s", async (_, rules, login, code, cure) => {
      const server = await started({ password: secret });
      server.cli("acl", "setuser", "u", "on", `>${secret}`, ...rules);
      const since = performance.now();
      const place = `127.0.0.1:${server.port}`;
      const opening = openRedis(`redis://${login}${place}`, {
        timeout: 60_000,
      });
      const error: unknown = await opening.catch((thrown: unknown) => thrown);
      expect(performance.now() - since).toBeLessThan(30_000);
      expect(error).toMatchObject({
        name: "RedisError",
        kind: "refused",
        code,
      });
      expect(String(error)).toContain(`Redis at ${place} `);
      expect(String(error)).toContain(cure);
      expect(String(error)).not.toContain(secret);
    });

    test("a user of the keys of the prefix alone is enough", async () => {
      const server = await started({ password: secret });
      const rules = ["~{mcp}:*", "+@all", "-@admin", "-@dangerous"];
      server.cli("acl", "setuser", "u", "on", `>${secret}`, ...rules);
      const one = await serving(`redis://u:${secret}@127.0.0.1:${server.port}`);
      await expectBack(one);
      expect(await one.redis.bus.send("t", "x")).toBe(true);
      expect(one.errors).toEqual([]);
    });

    test("a replica, and one that loads what it kept", async () => {
      const server = await started();
      server.cli("replicaof", "127.0.0.1", "1");
      const opening = openRedis(server.url, { timeout: 4_000, onError() {} });
      await expect(opening).rejects.toMatchObject({
        kind: "away",
        code: "READONLY",
        message: expect.stringContaining(
          `Redis at 127.0.0.1:${server.port} cannot be used within 4000 ms: it is a replica`,
        ) as unknown,
      });
      // Of the old primary's data, and not of it any more.
      const later = openRedis(server.url, { onError() {} });
      server.cli("replicaof", "no", "one");
      const redis = await later;
      expect(redis.bus.problem()).toBeUndefined();
      await redis.close();
    });
  },
);
