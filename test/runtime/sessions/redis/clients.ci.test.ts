import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as setPause } from "node:timers/promises";
import { createClient, createCluster, RESP_TYPES } from "@redis/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program } from "../support/program.ts";
import {
  sampleBounds,
  sampleSession,
} from "../../../../src/store-tests/sessions/sample-session.ts";
import {
  openRedis,
  redisStateKeys,
  redisStores,
  type RedisLink,
  type WordClient,
} from "../../../../src/runtime/redis.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";

/** Does one of everything, between two links. */
async function walk(one: RedisLink, other: RedisLink): Promise<void> {
  const [first, second] = [redisStores(one), redisStores(other)];
  const session = sampleSession({ resources: ["x:y"] });
  const { id, principal, keeper } = session;
  await first.sessions.create(session, sampleBounds());
  expect(await second.sessions.use(id, principal)).toEqual(session);
  const change = { kind: "keeper", from: keeper, to: "other" } as const;
  expect(await second.sessions.update(id, principal, change)).toBe("done");
  expect(await first.sessions.count()).toBe(1);
  const stream = `${session.streams}s`;
  await first.streams.open({
    stream,
    session: session.streams,
    principal,
    client: "",
    process: undefined,
    requests: [],
    needs: [],
  });
  for (const data of ["one", "zwé"])
    await second.streams.append(stream, { data });
  const reader = { process: other.bus.name, id: "r" };
  const attached = await second.streams.attach(stream, principal, reader);
  expect(attached?.state.last).toBe(2);
  expect(await second.streams.read(stream, principal, 0)).toEqual({
    events: [
      { sequence: 1, data: "one" },
      { sequence: 2, data: "zwé" },
    ],
    isFinished: false,
  });
  expect(await second.streams.detach(stream, reader)).toBe(true);
  await first.streams.finish(stream);
  await first.streams.deleteSession(session.streams);
  const heard = new Promise<string>((resolve) => {
    void second.bus.listen("t", {
      heard: resolve,
      gone() {},
      missed() {},
    });
  });
  await second.bus.isAlive(second.bus.name);
  expect(await first.bus.send("t", "hellö", second.bus.name)).toBe(true);
  expect(await heard).toBe("hellö");
  expect(await redisStateKeys(one)).toEqual(await redisStateKeys(other));
  expect(await first.sessions.end(id, principal)).toBe(true);
}

/** What users set in ioredis. */
interface WordSettings {
  /** Commands that come before it is connected wait for that; else they fail. */
  readonly enableOfflineQueue: boolean;
  /** It connects when it is told to, or when it is first used. */
  readonly lazyConnect: boolean;
  /** After how many milliseconds a command has failed. */
  readonly commandTimeout?: number | undefined;
}

interface WordForm extends WordClient {
  readonly status: "wait" | "connecting" | "ready" | "end";
  connect(): Promise<void>;
  once(event: string, heard: () => void): void;
  duplicate(different?: Partial<WordSettings>): WordForm;
  disconnect(): void;
}

/** The form of ioredis, which connects by itself and has more methods of the same names. */
function wordClient(
  url: string,
  settings: WordSettings = { enableOfflineQueue: true, lazyConnect: false },
): WordForm {
  const client = createClient({ url, RESP: 2 });
  client.on("error", () => {});
  const { enableOfflineQueue, lazyConnect, commandTimeout } = settings;
  let connected: Promise<unknown> | undefined;
  const connect = (): Promise<unknown> => (connected ??= client.connect());
  if (!lazyConnect) void connect();
  return {
    get status() {
      if (!connected) return "wait";
      return client.isReady ? "ready" : "connecting";
    },
    async connect() {
      await connect();
    },
    once: (event, heard) => void client.once(event, heard),
    async call(command, ...words) {
      if (!enableOfflineQueue && !client.isReady)
        throw new Error("Stream isn't writeable");
      await connect();
      const reply = client.sendCommand([command, ...words]);
      if (commandTimeout === undefined) return reply;
      const late = new Promise((_, reject) =>
        setTimeout(() => reject(new Error("timed out")), commandTimeout),
      );
      return Promise.race([reply, late]);
    },
    duplicate: (different) => wordClient(url, { ...settings, ...different }),
    disconnect: () => client.destroy(),
  };
}

