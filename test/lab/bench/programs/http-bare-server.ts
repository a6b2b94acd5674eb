// The least code that answers the tool `echo` over HTTP: nothing is checked.
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { announce, guard, mode } from "./http-control.ts";

interface BareRequest {
  readonly id?: number;
  readonly method: string;
  readonly params: {
    readonly name: string;
    readonly protocolVersion: string;
    readonly arguments: { readonly text: string };
  };
}

const info = { name: "echo", version: "1.0.0" };
const content = (text: string) => [{ type: "text", text }];
const _meta = { "io.modelcontextprotocol/serverInfo": info };

const notFound = { code: -32601, message: "there is no such method" };

/** Clients of the other lifecycle are told nothing by it. */
const discovered =
  mode.lifecycle === "stateless"
    ? {
        resultType: "complete",
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
        ttlMs: 0,
        cacheScope: "private",
        _meta,
      }
    : undefined;

const tools = new Map<string, (args: { text: string }) => object>([
  [
    "echo",
    mode.lifecycle === "handshake"
      ? ({ text }) => ({ content: content(text) })
      : ({ text }) => ({
          resultType: "complete",
          content: content(text),
          _meta,
        }),
  ],
]);

// With jose where there is something to check, which is no part of the others.
const check = guard && (await import("./jose-check.ts")).createCheck(guard);

const server = createServer((request, response) => {
  if (!check) return serve(request, response);
  check(request.headers.authorization).then(
    () => serve(request, response),
    () => response.writeHead(401).end(),
  );
});

function serve(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (body += chunk));
  request.on("end", () => answer(JSON.parse(body) as BareRequest, response));
}

function answer(
  { id, method, params }: BareRequest,
  response: ServerResponse,
): void {
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const result = resultOf(method, params);
  const outcome = result ? { result } : { error: notFound };
  send(response, JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
}

function resultOf(
  method: string,
  params: BareRequest["params"],
): object | undefined {
  if (method === "initialize") {
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: info,
    };
  }
  if (method === "server/discover") return discovered;
  return tools.get(params.name)?.(params.arguments);
}

function send(response: ServerResponse, text: string): void {
  if (mode.answer === "json") {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    };
    response.writeHead(200, headers).end(text);
    return;
  }
  const events = printEvents(text);
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
    "content-length": Buffer.byteLength(events),
  };
  response.writeHead(200, headers).end(events);
}

let streams = 0;

function printEvents(text: string): string {
  if (mode.answer === "stream") return `data: ${text}\n\n`;
  const stream = ++streams;
  const priming = `id: ${stream}.0\nretry: 1000\ndata: \n\n`;
  return `${priming}id: ${stream}.1\ndata: ${text}\n\n`;
}

// As long as that of the others: a benchmark leaves each in peace for a while.
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => {
  // A server that listens on a port has an address of this form.
  announce((server.address() as AddressInfo).port);
});
