import { expect } from "vitest";
import {
  createHttpHandler,
  type Authorize,
  type HttpOptions,
} from "../../../src/runtime/http.ts";
import type { HttpHandler } from "../../../src/runtime/http/server/web/handler.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import type { Server } from "../../../src/runtime/server/create-server.ts";
import { initializeAs, newestHandshake, notification } from "../revisions.ts";
import { serverWith, type Call } from "../tool-server.ts";
import { eventReader, type StreamEvent } from "../../support/event-stream.ts";

/** Headers that are added to the usual ones. */
export interface Headers {
  readonly [name: string]: string;
}

/** A client that shakes hands over HTTP, without any protocol code of its own. */
export interface SessionClient {
  readonly handler: HttpHandler;
  /** The headers of its session. */
  readonly headers: Headers;
  post(value: unknown, more?: Headers): Promise<Response>;
  get(more?: Headers): Promise<Response>;
  /** Comes back for a stream. */
  resume(lastEventId: string | undefined): Promise<Response>;
  delete(more?: Headers): Promise<Response>;
  /** Posts, and reads the answer to its end. */
  ask(value: unknown, more?: Headers): Promise<JsonObject>;
}

/** Each bearer is a principal. */
export const byBearer: Authorize = ({ header }) => {
  const principal = header("authorization");
  return principal === undefined
    ? { status: 401, challenge: "Bearer" }
    : { principal };
};

export function handlerOf(server: Server, options?: HttpOptions): HttpHandler {
  return createHttpHandler(server, { onError() {}, ...options });
}

export function clientOf(
  handler: HttpHandler,
  headers: Headers = {},
): SessionClient {
  const send = (method: string, more?: Headers, body?: string) =>
    handler(
      new Request("http://localhost/mcp", {
        method,
        headers: {
          accept: "application/json, text/event-stream",
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
          ...more,
        },
        ...(body !== undefined && { body }),
      }),
    );
  const post: SessionClient["post"] = (value, more) =>
    send("POST", more, JSON.stringify(value));
  const get: SessionClient["get"] = (more) => send("GET", more);
  return {
    handler,
    headers,
    post,
    get,
    resume: (id) => get(id === undefined ? {} : { "last-event-id": id }),
    delete: (more) => send("DELETE", more),
    ask: async (value, more) => lastMessage(await post(value, more)),
  };
}

export interface Opening {
  readonly revision?: string;
  readonly capabilities?: object;
  readonly headers?: Headers;
}

/** Opens a session, and says that the client is ready. */
export async function openSession(
  handler: HttpHandler,
  { revision = newestHandshake, capabilities = {}, headers }: Opening = {},
): Promise<SessionClient> {
  const stranger = clientOf(handler, headers);
  const response = await stranger.post(initializeAs(revision, capabilities));
  await response.text();
  const id = response.headers.get("mcp-session-id");
  if (id === null) throw new Error("there is no session");
  const client = clientOf(handler, { ...headers, "mcp-session-id": id });
  await client.post(notification("notifications/initialized"));
  return client;
}

/** Opens a session of a server of its own. */
export function sessionOf(
  server: Server,
  options?: HttpOptions,
  opening?: Opening,
): Promise<SessionClient> {
  return openSession(handlerOf(server, options), opening);
}

/** Opens a session of a server with one tool, which may ask for roots. */
export function clientWith(
  callTool: Call,
  options: HttpOptions = {},
  revision?: string,
): Promise<SessionClient> {
  return sessionOf(
    serverWith(callTool, { capabilities: { logging: {} } }),
    options,
    { capabilities: { roots: {} }, ...(revision && { revision }) },
  );
}

/** The events of a stream, as they come. */
export interface Events {
  /** Undefined at the end of the stream. */
  next(): Promise<StreamEvent | undefined>;
  /** The message of the next event that has data. */
  message(): Promise<JsonObject>;
  /** All that come until the stream ends. */
  rest(): Promise<StreamEvent[]>;
  /** Closes the connection. */
  cut(): Promise<void>;
}

/** What an answer says that it is. */
export const typeOf = ({ headers }: Response): string | null =>
  headers.get("content-type");

export function eventsOf({ body }: Response): Events {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const waiting: StreamEvent[] = [];
  const read = eventReader((event) => waiting.push(event));
  const next = async (): Promise<StreamEvent | undefined> => {
    while (waiting.length === 0) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return undefined;
      read(decoder.decode(chunk.value, { stream: true }));
    }
    return waiting.shift();
  };
  return {
    next,
    async message() {
      for (;;) {
        const event = await next();
        if (!event) throw new Error("the stream has ended");
        if (event.data !== "") return parse(event.data);
      }
    },
    async rest() {
      const events: StreamEvent[] = [];
      for (;;) {
        const event = await next();
        if (!event) return events;
        events.push(event);
      }
    },
    cut: async () => reader?.cancel(),
  };
}

/** Reads until a message comes; gives the events, and the id of the last. */
export async function readUntil(events: Events, wanted: object) {
  const read: StreamEvent[] = [];
  for (;;) {
    const event = await events.next();
    if (!event) throw new Error("the stream has ended");
    read.push(event);
    if (event.data === "") continue;
    expect(JSON.parse(event.data)).toMatchObject(wanted);
    return [read, event.id] as const;
  }
}

/** The messages of events, and of arrays of them. */
export function messagesOf(events: readonly StreamEvent[]): JsonObject[] {
  return events
    .flatMap(({ data }) => (data === "" ? [] : [parse(data)]))
    .flat();
}

async function lastMessage(response: Response): Promise<JsonObject> {
  if (response.headers.get("content-type") !== "text/event-stream")
    return parse(await response.text());
  const last = messagesOf(await eventsOf(response).rest()).at(-1);
  if (!last) throw new Error("the stream has no message");
  return last;
}

function parse(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
