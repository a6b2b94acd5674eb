import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import {
  isObject,
  type JsonObject,
} from "../../../src/runtime/protocol/message.ts";
import { modern } from "../revisions.ts";
import { keepAliveTimeout } from "../../support/keep-alive.ts";

/** An HTTP request that a server got, whole. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly text: string;
  /** Empty where the body is no JSON object. */
  readonly message: JsonObject;
}

export type Answer = (
  request: Received,
  response: ServerResponse,
) => void | Promise<void>;

export interface HttpServer {
  readonly url: string;
  /** What it got, oldest first. */
  readonly received: readonly Received[];
  /** The messages among them that have this method. */
  called(method: string): Received[];
  close(): Promise<void>;
}

/** An HTTP server on loopback that a test answers for; it ends with the test. */
export async function serve(answer: Answer): Promise<HttpServer> {
  const received: Received[] = [];
  const server = createServer({ keepAliveTimeout }, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const request = {
        text,
        method: incoming.method ?? "",
        path: incoming.url ?? "",
        headers: singleHeaders(incoming.headers),
        message: parse(text),
      };
      received.push(request);
      void answer(request, response);
    });
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    received,
    called: (method) =>
      received.filter(({ message }) => message["method"] === method),
    close,
  };
}

/** Answers `server/discover` as a server of the newest revision, and leaves the rest. */
export function discovered(
  rest: Answer,
  capabilities: object = { tools: {} },
): Answer {
  return (request, response) => {
    if (request.message["method"] !== "server/discover")
      return rest(request, response);
    const supportedVersions = [modern];
    json(response, result(request, { supportedVersions, capabilities }));
  };
}

/** The answer to a request; results of the newest revision say that they are whole. */
export function result({ message }: Received, fields: object = {}): object {
  const told = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  return { jsonrpc: "2.0", id: message["id"], result: { ...told, ...fields } };
}

export function failure(
  { message }: Received,
  code: number,
  text = "refused",
): object {
  const error = { code, message: text };
  return { jsonrpc: "2.0", id: message["id"], error };
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Begins an event stream. */
export function stream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
}

/** Writes a message as an event. */
export function event(response: ServerResponse, message: unknown): void {
  response.write(`data: ${JSON.stringify(message)}\n\n`);
}

function singleHeaders(headers: NodeJS.Dict<string | string[]>) {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name, value?.toString()] as const,
  );
  return Object.fromEntries(entries);
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
