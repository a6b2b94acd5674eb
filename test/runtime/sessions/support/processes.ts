import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import type { Setup, Told } from "../programs/setup.ts";
import { freePorts } from "../../../support/free-ports.ts";

/** What the processes of a cluster are started with. */
export interface Cluster extends Omit<Setup, "name" | "port"> {
  /** The program, as JavaScript. */
  readonly file: string;
  /** What the processes print goes to a file here. */
  readonly folder: string;
  /** Flags of Node. */
  readonly flags?: readonly string[];
}

/** A place of the cluster: one process after the other listens on its port. */
export class Place {
  readonly index: number;
  readonly port: number;
  readonly #cluster: Cluster;
  readonly #log: WriteStream;
  #child: ChildProcess | undefined;
  #life = 0;

  constructor(index: number, port: number, cluster: Cluster) {
    this.index = index;
    this.port = port;
    this.#cluster = cluster;
    this.#log = createWriteStream(join(cluster.folder, `${index}.log`));
  }

  /** What the process is called that runs here now, as the ledger names it. */
  get name(): string {
    return `${this.index}.${this.#life}`;
  }

  /** Where its process alone is reached. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts a process; resolves when it listens. */
  async start(): Promise<void> {
    this.#life++;
    const { file, folder: _, flags = [], ...rest } = this.#cluster;
    const setup: Setup = { ...rest, name: this.name, port: this.port };
    const child = fork(file, [JSON.stringify(setup)], {
      execArgv: ["--enable-source-maps", ...flags],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    this.#log.write(`--- ${this.name}\n`);
    child.stdout?.pipe(this.#log, { end: false });
    child.stderr?.pipe(this.#log, { end: false });
    await answerOf(child, this.name);
  }

  /** Kills the process as it stands (-9); gives what it was called. */
  async kill(): Promise<string> {
    const { name } = this;
    const child = this.#child;
    this.#child = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    }
    return name;
  }

  /** Lets the process come to its end, as SIGTERM does; gives its exit code. */
  async close(): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    this.#child = undefined;
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    // The exit code, or null for a signal.
    const [code] = (await exit) as [number | null];
    return code;
  }

  /** What the process says of itself. */
  ask(question: "status"): Promise<Told> {
    const child = this.#child;
    if (!child) throw new Error(`no process runs at ${this.index}`);
    const answer = answerOf(child, this.name);
    child.send(question);
    return answer;
  }
}

/** The next message of a process. */
async function answerOf(child: ChildProcess, name: string): Promise<Told> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      // Its program sends nothing else.
      once(child, "message", { signal }).then(([told]) => told as Told),
      once(child, "exit", { signal }).then(([code, killed]) => {
        throw new Error(`process ${name} has ended: ${code ?? killed}`);
      }),
    ]);
  } finally {
    over.abort();
  }
}

/** Starts so many processes of a cluster; resolves when all of them listen. */
export async function startProcesses(
  count: number,
  cluster: Cluster,
): Promise<Place[]> {
  const ports = await freePorts(count);
  const places = ports.map((port, index) => new Place(index, port, cluster));
  await Promise.all(places.map((place) => place.start()));
  return places;
}
