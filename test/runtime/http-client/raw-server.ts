import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import {
  isObject,
  type JsonObject,
} from "../../../src/runtime/protocol/message.ts";
import { modern, newestHandshake } from "../revisions.ts";

/** An HTTP request as it came; names of headers in lower case. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Empty where the body is no JSON object. */
  readonly message: JsonObject;
}

/** Writes each byte of an answer itself. */
export type RawAnswer = (request: RawRequest, socket: Socket) => void;

export interface RawServer {
  readonly url: string;
  /** What came, oldest first. */
  readonly requests: readonly RawRequest[];
  /** The connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  called(method: string): readonly RawRequest[];
}

/** A server on loopback that is bound to nothing of HTTP; it ends with the test. */
export async function serveRaw(answer: RawAnswer): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    hear(socket, (request) => {
      requests.push(request);
      answer(request, socket);
    });
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    sockets,
    called: (method) =>
      requests.filter(({ message }) => message["method"] === method),
  };
}

/** Reads the requests of a connection, one after the other. */
function hear(socket: Socket, take: (request: RawRequest) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return;
      const [first = "", ...lines] = bytes
        .toString("latin1", 0, end)
        .split("\r\n");
      const headers = new Map(lines.map(headerOf));
      const next = end + 4 + Number(headers.get("content-length") ?? 0);
      if (bytes.length < next) return;
      const message = parse(bytes.toString("utf8", end + 4, next));
      bytes = bytes.subarray(next);
      const [method = "", path = ""] = first.split(" ");
      take({ method, path, headers, message });
    }
  });
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** What a step of a conversation is known by. */
export const steps = [
  "server/discover",
  "initialize",
  "notifications/initialized",
  "tools/call",
  "GET",
  "DELETE",
] as const;

export type Step = (typeof steps)[number];

/** The step that a request is, if it is one of them. */
export function stepOf({ method, message }: RawRequest): string {
  return method === "POST" ? String(message["method"]) : method;
}

/** What a server does otherwise than a good one, step by step. */
export type Tricks = Readonly<Record<string, RawAnswer>>;

/** A good server of the newest revision, but for its tricks. */
export function modernServer(tricks: Tricks = {}): RawAnswer {
  return (request, socket) => {
    const trick = tricks[stepOf(request)];
    if (trick) return trick(request, socket);
    socket.write(goodAnswer(request));
  };
}

/** A good server that shakes hands, but for its tricks. */
export function handshakeServer(tricks: Tricks = {}): RawAnswer {
  const unknown: RawAnswer = (_, socket) => socket.write(head(400) + "\r\n");
  return modernServer({ "server/discover": unknown, ...tricks });
}

export const content: readonly object[] = [{ type: "text", text: "good" }];

export const session = "session-1";

/** The bytes of what a good server answers. */
export function goodAnswer(request: RawRequest): string {
  const step = stepOf(request);
  switch (step) {
    case "server/discover":
      return jsonAnswer(request, {
        ...told,
        supportedVersions: [modern],
        capabilities,
      });
    case "initialize":
      return jsonAnswer(
        request,
        {
          protocolVersion: newestHandshake,
          capabilities,
          serverInfo: { name: "raw", version: "1" },
        },
        { "mcp-session-id": session },
      );
    case "tools/call":
      return jsonAnswer(request, { ...told, content });
    case "tools/list":
      return jsonAnswer(request, { ...told, tools: [] });
    case "GET":
      return head(405) + "\r\n";
    case "DELETE":
      return head(204, {}, false) + "\r\n";
    default:
      return head(202) + "\r\n";
  }
}

const capabilities = { tools: {}, logging: {} };
const told = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

type Headers = Readonly<Record<string, string>>;

/** A head without the empty line behind it; of an empty body where it is told. */
export function head(
  status: number,
  headers: Headers = {},
  isEmpty = true,
): string {
  const all = { ...(isEmpty && { "content-length": "0" }), ...headers };
  const lines = Object.entries(all).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} Told\r\n${lines.join("")}`;
}

/** A whole answer with a body. */
export function whole(
  body: string,
  type = "application/json",
  status = 200,
  headers: Headers = {},
): string {
  const length = String(Buffer.byteLength(body));
  const all = { "content-type": type, "content-length": length, ...headers };
  return `${head(status, all)}\r\n${body}`;
}

/** The message that answers a request with a result. */
export function resultOf(
  { message }: RawRequest,
  result: object = { ...told, content },
): object {
  return { jsonrpc: "2.0", id: message["id"], result };
}

export function errorOf(
  { message }: RawRequest,
  error: object = { code: -32_000, message: "refused" },
): object {
  return { jsonrpc: "2.0", id: message["id"], error };
}

export function jsonAnswer(
  request: RawRequest,
  result?: object,
  headers?: Headers,
): string {
  const body = JSON.stringify(resultOf(request, result));
  return whole(body, "application/json", 200, headers);
}

/** The head of an event stream that ends with its connection. */
export function streamHead(headers: Headers = {}): string {
  const type = { "content-type": "text/event-stream", connection: "close" };
  return `${head(200, { ...type, ...headers }, false)}\r\n`;
}

export function event(message: unknown, id?: string): string {
  const named = id === undefined ? "" : `id: ${id}\n`;
  return `${named}data: ${JSON.stringify(message)}\n\n`;
}

/** Writes a text again and again until the connection is closed. */
export function flood(socket: Socket, text: () => string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(text()));
    if (!socket.destroyed) socket.once("drain", write);
  };
  write();
}
