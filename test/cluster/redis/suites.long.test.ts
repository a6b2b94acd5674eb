import { afterAll, beforeAll, describe, test } from "vitest";
import {
  busOutageTests,
  busTests,
} from "../../../src/runtime/cluster/testing/bus-tests.ts";
import { sessionStoreTests } from "../../../src/runtime/cluster/testing/session-tests.ts";
import { streamStoreTests } from "../../../src/runtime/cluster/testing/stream-tests.ts";
import { redisStores } from "../../../src/runtime/redis.ts";
import type { SharedStore } from "../../../src/runtime/testing/shared-store.ts";
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

/** Processes that share what has a prefix of their own. */
function onRedis<Store>(
  pick: (stores: Stores) => Store,
  options: Bounds = {},
  own?: () => Promise<RedisServer>,
): () => Promise<SharedStore<Store>> {
  return async () => {
    const redis = (await own?.()) ?? server;
    if (!redis) throw new Error("there is no Redis");
    const prefix = `t${++count}`;
    const processes: RedisProcess[] = [];
    return {
      async process() {
        const made = await redisProcess(redis.url, {
          prefix,
          goneMs: 1_500,
          timeout: 1_000,
          onError() {},
        });
        processes.push(made);
        const store = pick(redisStores(made.redis, options));
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

const suites = {
  sessions: sessionStoreTests(onRedis(({ sessions }) => sessions)),
  streams: streamStoreTests((bounds) =>
    onRedis(({ streams }) => streams, bounds)(),
  ),
  bus: busTests(onRedis(({ bus }) => bus)),
  "a bus that is away": busOutageTests(
    onRedis(
      ({ bus }) => bus,
      {},
      () => startRedis({ isDurable: true }),
    ),
  ),
};

describe.skipIf(redisMissing !== undefined)("on Redis", () => {
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.remove());

  describe.concurrent.each(Object.entries(suites))("%s", (_, tests) => {
    test.each(tests)("$name", ({ run }) => run());
  });
});
