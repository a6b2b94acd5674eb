import { afterAll, beforeAll, describe, test } from "vitest";
import {
  busOutageTests,
  busTests,
} from "../../../../src/store-tests/sessions/bus-tests.ts";
import { sessionStoreTests } from "../../../../src/store-tests/sessions/session-tests.ts";
import { streamStoreTests } from "../../../../src/store-tests/sessions/stream-tests.ts";
import { redisStores } from "../../../../src/runtime/redis.ts";
import type { SharedStore } from "../../../../src/store-tests/support/shared-store.ts";
import { redisProcess, type RedisProcess } from "../support/redis-process.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";

type Stores = ReturnType<typeof redisStores>;
type Bounds = Parameters<typeof redisStores>[1];

let server: RedisServer | undefined;
let count = 0;

/** How the processes of a test use Redis. */
interface Use {
  readonly bounds?: Bounds;
  /** A Redis of their own. */
  readonly own?: () => Promise<RedisServer>;
  readonly doesAllTwice?: boolean;
}

/** Processes that share what has a prefix of their own. */
function onRedis<Store>(
  pick: (stores: Stores) => Store,
  { bounds = {}, own, doesAllTwice = false }: Use = {},
): () => Promise<SharedStore<Store>> {
  return async () => {
    const redis = (await own?.()) ?? server;
    if (!redis) throw new Error("there is no Redis");
    const prefix = `t${++count}`;
    const processes: RedisProcess[] = [];
    return {
      async process() {
        const made = await redisProcess(
          redis.url,
          { prefix, goneMs: 1_500, timeout: 1_000, onError() {} },
          { doesAllTwice },
        );
        processes.push(made);
        const store = pick(redisStores(made.redis, bounds));
        return { store, kill: () => made.kill() };
      },
      async close() {
        await Promise.all(processes.map((one) => one.close()));
        if (own) await redis.remove();
      },
      setAway: (isAway) => (isAway ? redis.stop() : redis.start()),
    };
  };
}

const suitesOf = (use: Use) => ({
  sessions: sessionStoreTests(onRedis(({ sessions }) => sessions, use)),
  streams: streamStoreTests((bounds) =>
    onRedis(({ streams }) => streams, { ...use, bounds })(),
  ),
  bus: busTests(onRedis(({ bus }) => bus, use)),
});

const durable = { own: () => startRedis({ isDurable: true }) };

const suites = {
  ...suitesOf({}),
  "a bus that is away": busOutageTests(onRedis(({ bus }) => bus, durable)),
};

describe.skipIf(redisMissing !== undefined)("on Redis", () => {
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.remove());

  describe.concurrent.each(Object.entries(suites))("%s", (_, tests) => {
    test.each(tests)("$name", ({ run }) => run());
  });

  // A command may be: its answer was lost, and it is sent again.
  describe.concurrent.each(Object.entries(suitesOf({ doesAllTwice: true })))(
    "%s, where each command is done twice",
    (_, tests) => {
      test.each(tests)("$name", ({ run }) => run());
    },
  );
});
