import type { ClusterStores } from "../../sessions/cluster.ts";
import type { RedisLink } from "./open-redis.ts";
import { redisSessions } from "./sessions/session-store.ts";
import {
  redisStreamOptions,
  type RedisStreamOptions,
} from "./streams/options.ts";
import { redisStreams } from "./streams/stream-store.ts";

/**
 * Creates cluster stores in Redis, for `createCluster` of `mcp-gen/cluster`. You can replace
 * one of them with a custom store. Throws a TypeError for an invalid option.
 */
export function redisStores(
  redis: RedisLink,
  options: RedisStreamOptions = {},
): ClusterStores {
  return {
    sessions: redisSessions(redis),
    streams: redisStreams(redis, redisStreamOptions(options)),
    bus: redis.bus,
  };
}
