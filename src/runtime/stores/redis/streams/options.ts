import {
  integerOption,
  requireKnown,
  type OptionNames,
} from "../../../protocol/sound-option.ts";

/** Limits of streams in Redis, which clients can resume. */
export interface RedisStreamOptions {
  /**
   * Approximate maximum size of the events of one stream, in bytes; the oldest are dropped
   * beyond it.
   *
   * @default 4_194_304 (4 MiB)
   */
  readonly maxStreamBytes?: number;
  /**
   * Approximate maximum size of the events of one client, in bytes.
   *
   * @default 16_777_216 (16 MiB)
   */
  readonly maxClientBytes?: number;
  /**
   * Approximate maximum size of the events of all clients, in bytes.
   *
   * @default 134_217_728 (128 MiB)
   */
  readonly maxBytes?: number;
  /**
   * Idle timeout of a stream that is neither written nor read, in milliseconds.
   *
   * @default 300_000 (5 minutes)
   */
  readonly streamIdleMs?: number;
}

/** Names of the options. */
export const redisStreamOptionNames: OptionNames<RedisStreamOptions> = {
  maxStreamBytes: true,
  maxClientBytes: true,
  maxBytes: true,
  streamIdleMs: true,
};

const mebibyte = 1024 * 1024;

/** Validates the options and adds defaults. Throws a TypeError for an invalid option. */
export function redisStreamOptions(
  given: RedisStreamOptions,
): Required<RedisStreamOptions> {
  requireKnown("redisCluster", given, redisStreamOptionNames);
  const { maxStreamBytes, maxClientBytes, maxBytes, streamIdleMs } = given;
  return {
    maxStreamBytes: integerOption(
      "maxStreamBytes",
      maxStreamBytes,
      4 * mebibyte,
    ),
    maxClientBytes: integerOption(
      "maxClientBytes",
      maxClientBytes,
      16 * mebibyte,
    ),
    maxBytes: integerOption("maxBytes", maxBytes, 128 * mebibyte),
    streamIdleMs: integerOption("streamIdleMs", streamIdleMs, 300_000),
  };
}
