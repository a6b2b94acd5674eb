import type { ServerResponse } from "node:http";
import { newestHandshake, serverInfo } from "../revisions.ts";
import { json, serve, type HttpServer, type Received } from "./http-server.ts";

type Answer = (
  request: Received,
  response: ServerResponse,
) => void | Promise<void>;

export interface SessionScript {
  readonly revision?: string;
  readonly capabilities?: object;
  /** Whether sessions have ids; they do by default. */
  readonly ids?: boolean;
  /** Tells another id than the session has. */
  readonly idOf?: (id: string) => string;
  /** Answers calls of tools; an empty list by default, and to any other request. */
  readonly call?: Answer;
  /** Answers GET; by default there is no such stream. */
  readonly get?: Answer;
  readonly delete?: Answer;
  /** Sees every request first; true for one that it has answered. */
  readonly first?: (request: Received, response: ServerResponse) => boolean;
}

export interface SessionServer extends HttpServer {
  /** The sessions that the server knows: `s1`, `s2`, … */
  readonly sessions: Set<string>;
  /** The requests of a kind, such as `GET` or `tools/call`. */
  seen(kind: string): Received[];
}

/** A server that shakes hands, and knows nothing of what came later. */
export async function serveSessions(
  script: SessionScript = {},
): Promise<SessionServer> {
  const sessions = new Set<string>();
  let count = 0;
  const server = await serve((request, response) => {
    const { method, message, headers } = request;
    if (script.first?.(request, response)) return;
    const called = message["method"];
    if (called === "server/discover") return status(response, 404);
    if (called === "initialize") {
      const id = `s${++count}`;
      sessions.add(id);
      const told = script.idOf?.(id) ?? id;
      if (script.ids !== false) response.setHeader("mcp-session-id", told);
      return json(response, welcome(request, script));
    }
    const known = sessions.has(headers["mcp-session-id"] ?? "");
    if (script.ids !== false && !known) return status(response, 404);
    if (method === "GET") return (script.get ?? refuse(405))(request, response);
    if (method === "DELETE")
      return (script.delete ?? refuse(204))(request, response);
    if (message["id"] === undefined || called === undefined)
      return status(response, 202);
    const isTool = called === "tools/call";
    return ((isTool && script.call) || empty)(request, response);
  });
  const seen = (kind: string): Received[] =>
    server.received.filter(
      ({ method, message }) => kind === (message["method"] ?? method),
    );
  return { ...server, sessions, seen };
}

const refuse =
  (code: number): Answer =>
  (_, response) =>
    status(response, code);

const empty: Answer = (request, response) =>
  json(response, resultOf(request, { tools: [] }));

function welcome(request: Received, script: SessionScript): object {
  const { revision = newestHandshake, capabilities = { tools: {} } } = script;
  return resultOf(request, {
    protocolVersion: revision,
    capabilities,
    serverInfo,
  });
}

export function resultOf({ message }: Received, result: object): object {
  return { jsonrpc: "2.0", id: message["id"], result };
}

export function status(response: ServerResponse, code: number): void {
  response.writeHead(code).end();
}

export interface EventFields {
  readonly id?: string;
  readonly event?: string;
  readonly retry?: number;
}

/** Writes an event; begins the stream where it has not begun. */
export function send(
  response: ServerResponse,
  fields: EventFields,
  message?: unknown,
): void {
  if (!response.headersSent)
    response.writeHead(200, { "content-type": "text/event-stream" });
  const lines = Object.entries(fields).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const data =
    message === undefined
      ? ""
      : typeof message === "string"
        ? message
        : JSON.stringify(message);
  response.write([...lines, `data: ${data}`].join("\n") + "\n\n");
}
