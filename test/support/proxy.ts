import { createServer, request, type IncomingMessage } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

/** What the stand-in of a proxy was asked for. */
export interface ProxiedRequest {
  readonly method: string;
  /** The whole address, or for CONNECT the host and its port. */
  readonly target: string;
  readonly headers: Readonly<IncomingMessage["headers"]>;
}

/** How the stand-in is. */
export interface ProxyOptions {
  /** The host and port that each host and port leads to; others are no gateway. */
  readonly routes?: Readonly<Record<string, string>>;
  /** `name:password` that who uses it must have. */
  readonly credentials?: string;
}

/** A proxy on this machine. */
export interface Proxy {
  /** Its address, with the credentials that it wants. */
  readonly url: string;
  readonly requests: readonly ProxiedRequest[];
  close(): Promise<void>;
}

/** Starts a proxy that takes whole addresses and CONNECT, and finds hosts as it is told. */
export async function startProxy(options: ProxyOptions = {}): Promise<Proxy> {
  const { routes = {}, credentials } = options;
  const requests: ProxiedRequest[] = [];
  const sockets = new Set<Socket>();
  const expected =
    credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;

  function refusal({
    method = "",
    url = "",
    headers,
  }: IncomingMessage): number {
    requests.push({ method, target: url, headers });
    if (expected && headers["proxy-authorization"] !== expected) return 407;
    const host = method === "CONNECT" ? url : new URL(url).host;
    return routes[host] === undefined ? 502 : 0;
  }

  const server = createServer((incoming, response) => {
    const status = refusal(incoming);
    if (status !== 0) return void response.writeHead(status).end("no");
    const url = new URL(incoming.url ?? "");
    const { "proxy-authorization": _, ...headers } = incoming.headers;
    const to = `http://${routes[url.host]}${url.pathname}${url.search}`;
    const onward = request(to, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    onward.end();
  });
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (incoming, socket: Socket) => {
    socket.on("error", () => undefined);
    const status = refusal(incoming);
    if (status !== 0) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [host, port] = (routes[incoming.url ?? ""] ?? "").split(":");
    const onward = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${credentials ? `${credentials}@` : ""}127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
