import {
  integerOption,
  refuseOption,
  requireKnown,
  type OptionNames,
} from "../../protocol/sound-option.ts";
import { reporter } from "../../protocol/report.ts";

/** What a cluster in memory may hold, and how fast it is. */
export interface MemoryClusterOptions {
  /**
   * How many bytes the events of one stream may have, about.
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
   * How many bytes all events may have, about.
   *
   * @default 33_554_432 (32 MiB)
   */
  readonly maxBytes?: number;
  /**
   * How many bytes may wait for a process that does not listen, about.
   *
   * @default 4_194_304 (4 MiB)
   */
  readonly maxBusBytes?: number;
  /**
   * How long a stream is kept that nobody writes or reads, in milliseconds.
   *
   * @default 300_000 (5 minutes)
   */
  readonly streamIdleMs?: number;
  /**
   * What each step waits for on its way there, and on its way back: by default the
   * next turn of the event loop.
   */
  readonly latency?: () => Promise<void>;
  /**
   * Hears what listeners throw.
   *
   * @default prints it
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

/** All options of a cluster in memory. Throws a TypeError for what is none. */
export function memoryClusterOptions(
  given: MemoryClusterOptions,
): Required<MemoryClusterOptions> {
  requireKnown("memoryCluster", given, known);
  const { latency = nextTurn } = given;
  if (typeof latency !== "function")
    refuseOption("latency", "a function that gives a promise", latency);
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
