export { openRedis, type RedisLink } from "./redis/open-redis.ts";
export type { RedisOptions } from "./redis/link/options.ts";
export {
  redisTaskStore,
  type RedisTaskStore,
  type RedisTaskStoreOptions,
} from "./redis/tasks/redis-tasks.ts";
export { RedisError } from "./redis/link/redis-error.ts";
export type {
  KeyedClient,
  ListClient,
  RedisClient,
  SentinelClient,
  WordClient,
} from "./redis/link/client.ts";
export type { RedisScript } from "./redis/link/commands.ts";
export { redisStores } from "./redis/stores.ts";
export type { RedisStreamOptions } from "./redis/streams/options.ts";
export {
  redisStateKeys,
  type RedisStateKeyOptions,
} from "./redis/state-keys.ts";
export { redisCluster } from "./redis/redis-cluster.ts";
