import type { ApiPage } from "./api-page.ts";

/** What several processes share over a Redis. */
export const redisPages: readonly ApiPage[] = [
  {
    path: "api/redis.md",
    title: "Several processes, with Redis",
    intro:
      "What processes of one server share over a Redis or a Valkey: sessions, streams, changes, tasks and keys. Needs the package `@redis/client`, or a client of `redis` or `ioredis`. The guide is [Several processes](../../guides/scale-out.md).",
    modules: ["src/runtime/redis.ts"],
    sections: [
      {
        title: "Connect",
        names: [
          "openRedis",
          "RedisOptions",
          "RedisLink",
          "RedisClient",
          "ListClient",
          "KeyedClient",
          "SentinelClient",
          "WordClient",
        ],
      },
      {
        title: "What servers take",
        names: [
          "redisCluster",
          "RedisStreamOptions",
          "redisTaskStore",
          "RedisTaskStoreOptions",
          "RedisTaskStore",
          "redisStateKeys",
          "RedisStateKeyOptions",
        ],
      },
      {
        title: "For clusters of your own",
        names: ["redisStores", "RedisScript"],
      },
      { title: "Errors", names: ["RedisError"] },
    ],
    rest: "Other names",
  },
];
