import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { createBell } from "../recording/bell.ts";
import type { Transcript } from "../recording/transcript.ts";
import type { JsonObject } from "../subject.ts";
import { createAct, type Act } from "./act.ts";
import { keepAliveTimeout } from "../../support/keep-alive.ts";

/** What a scripted HTTP server got. */
export interface Got {
  readonly method: string;
  readonly path: string;
  header(name: string): string | undefined;
  readonly message: JsonObject;
}

/** How it answers one request; all of it is told. */
export interface Reply {
  json(value: unknown, status?: number, headers?: Record<string, string>): void;
  empty(status: number, headers?: Record<string, string>): void;
  /** Begins an event stream. */
  stream(headers?: Record<string, string>): void;
  /** Sends text on the stream. */
  text(text: string): void;
  end(): void;
  /** Breaks the connection. */
  cut(): void;
}

export type Answer = (got: Got, reply: Reply) => void;

/** One request and what was answered to it, as lines. */
interface Exchange {
  readonly isGet: boolean;
  readonly entries: (readonly [mark: "sent" | "came" | "note", text: string])[];
}

export interface ScriptedHttp {
  readonly url: string;
  readonly act: Act;
  close(): Promise<void>;
}

/** What `fetch` and Node add by themselves. */
const foreign =
  /^(connection|user-agent|accept-language|sec-fetch-mode|accept-encoding|keep-alive)$/i;

/**
 * Requests of one step are told in the order in which they came; those for
 * streams, which come beside others, behind them.
 */
export async function serveScript(
  transcript: Transcript,
  answer: Answer,
): Promise<ScriptedHttp> {
  const bell = createBell();
  const exchanges: Exchange[] = [];
  let heard = 0;
  let told = 0;
  const server = createServer({ keepAliveTimeout }, (incoming, response) => {
    void receive(incoming).then((text) => {
      const exchange = begin(incoming, text);
      exchanges.push(exchange);
      answer(gotOf(incoming, text), replyOf(exchange, response));
      heard++;
      bell.ring();
    });
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;

  function tell(): void {
    const inOrder = [
      ...exchanges.filter(({ isGet }) => !isGet),
      ...exchanges.filter(({ isGet }) => isGet),
    ];
    for (const { entries } of inOrder)
      for (const [mark, text] of entries.splice(0)) transcript[mark](text);
    told = heard;
  }

  return {
    url: `http://127.0.0.1:${port}/mcp`,
    act: createAct(
      transcript,
      (comes) =>
        bell.until(
          () => heard >= told + comes,
          () => `${comes} requests, came ${heard - told}`,
        ),
      tell,
    ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receive(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function begin(
  { method, url, rawHeaders }: IncomingMessage,
  text: string,
): Exchange {
  const lines = [`${method} ${url}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!foreign.test(name)) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (text !== "") lines.push("", text);
  return { isGet: method === "GET", entries: [["sent", lines.join("\n")]] };
}

function gotOf(
  { method = "", url = "", headers }: IncomingMessage,
  text: string,
): Got {
  let message: JsonObject = {};
  try {
    message = JSON.parse(text) as JsonObject;
  } catch {
    // A request without a body has no message.
  }
  return {
    method,
    path: url,
    header: (name) => headers[name]?.toString(),
    message,
  };
}

function replyOf({ entries }: Exchange, response: ServerResponse): Reply {
  const head = (status: number, headers: Record<string, string>): void => {
    const lines = Object.entries(headers).map(
      ([name, value]) => `${name}: ${value}`,
    );
    entries.push(["came", [`${status}`, ...lines].join("\n")]);
    response.writeHead(status, headers);
  };
  return {
    json(value, status = 200, headers = {}) {
      const text = JSON.stringify(value);
      head(status, { "content-type": "application/json", ...headers });
      entries.push(["came", text]);
      response.end(text);
    },
    empty(status, headers = {}) {
      head(status, headers);
      response.end();
    },
    stream(headers = {}) {
      head(200, { "content-type": "text/event-stream", ...headers });
      response.flushHeaders();
    },
    text(text) {
      entries.push(["came", text.trimEnd()]);
      response.write(text);
    },
    end: () => void response.end(),
    cut() {
      entries.push(["note", "the connection breaks"]);
      response.destroy();
    },
  };
}
