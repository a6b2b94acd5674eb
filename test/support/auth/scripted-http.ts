import { createServer, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { closePort, openPort } from "./port.ts";
import { keepAliveTimeout } from "../keep-alive.ts";

/** One HTTP request that a scripted server got, whole. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  /** By names in lower case; one that was sent twice is joined by ", ". */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** What a form holds; empty for other bodies. */
  readonly form: URLSearchParams;
}

/**
 * What a scripted server answers: an object as JSON, a text as it is. Whoever
 * needs more than that, such as an answer without end, gets Node's response.
 */
export type Told =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | object;
    }
  | ((response: ServerResponse) => void);

export type Teller = (asked: Asked) => Told | Promise<Told>;

/** A server on loopback that can go away and come back on the same port. */
export interface ScriptedHttp {
  readonly origin: string;
  /** What it was asked, oldest first. */
  readonly requests: readonly Asked[];
  /** Breaks all connections; nobody listens until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface ScriptedOptions {
  /** The server stays when the test ends: whoever started it stops it. */
  readonly keep?: boolean;
  /** The name in the origin: 127.0.0.1 by default. */
  readonly host?: string;
}

/** Starts a server that a function answers for; it stops with the test. */
export async function startScripted(
  tell: Teller,
  { keep = false, host = "127.0.0.1" }: ScriptedOptions = {},
): Promise<ScriptedHttp> {
  const requests: Asked[] = [];
  const server = createServer({ keepAliveTimeout }, (incoming, response) => {
    const chunks: Buffer[] = [];
    // A connection that is kept would be found dead after a restart.
    response.setHeader("connection", "close");
    incoming.on("error", () => undefined);
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(
          ([name, value]) => [name, value?.toString()] as const,
        ),
      );
      const isForm = headers["content-type"]?.startsWith(
        "application/x-www-form-urlencoded",
      );
      const asked: Asked = {
        method: incoming.method ?? "",
        url: new URL(incoming.url ?? "", origin),
        headers,
        text,
        form: new URLSearchParams(isForm ? text : ""),
      };
      requests.push(asked);
      void answer(tell, asked, response);
    });
  });
  let port = await openPort(server, 0);
  const origin = `http://${host}:${port}`;
  const stop = (): Promise<void> => closePort(server);
  if (!keep) onTestFinished(stop);
  return {
    origin,
    requests,
    stop,
    start: async () => void (port = await openPort(server, port)),
  };
}

async function answer(
  tell: Teller,
  asked: Asked,
  response: ServerResponse,
): Promise<void> {
  try {
    const told = await tell(asked);
    if (typeof told === "function") return told(response);
    const { status = 200, headers = {}, body } = told;
    if (typeof body === "object")
      response.setHeader("content-type", "application/json");
    response.writeHead(status, { ...headers });
    response.end(typeof body === "object" ? JSON.stringify(body) : body);
  } catch (error) {
    // A script that is wrong shows in the test that reads the answer.
    if (!response.headersSent) response.writeHead(500);
    response.end(String(error));
  }
}
