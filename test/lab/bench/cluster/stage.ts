import type { RedisServer } from "../../../runtime/sessions/support/redis.ts";
import { openConnection, type HttpConnection } from "../http-connection.ts";
import {
  firstId,
  httpCallPrinter,
  printDelete,
  printInitialize,
  printInitialized,
} from "../http-requests.ts";
import type { Lifecycle } from "../echo-messages.ts";
import type { ServerProcess } from "../http-server-process.ts";

/** What is measured: one process, and several behind a proxy. */
export interface Stage {
  readonly alone: ServerProcess;
  readonly several: readonly ServerProcess[];
  /** Of the proxy before several, and of the one before one alone. */
  readonly port: number;
  readonly portOfOne: number;
  readonly redis: RedisServer;
}

/** How many requests a connection is used for: nginx closes it after a thousand. */
const perConnection = 500;

/** A client with a connection of its own, and in its lifecycle. */
export class Caller {
  readonly #port: number;
  readonly #printCall: (id: number) => string;
  #connection: HttpConnection;
  #calls = 0;

  constructor(
    port: number,
    connection: HttpConnection,
    printCall: (id: number) => string,
  ) {
    this.#port = port;
    this.#connection = connection;
    this.#printCall = printCall;
  }

  static async open(port: number, lifecycle: Lifecycle): Promise<Caller> {
    const connection = await openConnection(port);
    const session =
      lifecycle === "handshake"
        ? await openSession(connection, port)
        : undefined;
    return new Caller(port, connection, callPrinter(port, lifecycle, session));
  }

  /** Calls the tool; throws when the answer is none. */
  async call(): Promise<void> {
    if (++this.#calls % perConnection === 0) {
      this.close();
      this.#connection = await openConnection(this.#port);
    }
    const id = firstId + this.#calls;
    requireAnswer(await this.#connection.ask(this.#printCall(id)));
  }

  close(): void {
    this.#connection.close();
  }
}

/** Requests that call the tool, by their ids. */
export function callPrinter(
  port: number,
  lifecycle: Lifecycle,
  session: string | undefined,
): (id: number) => string {
  return httpCallPrinter(lifecycle, { port, headers: "" }, session);
}

/** Opens a session by a connection, and gives its id. */
export async function openSession(
  connection: HttpConnection,
  port: number,
): Promise<string> {
  const to = { port, headers: "" };
  const answer = await connection.ask(printInitialize(to));
  const header = "mcp-session-id: ";
  const line = answer
    .split("\r\n")
    .find((one) => one.toLowerCase().startsWith(header));
  const session = line?.slice(header.length);
  if (session === undefined) throw new Error(`no session: ${answer}`);
  const heard = await connection.ask(printInitialized(to, session));
  if (!heard.startsWith("HTTP/1.1 202")) throw new Error(heard);
  return session;
}

/** Ends a session. */
export async function endSession(
  connection: HttpConnection,
  port: number,
  session: string,
): Promise<void> {
  const to = { port, headers: "" };
  const answer = await connection.ask(printDelete(to, session));
  if (!answer.startsWith("HTTP/1.1 204")) throw new Error(answer);
}

/** Throws for what is no result. */
export function requireAnswer(answer: string): void {
  if (!answer.startsWith("HTTP/1.1 200") || !answer.includes('"result"'))
    throw new Error(`a server answered ${answer}`);
}
