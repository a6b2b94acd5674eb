import type { HttpOptions } from "../../../../src/runtime/http.ts";
import {
  openRedis,
  redisCluster,
  redisStateKeys,
  redisTaskStore,
} from "../../../../src/runtime/redis.ts";
import { memoryTaskStore } from "../../../../src/runtime/tasks.ts";
import type { TaskStore } from "../../../../src/runtime/tasks.ts";
import type { Setup } from "./setup.ts";

/** What a process of a cluster has in common with the others. */
export interface Shared {
  /** Nothing, for a process that is alone. */
  readonly http: Pick<HttpOptions, "cluster">;
  readonly tasks: TaskStore;
  readonly requestState?: { readonly keys: readonly Uint8Array[] };
  /** Says goodbye to the others. */
  close(): Promise<void>;
}

/** Joins the others, where they have a place for what they share. */
export async function share(
  { redis: place }: Pick<Setup, "redis">,
  onError: (error: Error) => void,
): Promise<Shared> {
  if (!place) {
    const close = (): Promise<void> => Promise.resolve();
    return { http: {}, tasks: memoryTaskStore(), close };
  }
  const { url, streamIdleMs, ...options } = place;
  const redis = await openRedis(url, { ...options, onError });
  const bounds = streamIdleMs === undefined ? {} : { streamIdleMs };
  return {
    http: { cluster: redisCluster(redis, bounds) },
    tasks: redisTaskStore(redis),
    requestState: { keys: await redisStateKeys(redis) },
    close: () => redis.close(),
  };
}
