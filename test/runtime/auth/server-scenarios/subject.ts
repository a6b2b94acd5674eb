import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import {
  createHttpHandler,
  type Authorize,
  type HttpHandler,
} from "../../../../src/runtime/http.ts";
import { createNodeHandler } from "../../../../src/runtime/http-node.ts";
import type { Server } from "../../../../src/runtime/server/create-server.ts";
import { pipe } from "../../../support/auth/pipe.ts";
import type { FaceName, SendTo, WayName } from "../server/guarded.ts";

/** A server that listens, and is called what its address is. */
export interface Subject {
  readonly url: string;
  readonly send: SendTo;
}

/** Each face, with each lifecycle. */
export const combinations: readonly (readonly [FaceName, WayName])[] = [
  ["Node", "stateless"],
  ["Node", "sessions"],
  ["web", "stateless"],
  ["web", "sessions"],
];

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves on a face, under an address that the server is protected for, until the test ends. */
export async function startSubject(
  face: FaceName,
  server: Server,
  protectedAs: (url: string) => Authorize,
  onError: (error: Error) => void = () => undefined,
): Promise<Subject> {
  let handle: Handle = () => undefined;
  const http = createServer((request, response) => handle(request, response));
  await new Promise<void>((open) => http.listen(0, "127.0.0.1", open));
  const { port } = http.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const url = `${origin}/mcp`;
  const options = { path: "/mcp", onError, authorize: protectedAs(url) };
  const close = ((): (() => Promise<void>) => {
    if (face === "Node") {
      const handler = createNodeHandler(server, options);
      handle = handler;
      return () => handler.close({ graceMs: 0 });
    }
    const handler = createHttpHandler(server, options);
    handle = (request, response) =>
      void passOn(handler, origin, request, response);
    return () => handler.close({ graceMs: 0 });
  })();
  onTestFinished(async () => {
    await close();
    http.closeAllConnections();
    http.close();
  });
  return { url, send: (path, init) => fetch(origin + path, init) };
}

/** The web face behind a server of Node's. */
async function passOn(
  handler: HttpHandler,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const body = await text(request);
  const leaving = new AbortController();
  const asked = new Request(origin + url, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [
      name,
      String(value),
    ]),
    signal: leaving.signal,
    ...(body !== "" && { body }),
  });
  await pipe(await handler(asked), response, leaving);
}
