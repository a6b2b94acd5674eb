import type { ClusterStores } from "../../sessions/cluster.ts";
import type { RedisLink } from "./open-redis.ts";
import { redisSessions } from "./sessions/session-store.ts";
import {
  redisStreamOptions,
  type RedisStreamOptions,
} from "./streams/options.ts";
import { redisStreams } from "./streams/stream-store.ts";

/**
 * What processes share over a Redis, for `createCluster` of `mcp-gen/cluster`: give it
 * with one of these parts exchanged, where you keep that elsewhere. Throws a TypeError
 * for an option that is none.
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
