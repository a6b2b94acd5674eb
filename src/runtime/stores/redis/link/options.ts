import {
  integerOption,
  refuseOption,
  requireKnown,
  type OptionNames,
} from "../../../protocol/sound-option.ts";

/** How a program uses Redis. */
export interface RedisOptions {
  /**
   * What all keys begin with, in braces: `{mcp}:…`. Processes that are to share what
   * they keep have the same. Letters, digits, `.`, `_` and `-`. On a cluster all keys
   * of a prefix are in one slot.
   *
   * @default "mcp"
   */
  readonly prefix?: string;
  /**
   * How long a command may take, in milliseconds, and how long Redis may be away before
   * what needs it fails.
   *
   * @default 5_000 (5 seconds)
   */
  readonly timeout?: number;
  /**
   * After how long without a sign of life a process is gone, in milliseconds: what it
   * was at is told as failed then. At least 1_000.
   *
   * @default 10_000 (10 seconds)
   */
  readonly goneMs?: number;
  /**
   * How many bytes may wait for one process that others send to, and how many are kept
   * of what is sent to all, about. Beyond it the oldest are forgotten, and the process
   * is told that it missed some.
   *
   * @default 16_777_216 (16 MiB)
   */
  readonly maxWaitingBytes?: number;
  /**
   * Hears what nobody else is told: that Redis is away, what a listener throws, that
   * this process was taken for gone.
   *
   * @default prints to standard error
   */
  readonly onError?: (error: Error) => void;
}

const known: OptionNames<RedisOptions> = {
  prefix: true,
  timeout: true,
  goneMs: true,
  maxWaitingBytes: true,
  onError: true,
};

/** Options without gaps, but for the function. */
export type ResolvedRedisOptions = Required<Omit<RedisOptions, "onError">>;

/** Throws a TypeError for an option that is none, or not what it may be. */
export function resolveRedisOptions(
  options: RedisOptions,
): ResolvedRedisOptions {
  requireKnown("openRedis", options, known);
  const { prefix = "mcp" } = options;
  if (typeof prefix !== "string" || !/^[\w.-]{1,64}$/.test(prefix))
    refuseOption(
      "prefix",
      "1 to 64 letters, digits, dots, underscores and hyphens",
      prefix,
    );
  return {
    prefix,
    timeout: integerOption("timeout", options.timeout, 5_000),
    goneMs: integerOption("goneMs", options.goneMs, 10_000, 1_000),
    maxWaitingBytes: integerOption(
      "maxWaitingBytes",
      options.maxWaitingBytes,
      16 * 1024 * 1024,
    ),
  };
}
