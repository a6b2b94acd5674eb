import {
  integerOption,
  refuseOption,
  requireKnown,
  type OptionNames,
} from "../../protocol/sound-option.ts";
import { reporter } from "../../protocol/report.ts";

/** Limits and latency of a memory cluster. */
export interface MemoryClusterOptions {
  /**
   * Approximate maximum size of the events of one stream, in bytes.
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
   * Approximate maximum size of all events, in bytes.
   *
   * @default 33_554_432 (32 MiB)
   */
  readonly maxBytes?: number;
  /**
   * Approximate maximum size of the messages that wait for one process, in bytes.
   *
   * @default 4_194_304 (4 MiB)
   */
  readonly maxBusBytes?: number;
  /**
   * Idle timeout of a stream that is neither written nor read, in milliseconds.
   *
   * @default 300_000 (5 minutes)
   */
  readonly streamIdleMs?: number;
  /**
   * Delay of each operation before and after its execution. Defaults to the next turn of the
   * event loop.
   */
  readonly latency?: () => Promise<void>;
  /**
   * Called with errors that listeners throw.
   *
   * @default prints the error
   */
  readonly onError?: (error: Error) => void;
}

const known: OptionNames<MemoryClusterOptions> = {
  maxStreamBytes: true,
  maxClientBytes: true,
  maxBytes: true,
  maxBusBytes: true,
  streamIdleMs: true,
  latency: true,
  onError: true,
};

const mebibyte = 1024 * 1024;

/** Validates the options and adds defaults. Throws a TypeError for an invalid option. */
export function memoryClusterOptions(
  given: MemoryClusterOptions,
): Required<MemoryClusterOptions> {
  requireKnown("memoryCluster", given, known);
  const { latency = nextTurn } = given;
  if (typeof latency !== "function")
    refuseOption("latency", "a function that returns a promise", latency);
  return {
    maxStreamBytes: integerOption(
      "maxStreamBytes",
      given.maxStreamBytes,
      4 * mebibyte,
    ),
    maxClientBytes: integerOption(
      "maxClientBytes",
      given.maxClientBytes,
      16 * mebibyte,
    ),
    maxBytes: integerOption("maxBytes", given.maxBytes, 32 * mebibyte),
    maxBusBytes: integerOption("maxBusBytes", given.maxBusBytes, 4 * mebibyte),
    streamIdleMs: integerOption("streamIdleMs", given.streamIdleMs, 300_000),
    latency,
    onError: reporter(given.onError),
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
