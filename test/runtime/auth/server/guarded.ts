import { onTestFinished } from "vitest";
import {
  protect,
  type ProtectOptions,
  type Protection,
  type Verified,
} from "../../../../src/runtime/auth/server.ts";
import {
  createHttpHandler,
  type HttpOptions,
} from "../../../../src/runtime/http.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import type { JsonObject } from "../../../../src/runtime/protocol/message.ts";
import {
  batching,
  initializeAs,
  modern,
  modernRequest,
  newestHandshake,
  notification,
  request,
  type TestServer,
} from "../../revisions.ts";
import { eventsOf, type Events } from "../../http/session-client.ts";

export const resource = "http://localhost/mcp";
export const issuer = "https://login.example.com";
export const metadataUrl =
  "http://localhost/.well-known/oauth-protected-resource/mcp";

const issued = new Map<string, Verified>();

/** A token that is good for these scopes, unless more of it says otherwise. */
export function tokenOf(
  scopes: readonly string[],
  more: Partial<Verified> = {},
): string {
  const token = `token-${issued.size + 1}`;
  issued.set(token, {
    principal: "ada",
    scopes,
    audience: [resource],
    auth: { name: "Ada" },
    ...more,
  });
  return token;
}

/** What protects by these tokens. */
export function guardOf(
  options: Partial<ProtectOptions<unknown>> = {},
): Protection {
  return protect({
    resource,
    authorizationServers: [issuer],
    verify: (token) => issued.get(token) ?? { error: "invalid_token" },
    ...options,
  });
}

export type SendTo = (path: string, init: RequestInit) => Promise<Response>;

export type FaceName = "web" | "Node";

/** Serves on one of the two faces, until the test ends. */
export async function serveOn(
  face: FaceName,
  server: TestServer,
  options: HttpOptions,
): Promise<SendTo> {
  const silent = { onError() {}, ...options };
  if (face === "web") {
    const handler = createHttpHandler(server, silent);
    onTestFinished(() => handler.close({ graceMs: 0 }));
    return (path, init) =>
      handler(new Request(`http://localhost${path}`, init));
  }
  const running = await listen(server, { port: 0, ...silent });
  onTestFinished(() => running.close({ graceMs: 0 }));
  return (path, init) => fetch(`http://127.0.0.1:${running.port}${path}`, init);
}

/** How a request was answered. */
export interface Told {
  readonly status: number;
  readonly challenge: string | null;
  /** The message that came back: undefined where none did. */
  readonly message: JsonObject | undefined;
}

/** A client that shows a token with each request. */
export interface GuardedClient {
  readonly send: SendTo;
  /** Posts what it is given, with the headers that the way asks for. */
  post(value: unknown, token: string | undefined): Promise<Response>;
  ask(
    method: string,
    params: Record<string, unknown>,
    token: string | undefined,
  ): Promise<Told>;
  /** The stream of the server's own messages, where there is one. */
  hear(token: string, lastEventId?: string): Promise<Response>;
}

/** The ways in which clients speak HTTP. */
export const wayNames = [
  "stateless",
  "sessions",
  "sessionless",
  "sse",
] as const;

export type WayName = (typeof wayNames)[number];

/** The options that a server needs for a way. */
export function optionsOf(way: WayName): HttpOptions {
  if (way === "sessionless") return { sessions: false };
  return way === "sse" ? { sse: {} } : {};
}

const json = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

function withToken(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

let lastId = 0;

/** Opens a conversation; in a session, with the token. */
export async function openWay(
  way: WayName,
  send: SendTo,
  token: string,
): Promise<GuardedClient> {
  switch (way) {
    case "stateless":
      return stateless(send);
    case "sessions":
    case "sessionless":
      return handshake(send, token);
    case "sse":
      return overSse(send, token);
    default:
      return way satisfies never;
  }
}

function stateless(send: SendTo): GuardedClient {
  const post: GuardedClient["post"] = (value, token) => {
    const { method, params } = value as { method: string; params?: JsonObject };
    const name = params?.["name"] ?? params?.["uri"];
    const headers = {
      ...json,
      "mcp-protocol-version": modern,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
      ...withToken(token),
    };
    return send("/mcp", {
      method: "POST",
      headers,
      body: JSON.stringify(value),
    });
  };
  return {
    send,
    post,
    ask: async (method, params, token) =>
      tell(await post(modernRequest(++lastId, method, params), token)),
    hear: () => Promise.reject(new Error("there is no such stream")),
  };
}

async function handshake(send: SendTo, token: string): Promise<GuardedClient> {
  const opened = await send("/mcp", {
    method: "POST",
    headers: { ...json, ...withToken(token) },
    body: JSON.stringify(initializeAs(newestHandshake)),
  });
  await opened.text();
  const id = opened.headers.get("mcp-session-id");
  const session = {
    "mcp-protocol-version": newestHandshake,
    ...(id !== null && { "mcp-session-id": id }),
  };
  const post: GuardedClient["post"] = (value, shown) =>
    send("/mcp", {
      method: "POST",
      headers: { ...json, ...session, ...withToken(shown) },
      body: JSON.stringify(value),
    });
  await (await post(notification("notifications/initialized"), token)).text();
  return {
    send,
    post,
    ask: async (method, params, shown) =>
      tell(await post(request(++lastId, method, params), shown)),
    hear: (shown, lastEventId) =>
      send("/mcp", {
        headers: {
          accept: "text/event-stream",
          ...session,
          ...withToken(shown),
          ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
        },
      }),
  };
}

async function overSse(send: SendTo, token: string): Promise<GuardedClient> {
  const stream = await send("/sse", {
    headers: { accept: "text/event-stream", ...withToken(token) },
  });
  const events = eventsOf(stream);
  const target = (await events.next())?.data ?? "";
  onTestFinished(() => events.cut());
  const post: GuardedClient["post"] = (value, shown) =>
    send(target, {
      method: "POST",
      headers: { ...json, ...withToken(shown) },
      body: JSON.stringify(value),
    });
  const ask: GuardedClient["ask"] = async (method, params, shown) => {
    const told = await post(request(++lastId, method, params), shown);
    if (told.status !== 202) return tell(told);
    return { status: 202, challenge: null, message: await events.message() };
  };
  await post(initializeAs(batching), token);
  await events.message();
  await post(notification("notifications/initialized"), token);
  return { send, post, ask, hear: () => Promise.resolve(stream) };
}

/** The answer as a whole. */
export async function tell(response: Response): Promise<Told> {
  const { status, headers } = response;
  const challenge = headers.get("www-authenticate");
  const isStream = headers.get("content-type") === "text/event-stream";
  if (isStream) return { status, challenge, message: await lastOf(response) };
  const text = await response.text();
  const message = text === "" ? undefined : (JSON.parse(text) as JsonObject);
  return { status, challenge, message };
}

async function lastOf(response: Response): Promise<JsonObject | undefined> {
  const events = await eventsOf(response).rest();
  const data = events.map((one) => one.data).filter((one) => one !== "");
  return JSON.parse(data.at(-1) ?? "null") as JsonObject;
}

/** The parameters of a challenge of one scheme. */
export function paramsOf(challenge: string | null): Record<string, string> {
  const [, list = ""] = /^Bearer (.*)$/.exec(challenge ?? "") ?? [];
  const params = [...list.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"(?:, |$)/g)];
  return Object.fromEntries(params.map(([, name, value]) => [name, value]));
}

export type { Events };
