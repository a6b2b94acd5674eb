import {
  integerOption,
  refuseOption,
  requireKnown,
  type OptionNames,
} from "../../../protocol/sound-option.ts";

/** Options of the connection to Redis. */
export interface RedisOptions {
  /**
   * Prefix of all keys, in braces: `{mcp}:…`. Processes that share data use the same prefix.
   * Letters, digits, `.`, `_` and `-`. On a cluster, all keys of a prefix are in one slot.
   *
   * @default "mcp"
   */
  readonly prefix?: string;
  /**
   * Timeout of a command, in milliseconds. During an outage of Redis, commands are retried for
   * this time.
   *
   * @default 5_000 (5 seconds)
   */
  readonly timeout?: number;
  /**
   * Time without a heartbeat after which a process is declared dead and its work fails, in
   * milliseconds. At least 1_000.
   *
   * @default 10_000 (10 seconds)
   */
  readonly goneMs?: number;
  /**
   * Approximate maximum size of the messages that wait for one process, in bytes. Beyond it the
   * oldest are dropped, and the process is notified of the loss.
   *
   * @default 16_777_216 (16 MiB)
   */
  readonly maxWaitingBytes?: number;
  /**
   * Called with errors that no caller gets: an outage of Redis, errors of listeners, or that
   * this process was declared dead.
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

/** Options with defaults, without the callback. */
export type ResolvedRedisOptions = Required<Omit<RedisOptions, "onError">>;

/** Validates the options and adds defaults. Throws a TypeError for an invalid option. */
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
