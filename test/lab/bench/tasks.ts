import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { revisionOf } from "./echo-messages.ts";
import { openConnection, type HttpConnection } from "./http-connection.ts";
import { startServer, type ServerProcess } from "./http-server-process.ts";
import { installPrograms, type Programs } from "./installed-programs.ts";
import type { Folders } from "./main.ts";
import { onCore, pins, serverCore } from "./pinned.ts";
import { inTurns, pairedRows, type Entry } from "./rounds.ts";
import type { Row, Table } from "./table.ts";

const count = 10_000;
const connections = 64;
const rounds = 9;

/** How long a round takes, in milliseconds, and how it is cut. */
const [second, slice] = [1_000, 10];

/** The bytes that a store may have unless it is told otherwise. */
const bound = 64 * 2 ** 20;

const id = "io.modelcontextprotocol/tasks";

/** What tasks cost that are polled once a second, and what they take in memory. */
export async function taskTables(folders: Folders): Promise<Table[]> {
  const programs = await installPrograms(folders);
  const folder = mkdtempSync(path.join(folders.folder, "tasks-"));
  const inMemory = await TaskServer.start(programs, []);
  const inFolder = await TaskServer.start(programs, [folder]);
  try {
    const memory = await inMemory.begin();
    await inFolder.begin();
    return [await pollTable(inMemory, inFolder), memoryTable(memory)];
  } finally {
    await inMemory.end();
    await inFolder.end();
    rmSync(folder, { recursive: true });
  }
}

/** The processor's time of a server for one request, of so many that come within a second. */
async function pollTable(
  inMemory: TaskServer,
  inFolder: TaskServer,
): Promise<Table> {
  const entries: readonly Entry[] = [
    { name: "tools/call, answered at once" },
    { name: "tasks/get, in memory", aim: 1.2 },
    { name: "tasks/get, in a folder", aim: 1.2 },
    { name: "tools/call, an async handler" },
  ];
  const [now = "", poll = "", durable = "", later = ""] = entries.map(
    ({ name }) => name,
  );
  const samples = await inTurns(
    [
      { name: now, round: () => inMemory.callAll("echo-now") },
      { name: poll, round: () => inMemory.pollAll() },
      { name: durable, round: () => inFolder.pollAll() },
      { name: later, round: () => inMemory.callAll("echo") },
    ],
    rounds,
  );
  return {
    title: `${count} tasks, each polled once a second over HTTP: the processor's time of a request${pins ? "" : ", not pinned"}`,
    unit: "µs",
    rows: pairedRows(entries, samples, "cost"),
  };
}

/** What the store says that its tasks take, and what the process takes for them. */
interface Taken {
  readonly counted: number;
  readonly grown: number;
}

function memoryTable({ counted, grown }: Taken): Table {
  const megabytes = (bytes: number): number => bytes / 2 ** 20;
  const rows: Row[] = [
    { name: "the bound of the store", median: megabytes(bound) },
    { name: "what the store counts", median: megabytes(counted), aim: 1 },
    {
      name: "what the server's heap grows by, with all that is at work",
      median: megabytes(grown),
      aim: 1,
    },
  ];
  return { title: `memory of ${count} tasks at work`, unit: "MB", rows };
}

/** A server of tasks, which all of its clients' requests go to. */
class TaskServer {
  readonly #server: ServerProcess;
  readonly #connections: HttpConnection[] = [];
  #tasks: readonly string[] = [];

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  static async start(
    programs: Programs,
    args: readonly string[],
  ): Promise<TaskServer> {
    const name = "http-tasks-server";
    const program = [programs.file(name), "{}", ...args];
    const command = onCore(serverCore, ["--expose-gc", ...program]);
    const server = new TaskServer(await startServer(name, command));
    for (let at = 0; at < connections; at++)
      server.#connections.push(await openConnection(server.#server.port));
    return server;
  }

  /** Begins all tasks; gives what they take. */
  async begin(): Promise<Taken> {
    // What the first calls compile and keep is no task's.
    await this.#all(Array(2_000).fill(this.#call("echo")), 0);
    const before = await this.#server.heap();
    const answers = await this.#all(Array(count).fill(this.#call("work")), 0);
    this.#tasks = answers.map((answer) => {
      const [, taskId] = /"taskId":"([^"]+)"/.exec(answer) ?? [];
      if (taskId === undefined) throw new Error(`no task: ${answer}`);
      return taskId;
    });
    const grown = (await this.#server.heap()) - before;
    return { counted: await this.#server.figure("store"), grown };
  }

  /** Microseconds of the processor for a poll. */
  pollAll(): Promise<number> {
    return this.#cost(this.#tasks.map((taskId) => this.#poll(taskId)));
  }

  /** Microseconds of the processor for a call that is no task. */
  callAll(tool: "echo" | "echo-now"): Promise<number> {
    return this.#cost(Array<string>(count).fill(this.#call(tool)));
  }

  async end(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await this.#server.end();
  }

  async #cost(requests: readonly string[]): Promise<number> {
    const before = await this.#server.figure("cpu");
    await this.#all(requests, second);
    return ((await this.#server.figure("cpu")) - before) / requests.length;
  }

  /** Sends all requests, spread over so many milliseconds, and gives their answers. */
  async #all(requests: readonly string[], ms: number): Promise<string[]> {
    const answers: string[] = [];
    let answered = 0;
    let [sent, due] = [0, ms === 0 ? requests.length : 0];
    const free = [...this.#connections];
    return new Promise((resolve, reject) => {
      const send = (): void => {
        for (; sent < due && free.length > 0; sent++) {
          const [connection, at] = [free.pop(), sent];
          void connection?.ask(requests[at] ?? "").then((answer) => {
            if (
              !answer.startsWith("HTTP/1.1 200") ||
              answer.includes('"error"')
            )
              reject(new Error(`the server answered ${answer}`));
            answers[at] = answer;
            free.push(connection);
            if (++answered === requests.length) resolve(answers);
            else send();
          });
        }
      };
      const pace = async (): Promise<void> => {
        for (let at = slice; due < requests.length; at += slice) {
          due = Math.ceil((requests.length * Math.min(at, ms)) / ms);
          send();
          await sleep(slice);
        }
      };
      if (ms === 0) send();
      else void pace();
    });
  }

  #call(name: string): string {
    return this.#post("tools/call", name, {
      name,
      arguments: { text: "hello, world" },
    });
  }

  #poll(taskId: string): string {
    return this.#post("tasks/get", taskId, { taskId });
  }

  #post(method: string, name: string, params: object): string {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": revisionOf.stateless,
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {
        extensions: { [id]: {} },
      },
    };
    const message = { jsonrpc: "2.0", id: 1, method };
    const body = JSON.stringify({ ...message, params: { ...params, _meta } });
    return [
      "POST /mcp HTTP/1.1",
      `Host: 127.0.0.1:${this.#server.port}`,
      "Content-Type: application/json",
      "Accept: application/json, text/event-stream",
      `MCP-Protocol-Version: ${revisionOf.stateless}`,
      `Mcp-Method: ${method}`,
      `Mcp-Name: ${name}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n");
  }
}
