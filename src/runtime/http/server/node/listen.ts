import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Reports } from "../../../protocol/timers/reports.ts";
import { reporter } from "../../../protocol/report.ts";
import type { Server } from "../../../server/create-server.ts";
import {
  integerOption,
  type OptionNames,
} from "../../../protocol/sound-option.ts";
import { requireHttpOptions } from "../resolve-options.ts";
import type { CloseOptions, HttpControls } from "../core.ts";
import { createNodeAdapter, type NodeAdapter } from "./handler.ts";
import type { HttpOptions } from "../options.ts";
import { INVALID_REQUEST } from "../../../protocol/errors.ts";

/** Where a server listens, and how it is reached there. */
export interface ListenOptions extends HttpOptions {
  /** The port to listen on. 0 takes any that is free. */
  readonly port: number;
  /**
   * The address to listen on. One that other machines reach needs
   * `allowedHosts`.
   *
   * @default "127.0.0.1"
   */
  readonly host?: string;
  /**
   * How many connections there may be at once, idle ones too. More are closed.
   *
   * @default 25_000
   */
  readonly maxConnections?: number;
}

const ownOptions: OptionNames<Omit<ListenOptions, keyof HttpOptions>> = {
  port: true,
  host: true,
  maxConnections: true,
};

/** Connections at once, by default. */
export const connectionsByDefault = 25_000;

/** A server that listens. */
export interface Running extends HttpControls {
  /** Where clients reach it. */
  readonly url: string;
  /** The port: the one that the system chose, where 0 was asked for. */
  readonly port: number;
  /**
   * As that of a handler; it resolves when all connections are closed. With `cluster`, or
   * without sessions, and without `sse`, it stops listening as soon as it takes no more
   * requests, and lets go of connections that are idle: other processes can answer what
   * comes.
   */
  close(options?: CloseOptions): Promise<void>;
}

const loopback = ["127.0.0.1", "::1", "localhost"];

/** How long what was answered may take to reach the clients, in milliseconds. */
const flushMs = 1_000;

/**
 * Serves a server over HTTP by itself: at `/mcp`, and by default for this machine
 * alone.
 *
 * When other machines can reach it and there is no `authorize`, standard error says
 * so. Rejects when the port is taken, and with a TypeError for options that are not
 * sound.
 *
 * @example
 * const { url, close } = await listen(server, { port: 3000 });
 * console.error(`Clients reach it at ${url}`);
 */
export async function listen(
  server: Server,
  options: ListenOptions,
): Promise<Running> {
  requireHttpOptions("listen", options, ownOptions);
  const { port, host = "127.0.0.1", maxConnections } = options;
  integerOption("port", port, undefined, 0);
  if (!loopback.includes(host) && options.allowedHosts === undefined)
    throw new TypeError(
      `host ${JSON.stringify(host)} is reached from other machines: say by which names in allowedHosts, such as ["mcp.example.com"]`,
    );
  const path = options.path ?? "/mcp";
  const face = createNodeAdapter(server, { ...options, path });
  const { handler } = face;
  const http = createHttpServer(face);
  http.maxConnections = integerOption(
    "maxConnections",
    maxConnections,
    connectionsByDefault,
  );
  const sockets = trackSockets(http);
  const gone = new Promise<void>((resolve) => {
    http.once("close", () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, resolve);
  });
  // A connection that could not be accepted does not end the others.
  http.on("error", new Reports(reporter(options.onError)).report);
  const { cluster, sessions, sse } = options;
  // Others answer all that comes from now on: who finds nobody here goes to them.
  if ((cluster !== undefined || sessions === false) && !sse)
    face.onClosing((closeAfterwards) => {
      http.close();
      closeAfterwards();
    });
  let closed: Promise<void> | undefined;
  // A server that listens on a port has an address of this form.
  const address = http.address() as AddressInfo;
  const { family } = address;
  const name = family === "IPv6" ? `[${address.address}]` : address.address;
  const url = `http://${name}:${address.port}${path}`;
  if (!options.authorize && !/^(127\.|::1$)/.test(address.address))
    console.error(`mcp-gen: ${url} lets everybody in: there is no authorize`);
  return {
    url,
    port: address.port,
    status: () => handler.status(),
    async close(close) {
      await handler.close(close);
      return (closed ??= closeServer(http, sockets, gone));
    },
  };
}

function createHttpServer({
  handler,
  options,
  exchangeOn,
}: NodeAdapter): HttpServer {
  const http = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 30_000,
      // Bodies that are read have a shorter limit of their own.
      requestTimeout: Math.max(120_000, 2 * options.bodyTimeoutMs),
      maxHeaderSize: 32 * 1024,
      // The gate answers it as all that is missing.
      requireHostHeader: false,
    },
    // Not the handler itself: it may get no third argument.
    (request, response) => {
      if (!http.listening) response.shouldKeepAlive = false;
      handler(request, response);
    },
  );
  return http.on("clientError", (error, socket: Socket) => {
    const exchange = exchangeOn(socket);
    // Whatever comes behind a good request, that one is answered.
    if (exchange && !exchange.isArriving) exchange.closeAfterwards();
    else refuseUnreadable(error, socket);
  });
}

function trackSockets(http: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  http.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** Closes every connection when what is on its way has gone out. */
async function closeServer(
  http: HttpServer,
  sockets: ReadonlySet<Socket>,
  gone: Promise<void>,
): Promise<void> {
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, flushMs);
  if (http.listening) http.close();
  for (const socket of sockets) socket.destroySoon();
  await gone;
  clearTimeout(timer);
}

/** Answers what Node could not read as HTTP, and closes the connection. */
export function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const { status, message } = describe("code" in error ? error.code : "");
  const body = JSON.stringify({
    jsonrpc: "2.0",
    error: { code: INVALID_REQUEST, message },
  });
  const head = [
    `HTTP/1.1 ${status}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ].join("\r\n");
  socket.end(`${head}\r\n\r\n${body}`);
}

function describe(code: unknown): { status: string; message: string } {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        status: "431 Request Header Fields Too Large",
        message: "The headers are too long",
      };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return {
        status: "413 Payload Too Large",
        message: "The extensions of chunks are too long",
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        status: "408 Request Timeout",
        message: "The request came too slowly",
      };
    default:
      return { status: "400 Bad Request", message: "The request is not HTTP" };
  }
}
