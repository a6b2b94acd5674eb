// The tool `echo` of the official SDK, over HTTP, wired as its documentation shows.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  type EventStore,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { announce, mode } from "./http-control.ts";

function buildServer(): McpServer {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool(
    "echo",
    { inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  return server;
}

/** Keeps the last events of all streams: the least that makes it send priming events. */
function createEventStore(): EventStore {
  const events = new Map<string, unknown>();
  let last = 0;
  return {
    storeEvent(stream, message) {
      const id = `${stream}_${++last}`;
      events.set(id, message);
      const [oldest] = events.keys();
      if (events.size > 1000 && oldest !== undefined) events.delete(oldest);
      return Promise.resolve(id);
    },
    replayEventsAfter: () => Promise.reject(new Error("nobody comes back")),
  };
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

/** One transport for each session. */
async function serveSessions(request: Request): Promise<Response> {
  const id = request.headers.get("mcp-session-id");
  const known = id === null ? undefined : sessions.get(id);
  if (known) return known.handleRequest(request);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: mode.answer === "json",
    ...(mode.answer === "primed" && { eventStore: createEventStore() }),
    onsessioninitialized: (session) => void sessions.set(session, transport),
  });
  transport.onclose = () => void sessions.delete(transport.sessionId ?? "");
  await buildServer().connect(transport);
  return transport.handleRequest(request);
}

// What serves both kinds of clients without sessions: one server for each request.
const perRequest = process.argv[3] === "per-request";
const handler = createMcpHandler(buildServer, {
  responseMode: mode.answer === "json" ? "auto" : "sse",
});
const serve =
  perRequest || mode.lifecycle === "stateless"
    ? (request: Request) => handler.fetch(request)
    : serveSessions;

const server = createServer(
  getRequestListener(serve, { overrideGlobalObjects: false }),
);
// As long as that of the others: a benchmark leaves each in peace for a while.
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => {
  // A server that listens on a port has an address of this form.
  announce((server.address() as AddressInfo).port);
});
