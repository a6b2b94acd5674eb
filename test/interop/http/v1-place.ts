import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { pin } from "../servers/pin.ts";
import { createV1Server } from "../servers/v1-server.ts";
import { resumable } from "./event-store.ts";
import { host } from "./host.ts";
import { officialPlace, type OfficialPlace } from "./official-place.ts";
import { clientLeaves, retryMs, shortWhile, wait } from "./tools.ts";

/** How an official server v1 is put on HTTP. */
export type V1Way =
  /** Sessions, whose streams can be resumed. */
  | "sessions"
  /** Sessions, and answers that are JSON. */
  | "json"
  /** A server of its own for each request. */
  | "stateless"
  | "sse";

/** An official server v1 in this process. Where it is told one, it knows that revision alone. */
export async function v1Place(
  way: V1Way,
  revision?: string,
): Promise<OfficialPlace> {
  const sessions = new Map<string, SessionTransport>();
  const open = async (transport: SessionTransport): Promise<void> => {
    const server = createV1Server();
    addHttpTools(server);
    // Its properties are not exactly optional, as the parameter's are.
    await server.connect(transport as Transport);
    if (revision !== undefined) pin(transport as Transport, revision);
  };
  const serve = { sessions: streamable, json: streamable, stateless, sse }[way];
  const hosted = await host((request, response) => {
    void serve(request, response);
  });
  return officialPlace({
    hosted,
    transport: way === "sse" ? "sse" : "http",
    sessions,
  });

  async function streamable(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    if (known instanceof StreamableHTTPServerTransport)
      return known.handleRequest(request, response);
    if (id !== undefined) return void response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => void sessions.set(made, transport),
      onsessionclosed: (ended) => void sessions.delete(ended),
      ...(way === "json"
        ? { enableJsonResponse: true }
        : resumable<JSONRPCMessage>()),
    });
    await open(transport);
    await transport.handleRequest(request, response);
  }

  async function stateless(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const transport = new StreamableHTTPServerTransport({});
    await open(transport);
    await transport.handleRequest(request, response);
  }

  async function sse(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://any");
    if (pathname === "/sse" && request.method === "GET") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      response.on("close", () => sessions.delete(transport.sessionId));
      return open(transport);
    }
    const known = sessions.get(searchParams.get("sessionId") ?? "");
    if (known instanceof SSEServerTransport && pathname === "/messages")
      return known.handlePostMessage(request, response);
    response.writeHead(pathname === "/sse" ? 405 : 404).end();
  }
}

type SessionTransport = StreamableHTTPServerTransport | SSEServerTransport;

/** What `httpTools` are to our server. */
function addHttpTools(server: McpServer): void {
  const text = (value: string) => ({
    content: [{ type: "text" as const, text: value }],
  });
  server.registerTool("last", {}, async ({ _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken ?? "none";
    const left = clientLeaves();
    for (const [progress, pause] of [
      [1, () => left],
      [2, () => wait(2 * retryMs)],
      [3, () => wait(shortWhile)],
    ] as const) {
      const params = { progressToken, progress, total: 3 };
      await sendNotification({ method: "notifications/progress", params });
      await pause();
    }
    return text("lasted");
  });
  server.registerTool("poll", {}, async ({ closeSSEStream }) => {
    await wait(shortWhile);
    closeSSEStream?.();
    await wait(2 * retryMs);
    return text(`closed: ${closeSSEStream !== undefined}`);
  });
}
