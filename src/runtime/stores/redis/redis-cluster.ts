import { createCluster } from "../../sessions/cluster/create-cluster.ts";
import type { Cluster } from "../../http/server/options.ts";
import type { RedisLink } from "./open-redis.ts";
import { redisStores } from "./stores.ts";
import type { RedisStreamOptions } from "./streams/options.ts";

/**
 * Makes what `cluster` of `listen` and of handlers takes: sessions, streams and changes
 * that all processes with this Redis and this prefix share, so that any of them answers
 * any request. It serves one server at a time. When that is closed, close the link, too.
 * Throws a TypeError for an option that is none.
 *
 * @example
 * const redis = await openRedis("redis://127.0.0.1:6379", { prefix: "weather" });
 * await listen(server, { port: 3000, cluster: redisCluster(redis) });
 */
export function redisCluster(
  redis: RedisLink,
  options: RedisStreamOptions = {},
): Cluster {
  return createCluster(redisStores(redis, options));
}