describe.skipIf(redisMissing !== undefined)("clients", () => {
  let server: RedisServer;
  let cluster: RedisServer;
  beforeAll(async () => {
    [server, cluster] = await Promise.all([
      startRedis({ password: "p:s/@ w" }),
      startRedis({ isCluster: true }),
    ]);
  });
  afterAll(() => Promise.all([server.remove(), cluster.remove()]));

  const forms: Readonly<
    Record<string, (url: string) => Parameters<typeof createClient>[0]>
  > = {
    "with RESP2": (url) => ({ url, RESP: 2 }),
    "with RESP3": (url) => ({ url, RESP: 3 }),
    "that gives bytes": (url) => ({
      url,
      commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    }),
    "that gives Maps, and numbers as text": (url) => ({
      url,
      commandOptions: {
        typeMapping: { [RESP_TYPES.MAP]: Map, [RESP_TYPES.NUMBER]: String },
      },
    }),
    "that gives flat lists": (url) => ({
      url,
      commandOptions: { typeMapping: { [RESP_TYPES.MAP]: Array } },
    }),
    "of another database": (url) => ({ url, database: 3 }),
  };

  test.each(Object.entries(forms))("a client %s works", async (_, options) => {
    const client = createClient(options(server.url));
    client.on("error", () => {});
    await client.connect();
    const prefix = `c${Math.random()}`;
    const [one, other] = [
      await openRedis(client, { prefix }),
      await openRedis(client, { prefix }),
    ];
    await walk(one, other);
    await one.close();
    await other.close();
    expect(await client.ping()).toEqual(await client.ping());
    client.destroy();
  });

  test("a URL works, with a password of any characters", async () => {
    const [one, other] = [
      await openRedis(server.url, { prefix: "url" }),
      await openRedis(new URL(server.url), { prefix: "url" }),
    ];
    await walk(one, other);
    await one.close();
    await other.close();
  });

  test.each([
    { enableOfflineQueue: true, lazyConnect: false },
    { enableOfflineQueue: false, lazyConnect: false },
    { enableOfflineQueue: true, lazyConnect: true },
    { enableOfflineQueue: false, lazyConnect: true },
  ])("the form of ioredis works, with %o", async (settings) => {
    const client = wordClient(server.url, settings);
    await client.connect();
    const prefix = `io${Math.random()}`;
    const [one, other] = [
      await openRedis(client, { prefix }),
      await openRedis(client, { prefix }),
    ];
    await walk(one, other);
    await one.close();
    await other.close();
    client.disconnect();
  });

  test("who waits for messages is not ended by a client's time for commands", async () => {
    const client = wordClient(server.url, {
      enableOfflineQueue: true,
      lazyConnect: false,
      // Shorter than a connection waits for messages, and longer than anything else takes.
      commandTimeout: 3_500,
    });
    await client.connect();
    const redis = await openRedis(client, { prefix: "patient" });
    await redis.bus.isAlive("anybody");
    const problems = new Set<string | undefined>();
    const look = setInterval(() => problems.add(redis.bus.problem()), 10);
    await setPause(6_000);
    clearInterval(look);
    expect([...problems]).toEqual([undefined]);
    await redis.close();
    client.disconnect();
  });

  test("a cluster takes all scripts, by a URL of its one node and by a client of it", async () => {
    const client = createCluster({ rootNodes: [{ url: cluster.url }] });
    client.on("error", () => {});
    await client.connect();
    const [one, other] = [
      await openRedis(client, { prefix: "shared" }),
      await openRedis(cluster.url, { prefix: "shared" }),
    ];
    await walk(one, other);
    await walk(other, one);
    await one.close();
    await other.close();
    client.destroy();
  });

  test("a wrong password is told at once, and never shown", async () => {
    const url = server.url.replace("p%3As%2F%40%20w", "hidden");
    const opening = openRedis(url, { timeout: 60_000 });
    const error: unknown = await opening.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: "RedisError",
      kind: "refused",
      code: "WRONGPASS",
    });
    expect(everythingOf(error)).toContain("rejected the login");
    expect(everythingOf(error)).not.toContain("hidden");
  });

  test.each([
    "redis://:hidden@127.0.0.1:1",
    "rediss://user:hidden@127.0.0.1:1",
    "http://user:hidden@127.0.0.1:1",
    "redis://:hidden@ 127.0.0.1:x",
    "redis://:hidden@127.0.0.1:1/path",
    "hidden",
  ])("what is wrong with %s is told without it", async (url) => {
    const opening = openRedis(url, { timeout: 300, onError() {} });
    const error: unknown = await opening.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(everythingOf(error)).not.toContain("hidden");
  });

  test("what is no client, or none that is connected, is told", async () => {
    for (const client of [{}, { sendCommand() {} }, 7, null])
      await expect(openRedis(client as never)).rejects.toThrow(
        "openRedis requires a URL such as redis://host, or a client",
      );
    await expect(openRedis(createClient())).rejects.toThrow(
      "await client.connect() before",
    );
  });

  test.each([
    [{ prefix: "a{b}" }, "prefix is 1 to 64 letters"],
    [{ timeout: 0 }, "timeout is an integer from 1 on"],
    [{ goneMs: 10 }, "goneMs is an integer from 1000 on"],
    [{ prefx: "x" }, 'openRedis has no option "prefx"'],
  ])("options that are none are told: %o", async (options, message) => {
    await expect(openRedis(server.url, options as object)).rejects.toThrow(
      message,
    );
  });

  test("TLS by a URL works where the certificate is trusted, and is told where not", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mcp-gen-tls-"));
    const [certificate, key] = [join(folder, "c.pem"), join(folder, "k.pem")];
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt"],
        ...["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
        ...["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
        ...["-keyout", key, "-out", certificate],
      ],
      { stdio: "ignore" },
    );
    const redis = await startRedis({
      tls: { certificate, key },
      password: "secret",
    });
    try {
      await expect(
        openRedis(redis.url, { timeout: 5_000, onError() {} }),
      ).rejects.toThrow(
        /certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\): add its issuer with NODE_EXTRA_CA_CERTS/,
      );
      const { file, remove } = await program("redis-walk");
      const printed = execFileSync(process.execPath, [file, redis.url], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
        encoding: "utf8",
      });
      remove();
      expect(printed.trim()).toBe("heard hello, and 2 keys");
      const client = createClient({
        url: redis.url,
        socket: { tls: true, ca: [await readText(certificate)] },
      });
      client.on("error", () => {});
      await client.connect();
      const own = await openRedis(client);
      const other = await openRedis(client);
      await walk(own, other);
      await own.close();
      await other.close();
      client.destroy();
    } finally {
      await redis.remove();
      await rm(folder, { recursive: true });
    }
  });
});

/** All that a log could show of an error. */
function everythingOf(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return [message, stack, String(cause), JSON.stringify(error)].join("\n");
}

async function readText(path: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(path, "utf8");
}
