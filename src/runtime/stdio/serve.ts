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

// The global object: an import of the module would read all of its members, which takes a
// millisecond.
declare const process: typeof Process;

/** Options for a server on standard input and output. */
export interface ServeStdioOptions extends Pick<
  ByteStreamOptions,
  "lineLimit" | "maxDepth" | "maxValues" | "queueLimit"
> {
  /**
   * Maximum duration of calls in flight after the end of input, in milliseconds. Their
   * signals abort immediately.
   *
   * @default 10_000 (10 seconds)
   */
  readonly drain?: number;
  /**
   * Maximum duration of calls in flight after a signal, in milliseconds. Open handles, e.g.
   * a timer or a socket, may then keep the process for the same time. If a signal follows
   * the end of input or another signal, the total is at most 1,500 ms: a client that
   * signals twice will soon kill the process.
   *
   * @default 5_000 (5 seconds)
   */
  readonly grace?: number;
  /**
   * Ends the process after serving.
   *
   * @default true
   */
  readonly exit?: boolean;
}

/** Maximum duration of calls in flight after a second request to exit, in milliseconds. */
const hurry = 1_500;

/** Maximum time for flushing the output after that, in milliseconds. */
const flush = 200;

/**
 * Serves the parent process over standard input and output.
 *
 * While it serves, standard output is reserved for the protocol, and other output goes to
 * standard error. Serving ends at the end of input, at SIGINT or SIGTERM, or when the
 * output is closed. Calls in flight are answered first. Then the promise resolves, and the
 * process exits, after `grace` at the latest: no server outlives its client. Throws a
 * TypeError for invalid times and limits.
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
    // After every answer of this turn, so that all of them are one write.
    schedule: (flush) => process.nextTick(flush),
  });
  const via = "stdio";
  const connection = server.connect(Object.assign(transport, { via } as const));
  const close = (): void => void connection.close();
  let ends = 0;
  /** Deadline for the exit after a second request, on the clock of `now`. */
  let leavesAt = Infinity;
  const end = (within: number): void => {
    if (++ends === 2) leavesAt = now() + hurry + flush;
    after(ends === 1 ? within : Math.min(within, hurry), close);
  };
  const rest = (): number =>
    Math.max(Math.min(grace, leavesAt - now()), Math.min(grace, flush));
  const signals = watchSignals(() => {
    end(grace);
    void connection.end(
      new TransportError("The server received a signal to exit."),
    );
  });
  input.on("end", () => {
    end(drain);
    // Nothing can answer the calls in flight then.
    process.once("beforeExit", close);
  });

  await connection.closed;
  process.off("beforeExit", close);
  await release(rest());
  signals.stop();
  if (exit) leave(signals.received, rest());
}

/** Exits when the event loop is empty, or after `grace`. */
function leave(signal: Signal | undefined, grace: number): void {
  if (signal === undefined) return after(grace, () => process.exit());
  const end = (): void => raise(signal);
  process.once("beforeExit", end);
  after(grace, end);
}

type Listener = Parameters<NodeJS.EventEmitter["on"]>[1];

/** Standard input and output, reserved for the protocol. */
interface Claim {
  readonly input: ByteInput;
  readonly output: ByteOutput;
  /** Restores both after the output is flushed, or after a number of milliseconds. */
  release(within: number): Promise<void>;
}

let claimed = false;

/**
 * Reserves standard input and output for the protocol. Output of `console` and
 * `process.stdout` goes to standard error. It cannot redirect earlier output (import
 * `claim-stdout` first), native code, and children that inherit standard output. Write
 * errors of standard output and standard error no longer end the process.
 */
function claimStdio(): Claim {
  if (claimed)
    throw new TypeError("Standard output is already in use by serveStdio().");
  claimed = true;
  const { stdin, stdout, stderr } = process;
  const { write, giveBack } = redirectStdout();
  const listening: (() => void)[] = [];
  // Permanent: the reader may be gone during or after serving.
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
