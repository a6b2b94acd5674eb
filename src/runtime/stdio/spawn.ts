import process from "node:process";
import {
  createByteStreamTransport,
  type ByteOutput,
  type ByteStreamOptions,
} from "./byte-stream.ts";
import { TransportError } from "../protocol/errors.ts";
import type { Message } from "../protocol/message.ts";
import {
  clientJsonLimits,
  resolveLimits,
  type JsonLimits,
} from "../protocol/validation/parse-json.ts";
import {
  type Program,
  type ProgramOptions,
  endGroup,
  forwardTerminalSignals,
  hasGroups,
  signalGroup,
  startError,
  startProgram,
} from "./child-process.ts";
import { settles } from "../protocol/timers/after.ts";
import {
  progressGap,
  type Receiver,
  type Transport,
} from "../peer/transport.ts";

/** Options for the program and its connection. */
export interface SpawnStdioOptions
  extends
    ProgramOptions,
    Pick<ByteStreamOptions, "lineLimit" | "maxDepth" | "queueLimit"> {
  /**
   * Maximum number of values in a line: objects, arrays, strings, numbers, booleans and
   * nulls. A line with more is not parsed, and its call fails.
   *
   * @default 250_000
   */
  readonly maxValues?: number;
  /**
   * Time for the server to exit, before each stronger step, in milliseconds.
   *
   * @default 2_000 (2 seconds)
   */
  readonly grace?: number;
  /**
   * Forwards Ctrl-C and other signals of a terminal to the server. With `keep`, the program
   * can cancel its calls and close the server itself.
   *
   * @default "hand-on"
   */
  readonly interrupts?: "hand-on" | "keep";
}

/**
 * Creates the transport of a client that starts its server as a child process and uses its
 * standard input and output.
 *
 * The server starts with the transport. If it does not start, or exits, the transport
 * closes with the reason.
 *
 * Closing the transport closes the server's input. If the server does not exit, it receives
 * SIGTERM and then SIGKILL; on Windows it is killed immediately. Its descendants end too,
 * unless they left the process group; on Windows they continue. If this process exits
 * without closing, the pipes close, and the server sees the end of its input.
 *
 * Ctrl-C in a terminal also reaches the server, unless `interrupts` is `keep`.
 *
 * @example
 * await client.connect(spawnStdio({ command: "node", args: ["server.js"] }));
 */
export function spawnStdio(options: SpawnStdioOptions): Transport {
  return new SpawnTransport(options);
}

interface Running {
  readonly child: Program;
  readonly stream: Transport;
  readonly exited: Promise<unknown>;
  /** Resolves when it has exited and all of its output was read. */
  readonly gone: Promise<unknown>;
  /** Stops forwarding the terminal's signals. */
  unfollow(): void;
}

class SpawnTransport implements Transport {
  readonly via = "stdio";
  readonly progressGap = progressGap;
  readonly #options: SpawnStdioOptions;
  readonly #limits: JsonLimits;
  #receiver: Receiver | undefined;
  #running: Running | undefined;
  #failure: Error | undefined;
  #leaving: Promise<void> | undefined;
  #closed = false;

  constructor(options: SpawnStdioOptions) {
    this.#options = options;
    this.#limits = resolveLimits(options, clientJsonLimits);
  }

  start(receiver: Receiver): void {
    if (this.#closed) return queueMicrotask(() => receiver.closed());
    this.#receiver = receiver;
    try {
      this.#running = this.#run(startProgram(this.#options), receiver);
    } catch (error) {
      queueMicrotask(() => this.#tell(startError(this.#options, error)));
    }
  }

  send(message: Message | readonly Message[]): void {
    if (this.#closed) throw new TransportError("the connection is closed");
    // Undefined before `start`, and after an error that will be reported soon.
    if (this.#running) this.#running.stream.send(message);
  }

  async close(): Promise<void> {
    this.#tell();
    if (!this.#running) return;
    await this.#running.stream.close();
    await this.#leave(this.#running);
  }

  #run(child: Program, receiver: Receiver): Running {
    const { lineLimit, queueLimit, interrupts } = this.#options;
    const stream = createByteStreamTransport(child.stdout, inputOf(child), {
      ...this.#limits,
      ...(lineLimit !== undefined && { lineLimit }),
      ...(queueLimit !== undefined && { queueLimit }),
      schedule: (flush) => process.nextTick(flush),
    });
    const exited = new Promise((resolve) => child.once("exit", resolve));
    const gone = new Promise((resolve) => child.once("close", resolve));
    const { pid } = child;
    const unfollow =
      hasGroups() && pid !== undefined && interrupts !== "keep"
        ? forwardTerminalSignals(pid)
        : (): void => {};
    const running = { child, stream, exited, gone, unfollow };
    const leave = (error?: Error): void => {
      this.#failure ??= error;
      void this.#leave(running);
    };
    child.on("error", (error) =>
      leave(child.pid === undefined ? startError(this.#options, error) : error),
    );
    child.on("exit", () => leave());
    // It reads no more input. Its remaining output may explain why.
    child.stdin.on("error", () => leave());
    stream.start({
      message: (value, sink, received) => {
        if (!this.#closed) receiver.message(value, sink, received);
      },
      unreadable: (reason, text) => {
        if (!this.#closed) receiver.unreadable(reason, text);
      },
      ended: () => leave(),
      closed: leave,
    });
    return running;
  }

  /** Waits until the child has exited, and reports the reason. */
  #leave(running: Running): Promise<void> {
    return (this.#leaving ??= this.#end(running));
  }

  async #end(running: Running): Promise<void> {
    const { child, stream, gone } = running;
    const { grace = 2_000 } = this.#options;
    child.stdin.end();
    let rest: Promise<void> | undefined;
    if (child.pid !== undefined) {
      const isAsked = await this.#endHead(running, child.pid, grace);
      if (hasGroups()) rest = endGroup(child.pid, grace, isAsked);
      // A descendant may hold the output open.
      await settles(gone, grace);
    }
    child.stdin.destroy();
    child.stdout.destroy();
    child.stderr?.destroy();
    child.unref();
    this.#tell(this.#failure ?? exitError(child));
    await stream.close();
    await rest;
    running.unfollow();
  }

  /** Ends the program. Returns true if it received a signal. */
  async #endHead(
    { child, exited }: Running,
    pid: number,
    grace: number,
  ): Promise<boolean> {
    let isAsked = false;
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await settles(exited, grace)) break;
      isAsked = true;
      if (!hasGroups() || !signalGroup(pid, signal)) child.kill(signal);
    }
    return isAsked;
  }

  #tell(error?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#receiver?.closed(error);
  }
}

/** Does not report errors of the input, since the program may still send output. */
function inputOf({ stdin }: Program): ByteOutput {
  return {
    write: (text) => stdin.write(text),
    end: () => stdin.end(),
    destroy: () => stdin.destroy(),
    on(event: string, listener: (error: Error) => void) {
      if (event === "drain") stdin.on(event, listener);
    },
  };
}

function exitError({ exitCode, signalCode }: Program): Error {
  return new Error(
    signalCode === null
      ? `the server exited with code ${exitCode}`
      : `the server was ended by ${signalCode}`,
  );
}
