import {
  createHttpHandler,
  type HttpOptions,
} from "../../../src/runtime/http.ts";
import type { HttpHandler } from "../../../src/runtime/http/server/web/handler.ts";
import {
  isObject,
  type JsonObject,
} from "../../../src/runtime/protocol/message.ts";
import type { Server } from "../../../src/runtime/server/create-server.ts";
import { modern, modernRequest } from "../revisions.ts";
import { serverWith, type Call } from "../tool-server.ts";

/** Headers that are added to the usual ones; undefined takes one away. */
export interface Headers {
  readonly [name: string]: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly type: string | null;
  /** The messages of the answer: one, or those of a stream that has ended. */
  readonly messages: readonly JsonObject[];
}

/** What a client without a handshake posts to a handler. */
export interface TestClient {
  readonly handler: HttpHandler;
  post(
    message: unknown,
    more?: Headers,
    signal?: AbortSignal,
  ): Promise<Response>;
  /** Posts, and reads the answer to its end. */
  ask(message: unknown, more?: Headers): Promise<Answer>;
}

export function clientOf(server: Server, options?: HttpOptions): TestClient {
  const handler = createHttpHandler(server, { onError() {}, ...options });
  const post: TestClient["post"] = (message, more = {}, signal) =>
    handler(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: present({ ...headersOf(message), ...more }),
        body: JSON.stringify(message),
        ...(signal && { signal }),
      }),
    );
  return {
    handler,
    post,
    ask: async (message, more) => read(await post(message, more)),
  };
}

/** A call of a tool. */
export const call = (id: unknown, more: object = {}): Record<string, unknown> =>
  modernRequest(id, "tools/call", { name: "a" }, {}, more);

/** One that asks for its progress. */
export const progressing = call(1, { progressToken: "p" });

/** A client of a server with one tool. */
export function clientWith(callTool: Call, options?: HttpOptions): TestClient {
  return clientOf(serverWith(callTool), options);
}

/** The headers that a message needs. */
export function headersOf(message: unknown): Headers {
  const { method, params } = isObject(message) ? message : {};
  const { name, uri } = isObject(params) ? params : {};
  const named = name ?? uri;
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": modern,
    ...(typeof method === "string" && { "mcp-method": method }),
    ...(typeof named === "string" && { "mcp-name": named }),
  };
}

async function read(response: Response): Promise<Answer> {
  const { status } = response;
  const type = response.headers.get("content-type");
  const text = await response.text();
  const isStream = type === "text/event-stream";
  const messages = isStream ? eventsOf(text) : text === "" ? [] : [text];
  return { status, type, messages: messages.map(parse) };
}

/** The messages of a stream that goes on, one by one; undefined at its end. */
export function messagesOf(
  response: Response,
): () => Promise<JsonObject | undefined> {
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  let rest = "";
  return async function next() {
    for (;;) {
      const end = rest.indexOf("\n\n");
      if (end !== -1) {
        const [event] = eventsOf(rest.slice(0, end + 2));
        rest = rest.slice(end + 2);
        if (event !== undefined) return parse(event);
        continue;
      }
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return undefined;
      rest += chunk.value;
    }
  };
}

/** The data of events that each have one line of it; comments are none. */
function eventsOf(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line) =>
    line.startsWith("data: ") ? [line.slice("data: ".length)] : [],
  );
}

function parse(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}

function present(headers: Headers): Record<string, string> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(given) as Record<string, string>;
}
