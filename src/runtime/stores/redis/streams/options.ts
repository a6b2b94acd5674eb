import {
  integerOption,
  requireKnown,
  type OptionNames,
} from "../../../protocol/sound-option.ts";

/** What Redis keeps of streams, for clients that come back to them. */
export interface RedisStreamOptions {
  /**
   * How many bytes the events of one stream may have, about: beyond it, the oldest are
   * forgotten.
   *
   * @default 4_194_304 (4 MiB)
   */
  readonly maxStreamBytes?: number;
  /**
   * How many bytes the events of one client may have, about.
   *
   * @default 16_777_216 (16 MiB)
   */
  readonly maxClientBytes?: number;
  /**
   * How many bytes the events of all clients may have, about.
   *
   * @default 134_217_728 (128 MiB)
   */
  readonly maxBytes?: number;
  /**
   * How long a stream is kept that nobody writes or reads, in milliseconds.
   *
   * @default 300_000 (5 minutes)
   */
  readonly streamIdleMs?: number;
}

/** The names of all these options. */
export const redisStreamOptionNames: OptionNames<RedisStreamOptions> = {
  maxStreamBytes: true,
  maxClientBytes: true,
  maxBytes: true,
  streamIdleMs: true,
};

const mebibyte = 1024 * 1024;

/** All options. Throws a TypeError for one that is none, or not what it may be. */
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
