import { randomUUID } from "node:crypto";
import { getRequestListener } from "@hono/node-server";
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
  type McpServer,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { createV2Server, type Shared } from "../servers/v2-server.ts";
import { resumable } from "./event-store.ts";
import { host } from "./host.ts";
import { officialPlace, type OfficialPlace } from "./official-place.ts";
import { clientLeaves, retryMs, shortWhile, wait } from "./tools.ts";

/** How an official server v2 is put on HTTP. */
export type V2Way =
  /** Its transport, with sessions whose streams can be resumed. */
  | "sessions"
  /** A server of its own for each request, of the handshake revisions. */
  | "stateless"
  /** Its handler for every revision, without sessions. */
  | "handler"
  /** That handler, for the stateless revision alone. */
  | "strict"
  /** That handler, which answers everything with a stream. */
  | "stream"
  /** That handler, which answers everything but `subscriptions/listen` with JSON. */
  | "json"
  /** The strict handler, and sessions beside it for the other revisions. */
  | "both";

const responseModes: { readonly [way in V2Way]?: "sse" | "json" } = {
  stream: "sse",
  json: "json",
};

/** An official server v2 in this process. Where it is told one, it knows that revision alone. */
export async function v2Place(
  way: V2Way,
  revision?: string,
  port?: number,
): Promise<OfficialPlace> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const shared: Shared = {
    aborted: 0,
    grown: new Set(),
    get notify() {
      return handler.notify;
    },
  };
  const handler = createMcpHandler(
    () => withHttpTools(createV2Server(revision, shared)),
    {
      legacy: way === "handler" ? "stateless" : "reject",
      responseMode: responseModes[way] ?? "auto",
    },
  );
  const serve = {
    sessions: inSession,
    stateless: legacyStatelessFallback(() => createV2Server(revision)),
    handler: handler.fetch,
    strict: handler.fetch,
    stream: handler.fetch,
    json: handler.fetch,
    both: async (request: Request) =>
      (await isLegacyRequest(request))
        ? inSession(request)
        : handler.fetch(request),
  }[way];
  const answer = getRequestListener((request) => serve(request), {
    overrideGlobalObjects: false,
  });
  const hosted = await host((request, response) => {
    void answer(request, response);
  }, port);
  return officialPlace({
    hosted,
    transport: "http",
    sessions,
    end: () => handler.close(),
  });

  async function inSession(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const known = id === null ? undefined : sessions.get(id);
    if (known) return known.handleRequest(request);
    if (id !== null) return new Response(null, { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => void sessions.set(made, transport),
      onsessionclosed: (ended) => void sessions.delete(ended),
      ...resumable<JSONRPCMessage>(),
    });
    await withHttpTools(createV2Server(revision)).connect(transport);
    return transport.handleRequest(request);
  }
}

/** What `httpTools` are to our server. */
function withHttpTools(server: McpServer): McpServer {
  const text = (value: string) => ({
    content: [{ type: "text" as const, text: value }],
  });
  server.registerTool("last", {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? "none";
    const left = clientLeaves();
    for (const [progress, pause] of [
      [1, () => left],
      [2, () => wait(2 * retryMs)],
      [3, () => wait(shortWhile)],
    ] as const) {
      const params = { progressToken, progress, total: 3 };
      await mcpReq.notify({ method: "notifications/progress", params });
      await pause();
    }
    return text("lasted");
  });
  server.registerTool("poll", {}, async ({ http }) => {
    await wait(shortWhile);
    http?.closeSSE?.();
    await wait(2 * retryMs);
    return text(`closed: ${http?.closeSSE !== undefined}`);
  });
  const region = z.string().meta({ "x-mcp-header": "Region" });
  server.registerTool(
    "regional",
    { inputSchema: z.object({ region }) },
    ({ region }) => text(region),
  );
  return server;
}
