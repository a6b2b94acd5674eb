import type Process from "node:process";
import {
  createByteStreamTransport,
  type ByteStreamOptions,
} from "./byte-stream.ts";
import { claimStdio } from "./claim.ts";
import type { Server } from "../server/create-server.ts";
import { raise, watchSignals, type Signal } from "./signals.ts";
import { after } from "../protocol/timers/after.ts";
import { now } from "../protocol/timers/deadlines.ts";
import { duration } from "../protocol/timers/time-limits.ts";
import { TransportError } from "../protocol/errors.ts";
import {
  resolveLimits,
  serverJsonLimits,
} from "../protocol/validation/parse-json.ts";

// The global: to import it reads all that it has, a millisecond of each start.
declare const process: typeof Process;

/** How a server runs on standard input and output. */
export interface ServeStdioOptions extends Pick<
  ByteStreamOptions,
  "lineLimit" | "maxDepth" | "maxValues" | "queueLimit"
> {
  /**
   * How long calls in flight may take after the end of input, in milliseconds.
   * Their signals tell handlers at once.
   *
   * @default 10_000 (10 seconds)
   */
  readonly drain?: number;
  /**
   * How long calls in flight may take after a signal, in milliseconds. What
   * handlers have left open, such as a timer or a socket, may then keep the
   * process for as long. When a signal follows the end of input or another
   * signal, all of it takes at most 1,500 ms: a client that asks twice is about
   * to end the process itself.
   *
   * @default 5_000 (5 seconds)
   */
  readonly grace?: number;
  /**
   * Whether the process ends when serving has ended.
   *
   * @default true
   */
  readonly exit?: boolean;
}

/** How long what is in flight may take when the process is asked to end again, in milliseconds. */
const hurry = 1_500;

/** How long what was written may then take to leave. */
const flush = 200;

/**
 * Serves the process that started this one, over standard input and output.
 *
 * While it serves, standard output belongs to the protocol: what else is printed
 * goes to standard error. Serving ends at the end of input, at SIGINT or SIGTERM, or
 * when nobody reads the answers. What is in flight is answered first; then the
 * promise resolves, and the process ends. Where something keeps the process, it is
 * ended after `grace`: no server outlives its client. Throws a TypeError for times
 * and limits that are not valid.
 *
 * @example
 * const server = createServer({ info, features: [forecast] });
 * await serveStdio(server);
 */
export async function serveStdio(
  server: Server,
  options: ServeStdioOptions = {},
): Promise<void> {
  const { drain: drainMs, grace: graceMs, exit = true, ...stream } = options;
  const drain = duration("drain", drainMs, 10_000, true);
  const grace = duration("grace", graceMs, 5_000, true);
  const limits = { ...stream, ...resolveLimits(options, serverJsonLimits) };
  const { input, output, release } = claimStdio();
  const transport = createByteStreamTransport(input, output, {
    ...limits,
    // After every answer of this turn, and so one write for all of them.
    schedule: (flush) => process.nextTick(flush),
  });
  const via = "stdio";
  const connection = server.connect(Object.assign(transport, { via } as const));
  const close = (): void => void connection.close();
  let ends = 0;
  /** When the process is gone, on the clock of `now`, where it was asked twice. */
  let leavesAt = Infinity;
  const end = (within: number): void => {
    if (++ends === 2) leavesAt = now() + hurry + flush;
    after(ends === 1 ? within : Math.min(within, hurry), close);
  };
  const rest = (): number =>
    Math.max(Math.min(grace, leavesAt - now()), Math.min(grace, flush));
  const signals = watchSignals(() => {
    end(grace);
    void connection.end(new TransportError("the server is asked to end"));
  });
  input.on("end", () => {
    end(drain);
    // Nothing is left then that could answer what is in flight.
    process.once("beforeExit", close);
  });

  await connection.closed;
  process.off("beforeExit", close);
  await release(rest());
  signals.stop();
  if (exit) leave(signals.received, rest());
}

/** Ends the process when nothing keeps it any more, or after `grace`. */
function leave(signal: Signal | undefined, grace: number): void {
  if (signal === undefined) return after(grace, () => process.exit());
  const end = (): void => raise(signal);
  process.once("beforeExit", end);
  after(grace, end);
}
