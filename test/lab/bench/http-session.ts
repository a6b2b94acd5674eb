import { echoed } from "./echo-messages.ts";
import { openConnection, type HttpConnection } from "./http-connection.ts";
import type { HttpMode } from "./http-modes.ts";
import {
  firstId,
  httpCallPrinter,
  printDelete,
  printInitialize,
  printInitialized,
  type Destination,
} from "./http-requests.ts";
import { startServer, type ServerProcess } from "./http-server-process.ts";
import type { Target } from "./raw-session.ts";

/** A server of the tool `echo` over HTTP, and how it answers. */
export interface HttpTarget extends Target, HttpMode {
  /** What clients show. */
  readonly token?: string;
}

/** Starts a server; resolves when each of the connections to it has been answered once. */
export async function openHttpSession(
  target: HttpTarget,
  connections: number,
): Promise<HttpSession> {
  const server = await startServer(target.name, target);
  const session = new HttpSession(target, server);
  for (let i = 0; i < connections; i++) await session.connect();
  await session.check();
  return session;
}

/** One client for each connection, with a session of its own where there are sessions. */
interface Client {
  readonly connection: HttpConnection;
  readonly printCall: (id: number) => string;
}

/** Conversations with one server over kept connections. */
export class HttpSession {
  readonly #target: HttpTarget;
  readonly #server: ServerProcess;
  readonly #clients: Client[] = [];
  #lastId = firstId;

  constructor(target: HttpTarget, server: ServerProcess) {
    this.#target = target;
    this.#server = server;
  }

  get name(): string {
    return this.#target.name;
  }

  get pid(): number | undefined {
    return this.#server.pid;
  }

  get port(): number {
    return this.#server.port;
  }

  get #to(): Destination {
    const { token } = this.#target;
    const headers =
      token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
    return { port: this.port, headers };
  }

  /** A call as its first client sends it. */
  printCall(id: number): string {
    const [first] = this.#clients;
    if (!first) throw new Error(`${this.name} has no client`);
    return first.printCall(id);
  }

  /** Bytes that the server has in use after a forced collection. */
  heap(): Promise<number> {
    return this.#server.heap();
  }

  /** Adds a connection, and shakes hands where that is the lifecycle. */
  async connect(): Promise<void> {
    const { lifecycle } = this.#target;
    const connection = await openConnection(this.port);
    const session =
      lifecycle === "handshake" ? await this.#open(connection) : undefined;
    const printCall = httpCallPrinter(lifecycle, this.#to, session);
    this.#clients.push({ connection, printCall });
  }

  /** Opens sessions and deletes them again, one after another. */
  async openAndDelete(sessions: number): Promise<void> {
    const connection = await openConnection(this.port);
    for (let i = 0; i < sessions; i++) {
      const session = await this.#open(connection);
      const answer = await connection.ask(printDelete(this.#to, session));
      if (!answer.startsWith("HTTP/1.1 20")) this.#throw(answer);
    }
    connection.close();
  }

  /** Calls the tool once on each connection, and throws when an answer is wrong. */
  async check(): Promise<void> {
    for (const { connection, printCall } of this.#clients) {
      const id = ++this.#lastId;
      const answer = await connection.ask(printCall(id));
      if (!isEcho(answer, id, this.#target)) this.#throw(answer);
    }
  }

  /** Calls the tool so often, on all connections at a time. */
  run(calls: number): Promise<void> {
    let unsent = calls;
    let unanswered = calls;
    // It never sleeps: to be woken by a fast server less often than by a slow
    // one is no part of what is measured.
    const stayAwake = (): void => {
      if (unanswered > 0) setImmediate(stayAwake);
    };
    stayAwake();
    return new Promise((resolve) => {
      for (const { connection, printCall } of this.#clients) {
        const send = (): void => {
          if (unsent-- > 0) connection.send(printCall(++this.#lastId));
        };
        connection.onResponse = (response) => {
          if (!response.startsWith("HTTP/1.1 200")) this.#throw(response);
          if (--unanswered === 0) resolve();
          else send();
        };
        send();
      }
    });
  }

  /** Ends the process, and waits until it is gone. */
  async end(): Promise<void> {
    for (const { connection } of this.#clients) connection.close();
    await this.#server.end();
  }

  /** Shakes hands; gives the id of the session, which is empty where there is none. */
  async #open(connection: HttpConnection): Promise<string> {
    const answer = await connection.ask(printInitialize(this.#to));
    if (!answer.includes('"result"')) this.#throw(answer);
    const session = headerOf(answer, "mcp-session-id");
    const heard = await connection.ask(printInitialized(this.#to, session));
    if (!heard.startsWith("HTTP/1.1 202")) this.#throw(heard);
    return session;
  }

  #throw(answer: string): never {
    throw new Error(`${this.#target.name} answered ${answer}`);
  }
}

/** Empty when it is absent. */
function headerOf(response: string, name: string): string {
  const lines = response.slice(0, response.indexOf("\r\n\r\n")).split("\r\n");
  const start = `${name}: `;
  const line = lines.find((one) => one.toLowerCase().startsWith(start));
  return line?.slice(start.length) ?? "";
}

interface Answer {
  readonly id?: unknown;
  readonly result?: {
    readonly content?: readonly { readonly text: unknown }[];
  };
}

/** Whether a response gives back what was sent, in the form that is measured. */
function isEcho(response: string, id: number, { answer }: HttpMode): boolean {
  const type = headerOf(response, "content-type");
  const stream = type.startsWith("text/event-stream");
  if (stream !== (answer !== "json")) return false;
  const texts = stream ? eventTexts(response) : [jsonOf(response)];
  // A priming event has no data, and comes first.
  if ((answer === "primed") !== (texts.length === 2 && texts[0] === ""))
    return false;
  const message = JSON.parse(texts.at(-1) ?? "") as Answer;
  return message.id === id && message.result?.content?.[0]?.text === echoed;
}

function bodyOf(response: string): string {
  return response.slice(response.indexOf("\r\n\r\n") + 4);
}

/** The object in a body, with the lines of chunks around it left out. */
function jsonOf(response: string): string {
  const body = bodyOf(response);
  return body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1);
}

/** What events carry; lines of chunks around them are passed over. */
function eventTexts(response: string): string[] {
  const lines = bodyOf(response)
    .split("\n")
    .filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice("data:".length).trim());
}
