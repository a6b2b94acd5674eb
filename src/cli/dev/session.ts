import { once } from "node:events";
import type { DevIo } from "./dev-io.ts";
import { hintFor } from "./hints.ts";
import { linesOf } from "./lines.ts";
import { Proxy } from "./proxy/proxy.ts";
import { readLine } from "./proxy/message.ts";
import { isOver, startServer, type RunningServer } from "./running-server.ts";
import type { ServerCommand } from "./server-command.ts";

/** How long requests may go on when a file changes, in milliseconds. */
const drainTime = 1000;

/** How often it is looked whether they are done. */
const lookTime = 10;

/** How long what a server that is gone has printed may take to be read. */
const restTime = 500;

/** How much of what a server prints at its end is looked at, in characters. */
const tailLength = 8000;

/** A client, and the servers that it talks to, one after the other. */
export class Session {
  /** The client has no more to say. */
  readonly inputEnded: Promise<void>;
  readonly #command: ServerCommand;
  readonly #io: DevIo;
  readonly #isHttp: boolean;
  readonly #proxy: Proxy;
  #server: RunningServer | undefined;
  /** What the server has printed last on its standard error. */
  #tail = "";
  #printed: Promise<unknown> = Promise.resolve();

  constructor(command: ServerCommand, isHttp: boolean, io: DevIo) {
    this.#command = command;
    this.#isHttp = isHttp;
    this.#io = io;
    this.#proxy = new Proxy({
      toClient: (line) => io.stdout(`${line}\n`),
      toServer: (line) => void this.#server?.stdin?.write(`${line}\n`),
      note: (text) => io.note(text),
    });
    this.inputEnded = isHttp
      ? new Promise(() => undefined)
      : this.#readClient();
  }

  /** Whether a client has said anything on standard input. */
  get hasClient(): boolean {
    return this.#proxy.hasClient;
  }

  start(): RunningServer {
    const { cwd, env, isWindows } = this.#io;
    const hasInput = !this.#isHttp;
    const server = startServer(this.#command, {
      cwd,
      // Servers on the runtime then report actions that a handler repeats.
      env: { ...env, MCP_GEN_DEV: "1" },
      isWindows,
      hasInput,
    });
    this.#server = server;
    this.#tail = "";
    this.#printed = Promise.allSettled([
      this.#readServer(server),
      this.#readErrors(server),
    ]);
    this.#proxy.started();
    return server;
  }

  /** Ends a server for the next one. What the client has asked may be answered before. */
  async replace(server: RunningServer, reason: string): Promise<void> {
    this.#proxy.hold();
    const end = Date.now() + drainTime;
    while (this.#proxy.pending > 0 && Date.now() < end)
      if (await isOver(server.ended, lookTime)) break;
    await server.stop();
    await isOver(this.#printed, restTime);
    this.#proxy.gone(reason, "starts");
  }

  /** A server has ended by itself: who asks it hears of that, and who watches what to do. */
  async fallen(how: string): Promise<void> {
    const reason = `The server has ended (${how}); it starts again when a file changes`;
    await isOver(this.#printed, restTime);
    this.#proxy.gone(reason, "waits");
    this.#io.note(reason);
    const hint = hintFor(this.#tail, how);
    if (hint !== undefined) this.#io.note(`What to do: ${hint}`);
  }

  async #readClient(): Promise<void> {
    try {
      for await (const line of linesOf(this.#io.stdin())) {
        this.#proxy.fromClient(line);
        const { stdin, ended } = this.#server ?? {};
        if (stdin?.writableNeedDrain)
          await Promise.race([once(stdin, "drain"), ended]);
      }
    } catch (error) {
      if (!this.#io.signal.aborted) this.#io.note(messageOf(error));
    }
  }

  async #readServer({ stdout }: RunningServer): Promise<void> {
    try {
      for await (const line of linesOf(stdout)) {
        this.#read(line);
        await this.#io.drained();
      }
    } catch (error) {
      this.#io.note(messageOf(error));
    }
  }

  /** A server over HTTP, and one that has no client yet, may print what it likes. */
  #read(line: string): void {
    if (this.#isHttp) this.#io.stdout(`${line}\n`);
    else if (!this.hasClient && readLine(line).kind === "other")
      this.#io.stderr(`${line}\n`);
    else this.#proxy.fromServer(line);
  }

  async #readErrors({ stderr }: RunningServer): Promise<void> {
    stderr.setEncoding("utf8");
    for await (const text of stderr) {
      this.#tail = (this.#tail + String(text)).slice(-tailLength);
      this.#io.stderr(String(text));
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
