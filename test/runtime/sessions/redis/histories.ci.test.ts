import { afterAll, beforeAll, describe, test } from "vitest";
import type { SharedStore } from "../../../../src/store-tests/index.ts";
import { redisStores } from "../../../../src/runtime/redis.ts";
import { oneStepEach } from "../stores/histories.ts";
import { sessionModel } from "../stores/session-model.ts";
import { streamModel } from "../stores/stream-model.ts";
import { redisProcess, type RedisProcess } from "../support/redis-process.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";
import { fc, runs } from "../../../support/random.ts";

let server: RedisServer | undefined;
let count = 0;

/** Processes whose keys begin with what no other history's do. */
function onRedis<Store>(
  pick: (stores: ReturnType<typeof redisStores>) => Store,
): SharedStore<Store> {
  const processes: RedisProcess[] = [];
  const prefix = `h${++count}`;
  return {
    async process() {
      if (!server) throw new Error("there is no Redis");
      const made = await redisProcess(server.url, { prefix });
      processes.push(made);
      return {
        store: pick(redisStores(made.redis, {})),
        kill: () => made.kill(),
      };
    },
    async close() {
      await Promise.all(processes.map((one) => one.close()));
    },
  };
}

describe.skipIf(redisMissing !== undefined)("on Redis", () => {
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.remove());

  test("sessions are as if all was asked one after the other", async () => {
    await fc.assert(
      oneStepEach(sessionModel("redis"), () =>
        onRedis(({ sessions }) => sessions),
      ),
      { numRuns: runs(150) },
    );
  });

  test("streams are as if all was asked one after the other", async () => {
    await fc.assert(
      oneStepEach(streamModel("redis"), () =>
        onRedis(({ streams }) => streams),
      ),
      { numRuns: runs(150) },
    );
  });
});
