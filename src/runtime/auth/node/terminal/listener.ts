import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pageOf, type PageKind } from "./page.ts";

/** A login that waits at a listener for somebody to come back. */
export interface Waiting {
  /** What the program is called. */
  readonly program: string;
  /** Undefined before the person was sent out, and when they are back. */
  readonly state: string | undefined;
  /** Hears that somebody came back with its state, and has the page: the path and query. */
  arrive(target: string): void;
}

/** A login, and the path of its redirect URI at one listener. */
export interface WaitingAt {
  readonly path: string;
  readonly waiting: Waiting;
}

/** A port of this machine at which logins wait. */
export interface Listener {
  readonly port: number;
  /** Forgets a login; with the last one it closes. */
  leave(one: WaitingAt): void;
}

/** Addresses that nobody reaches from another machine. */
export type LoopbackAddress = "127.0.0.1" | "::1";

interface OpenListener extends Listener {
  /** False when it is closed. */
  join(one: WaitingAt): boolean;
}

/** Those of this process, by address and port: several logins may have one redirect URI. */
const listeners = new Map<string, Promise<OpenListener>>();

/**
 * Has a login wait at an address of this machine; port 0 is any that is free.
 * Rejects with the error of the system when it cannot be listened at.
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
    // What is closed, or could not be opened, makes way for another.
    if (listeners.get(name) === known) listeners.delete(name);
  }
  const opening = openListener(address, port, one);
  if (port !== 0) listeners.set(name, opening);
  const opened = await opening;
  listeners.set(`${address} ${opened.port}`, opening);
  return opened;
}

/** Connections at once: a browser has a few, some of them ahead of time. */
const maxConnections = 32;

/** How long a request may take to arrive, in milliseconds. */
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
  // A server that listens on a port has an address of this form.
  ({ port } = server.address() as AddressInfo);
  // A connection that could not be accepted ends no login.
  server.on("error", () => {});
  return {
    port,
    join: (one) => all.size > 0 && Boolean(all.add(one)),
    leave(one) {
      if (!all.delete(one) || all.size > 0) return;
      listeners.delete(`${address} ${port}`);
      server.close();
      // What was written to them goes out still.
      for (const socket of sockets) socket.destroySoon();
    },
  };
}

/** Of too many connections the oldest goes: a browser that comes back is the newest. */
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
  // A process that ends at once would cut the page off.
  if (found) response.once("close", () => found.arrive(request.url ?? "/"));
  response.end(body);
}

interface Verdict {
  readonly kind: PageKind;
  /** The login that somebody came back for. */
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

/** Another name that leads to this machine is somebody else's, who could read what is answered. */
function isOwnHost(host: string | undefined, port: number): boolean {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  return names.some((name) => {
    const isDefault = port === 80 && host === name;
    return isDefault || host?.toLowerCase() === `${name}:${port}`;
  });
}
