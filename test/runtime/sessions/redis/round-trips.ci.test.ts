import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  sampleBounds,
  sampleSession,
} from "../../../../src/store-tests/sessions/sample-session.ts";
import { redisStateKeys, redisStores } from "../../../../src/runtime/redis.ts";
import { redisProcess, type RedisProcess } from "../support/redis-process.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";

describe.skipIf(redisMissing !== undefined)("round trips", () => {
  let server: RedisServer;
  let process: RedisProcess;
  beforeAll(async () => {
    server = await startRedis();
    // Signs of life are rare, so that they are not counted.
    process = await redisProcess(server.url, { goneMs: 3_600_000 });
  });
  afterAll(async () => {
    await process.close();
    await server.remove();
  });

  test("each step is one, and events that come together share one", async () => {
    const { redis, sent } = process;
    const { sessions, streams, bus } = redisStores(redis);
    const session = sampleSession();
    const { id, principal, client, streams: name } = session;
    const stream = `${name}s`;
    const facts = {
      ...{ stream, session: name, principal, client },
      ...{ process: undefined, requests: [], needs: [] },
    };
    const reader = { process: bus.name, id: "r" };
    const data = "x";
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      "sessions.create": () => sessions.create(session, sampleBounds()),
      "sessions.use": () => sessions.use(id, principal),
      "sessions.update": () =>
        sessions.update(id, principal, { kind: "ready" }),
      "sessions.gone, of 500": () => sessions.gone(Array(500).fill(id)),
      "sessions.count": () => sessions.count(),
      "streams.open": () => streams.open(facts),
      "streams.append": () => streams.append(stream, { data }),
      "streams.append, 100 at once": () =>
        Promise.all(
          Array.from({ length: 100 }, () => streams.append(stream, { data })),
        ),
      "streams.attach": () => streams.attach(stream, principal, reader),
      "streams.read": () => streams.read(stream, principal, 0),
      "streams.detach": () => streams.detach(stream, reader),
      "streams.finish": () => streams.finish(stream),
      "streams.fail": () => streams.fail(stream, "p", 0, []),
      "streams.deleteSession": () => streams.deleteSession(name),
      "sessions.end": () => sessions.end(id, principal),
      "bus.send": () => bus.send("t", "m"),
      "bus.send, 100 at once": () =>
        Promise.all(Array.from({ length: 100 }, () => bus.send("t", "m"))),
      "bus.isAlive": () => bus.isAlive("other"),
      redisStateKeys: () => redisStateKeys(redis),
    };
    await bus.listen("t", { heard() {}, gone() {}, missed() {} });
    const counts: Record<string, number> = {};
    for (const round of [1, 2])
      for (const [step, act] of Object.entries(steps)) {
        sent.length = 0;
        await act();
        // The first time, a script has to be sent whole; reading is on a connection of its own.
        const own = sent.filter((command) => command !== "XREAD");
        if (round === 2) counts[step] = own.length;
      }
    expect(counts).toEqual(
      Object.fromEntries(
        Object.keys(steps).map((step) => [
          step,
          step.endsWith("at once") ? 2 : 1,
        ]),
      ),
    );
  });
});
