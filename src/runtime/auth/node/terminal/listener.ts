import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pageOf, type PageKind } from "./page.ts";

/** Login that waits for its callback at a listener. */
export interface Waiting {
  /** Name of the program. */
  readonly program: string;
  /** Expected `state`; undefined before the redirect and after the callback. */
  readonly state: string | undefined;
  /**
   * Called with the path and query of the callback, after the page was sent.
   */
  arrive(target: string): void;
}

/** Login, and the path of its redirect URI at one listener. */
export interface WaitingAt {
  readonly path: string;
  readonly waiting: Waiting;
}

/** Local port that logins wait at. */
export interface Listener {
  readonly port: number;
  /** Removes a login. Closes the port after the last one. */
  leave(one: WaitingAt): void;
}

/** Loopback addresses, which are not reachable from other machines. */
export type LoopbackAddress = "127.0.0.1" | "::1";

interface OpenListener extends Listener {
  /** Adds a login. Returns false if the listener is closed. */
  join(one: WaitingAt): boolean;
}

/**
 * Listeners of this process by address and port, because several logins may
 * share a redirect URI.
 */
const listeners = new Map<string, Promise<OpenListener>>();

/**
 * Adds a login to the listener at a local address and port; port 0 means any
 * free port. Rejects with the system's error if it cannot listen there.
 */
export async function listenAt(
  address: LoopbackAddress,
  port: number,
  one: WaitingAt,
): Promise<Listener> {
  const name = `${address} ${port}`;
  for (let known; (known = listeners.get(name));) {
    const listener = await known.catch(() => undefined);
    if (listener?.join(one)) return listener;
    // Removes a listener that is closed or failed to open.
    if (listeners.get(name) === known) listeners.delete(name);
  }
  const opening = openListener(address, port, one);
  if (port !== 0) listeners.set(name, opening);
  const opened = await opening;
  listeners.set(`${address} ${opened.port}`, opening);
  return opened;
}

/**
 * Maximum number of concurrent connections. Browsers open a few, some of them
 * speculatively.
 */
const maxConnections = 32;

/** Timeout for receiving a request, in milliseconds. */
const requestMs = 10_000;

async function openListener(
  address: LoopbackAddress,
  asked: number,
  first: WaitingAt,
): Promise<OpenListener> {
  let port = asked;
  const all = new Set([first]);
  const sockets = new Set<Socket>();
  const server = createServer(
    {
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 32 * 1024,
    },
    (request, response) => answer(port, all, request, response),
  );
  server.on("connection", (socket: Socket) => keep(sockets, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: address, exclusive: true }, resolve);
  });
  // A server that listens on a TCP port has an address of this type.
  ({ port } = server.address() as AddressInfo);
  // A connection that cannot be accepted must not end the login.
  server.on("error", () => {});
  return {
    port,
    join: (one) => all.size > 0 && Boolean(all.add(one)),
    leave(one) {
      if (!all.delete(one) || all.size > 0) return;
      listeners.delete(`${address} ${port}`);
      server.close();
      // Pending responses are still sent.
      for (const socket of sockets) socket.destroySoon();
    },
  };
}

/**
 * Adds a connection. Above the limit, closes the oldest one: the callback is on
 * the newest.
 */
function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
  const [oldest] = sockets;
  if (sockets.size > maxConnections) oldest?.destroy();
}

function answer(
  port: number,
  all: ReadonlySet<WaitingAt>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { kind, found } = judge(port, all, request);
  const [first] = all;
  const program = (found ?? first?.waiting)?.program ?? "The program";
  const { status, headers, body } = pageOf(kind, program);
  response.writeHead(status, headers);
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  // Reports the callback after the response: a process that exits at once would
  // truncate the page.
  if (found) response.once("close", () => found.arrive(request.url ?? "/"));
  response.end(body);
}

interface Verdict {
  readonly kind: PageKind;
  /** Login that the callback belongs to. */
  readonly found?: Waiting;
}

function judge(
  port: number,
  all: ReadonlySet<WaitingAt>,
  { method = "", url = "", headers }: IncomingMessage,
): Verdict {
  if (!isOwnHost(headers.host, port)) return { kind: "foreign" };
  const end = url.indexOf("?");
  const target = end < 0 ? url : url.slice(0, end);
  const query = new URLSearchParams(end < 0 ? "" : url.slice(end));
  const there = [...all].filter(({ path }) => path === target);
  if (there.length === 0) return { kind: "nothing" };
  if (method !== "GET" && method !== "HEAD") return { kind: "method" };
  const states = query.getAll("state");
  const found = there.find(
    ({ waiting: { state } }) =>
      state !== undefined && states.length === 1 && states[0] === state,
  )?.waiting;
  if (found === undefined) return { kind: "unknown" };
  return { kind: query.has("error") ? "refused" : "back", found };
}

/**
 * True if the `Host` header is a loopback name of this machine. Other names may
 * belong to an attacker, who could read the response (DNS rebinding).
 */
function isOwnHost(host: string | undefined, port: number): boolean {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  return names.some((name) => {
    const isDefault = port === 80 && host === name;
    return isDefault || host?.toLowerCase() === `${name}:${port}`;
  });
}
