export { openRedis, type RedisLink } from "./stores/redis/open-redis.ts";
export type { RedisOptions } from "./stores/redis/link/options.ts";
export {
  redisTaskStore,
  type RedisTaskStore,
  type RedisTaskStoreOptions,
} from "./stores/redis/tasks/redis-tasks.ts";
export { RedisError } from "./stores/redis/link/redis-error.ts";
export type {
  KeyedClient,
  ListClient,
  RedisClient,
  SentinelClient,
  WordClient,
} from "./stores/redis/link/client.ts";
export type { RedisScript } from "./stores/redis/link/commands.ts";
export { redisStores } from "./stores/redis/stores.ts";
export type { RedisStreamOptions } from "./stores/redis/streams/options.ts";
export {
  redisStateKeys,
  type RedisStateKeyOptions,
} from "./stores/redis/state-keys.ts";
export { redisCluster } from "./stores/redis/redis-cluster.ts";
