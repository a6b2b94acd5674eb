import type Process from "node:process";
import { TransportError } from "../protocol/errors.ts";
import { after } from "../protocol/timers/after.ts";
import { now } from "../protocol/timers/deadlines.ts";
import { duration } from "../protocol/timers/time-limits.ts";
import {
  resolveLimits,
  serverJsonLimits,
} from "../protocol/validation/parse-json.ts";
import type { Server } from "../server/create-server.ts";
import {
  type ByteInput,
  type ByteOutput,
  type ByteStreamOptions,
  createByteStreamTransport,
} from "./byte-stream.ts";
import { redirectStdout } from "./redirect-stdout.ts";
import { type Signal, raise, watchSignals } from "./signals.ts";

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

type Listener = Parameters<NodeJS.EventEmitter["on"]>[1];

/** Standard input and output, as long as they belong to the protocol. */
interface Claim {
  readonly input: ByteInput;
  readonly output: ByteOutput;
  /** Gives both back, once what was written has left, or after so many milliseconds. */
  release(within: number): Promise<void>;
}

let claimed = false;

/**
 * Takes standard input and output for the protocol. What handlers print, by
 * `console` or by `process.stdout`, then goes to standard error; a child that
 * inherits standard output, or native code, still has to be kept from it, and so
 * has what was printed before: that is for `claim-stdout`. An
 * error in writing to either stream no longer ends the process.
 */
function claimStdio(): Claim {
  if (claimed) throw new TypeError("standard output is being served already");
  claimed = true;
  const { stdin, stdout, stderr } = process;
  const { write, giveBack } = redirectStdout();
  const listening: (() => void)[] = [];
  // For good: whoever reads them may be gone, now or after serving.
  for (const stream of [stdout, stderr]) {
    stream.off("error", ignore).on("error", ignore);
  }

  function listen(
    stream: NodeJS.EventEmitter,
    event: string,
    listener: Listener,
  ): void {
    stream.on(event, listener);
    listening.push(() => stream.off(event, listener));
  }

  return {
    input: {
      on: (event: string, listener: Listener) => listen(stdin, event, listener),
      pause: () => stdin.pause(),
      resume: () => stdin.resume(),
    },
    output: {
      write: (text) => write.call(stdout, text),
      end() {},
      on: (event: string, listener: Listener) =>
        listen(stdout, event, listener),
    },
    async release(within) {
      stdin.pause();
      await new Promise<void>((resolve) => {
        after(within, resolve);
        write.call(stdout, "", "utf8", () => resolve());
      });
      giveBack();
      for (const stop of listening) stop();
      claimed = false;
    },
  };
}

function ignore(): void {}
