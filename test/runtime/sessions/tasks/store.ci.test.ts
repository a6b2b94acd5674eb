import { afterAll, beforeAll, describe, test } from "vitest";
import { taskStoreTests } from "../../../../src/store-tests/index.ts";
import { redisTaskStore } from "../../../../src/runtime/redis.ts";
import {
  redisMissing,
  startRedis,
  type RedisServer,
} from "../support/redis.ts";
import { openMortal, type MortalLink } from "./mortal.ts";

let server: RedisServer;
let made = 0;

const tests = taskStoreTests((bounds) => {
  const prefix = `t${++made}`;
  const links: MortalLink[] = [];
  return {
    async process() {
      const link = await openMortal(server.url, { prefix, goneMs: 1_000 });
      links.push(link);
      return {
        store: redisTaskStore(link.redis, bounds),
        kill: () => link.kill(),
      };
    },
    async close() {
      await Promise.all(links.map((link) => link.end()));
    },
  };
});

describe.skipIf(redisMissing)(
  `tasks in Redis${redisMissing ? ` (${redisMissing})` : ""}`,
  () => {
    beforeAll(async () => {
      server = await startRedis();
    });
    afterAll(() => server.remove());

    test.each(tests)("$name", ({ run }) => run());
  },
);
