import { createCluster } from "../../sessions/cluster/create-cluster.ts";
import type { Cluster } from "../../http/server/options.ts";
import type { RedisLink } from "./open-redis.ts";
import { redisStores } from "./stores.ts";
import type { RedisStreamOptions } from "./streams/options.ts";

/**
 * Creates the `cluster` option of `listen` and of handlers. All processes with this Redis and
 * prefix share sessions, streams and change notifications, so any of them can answer any
 * request. It serves one server at a time; after closing the server, close the link too. Throws
 * a TypeError for an invalid option.
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
