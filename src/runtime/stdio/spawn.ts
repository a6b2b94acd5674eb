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
  followTerminal,
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

/** Which program is started, and how it is spoken with. */
export interface SpawnStdioOptions
  extends
    ProgramOptions,
    Pick<ByteStreamOptions, "lineLimit" | "maxDepth" | "queueLimit"> {
  /**
   * The most values in a line: objects, arrays, strings, numbers, booleans and
   * nulls. A line with more is not parsed, and the call that it answers fails.
   *
   * @default 250_000
   */
  readonly maxValues?: number;
  /**
   * How long the server may take to leave before each firmer step, in
   * milliseconds.
   *
   * @default 2_000 (2 seconds)
   */
  readonly grace?: number;
  /**
   * Whether Ctrl-C, and what else a terminal sends, reaches the server as well.
   * With `keep` it does not: the program can then take its calls back and close
   * by itself.
   *
   * @default "hand-on"
   */
  readonly interrupts?: "hand-on" | "keep";
}

/**
 * The transport of a client that starts its server as a child process, and speaks to
 * it over standard input and output.
 *
 * The server starts with the transport. When it cannot be started, or dies, the
 * transport closes with the reason.
 *
 * To close, the client closes the server's input. A server that stays is asked to
 * end by SIGTERM, then ended by SIGKILL; on Windows it is ended at once. What the
 * server has started ends with it, unless it left the server's group of processes;
 * on Windows it stays. When this process ends without closing, the pipes close, too:
 * the server sees the end of its input.
 *
 * Ctrl-C in a terminal reaches the server as it reaches this process, unless
 * `interrupts` keeps it.
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
  /** It has exited, and all that it wrote is read. */
  readonly gone: Promise<unknown>;
  /** Hands on no more of what the terminal sends. */
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
    // Before `start`, and when that has failed, which is told in a moment.
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
        ? followTerminal(pid)
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
    // It reads no more; what it still says may be the reason.
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

  /** Sees to it that the child leaves, and tells why it has. */
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
      // A process that it started may hold its output open.
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

  /** Ends the program itself; whether it had to be asked. */
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

/** That it reads no more is not told, since it may still have something to say. */
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
