import type { HttpHandler } from "../../src/runtime/http.ts";

/** What one request over HTTP came to. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The last message; undefined when there was none. */
  readonly message: Message | undefined;
}

export interface Message {
  readonly result?: Fields;
  readonly error?: { readonly code: number; readonly data?: unknown };
}

type Fields = Readonly<Record<string, unknown>>;

const accept = "application/json, text/event-stream";
const stateless = "2026-07-28";

/** Sends one HTTP request to a handler, and reads the whole answer. */
export async function send(
  handler: HttpHandler,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Reply> {
  const response = await handler(
    new Request("http://localhost:3000/mcp", {
      method,
      headers: { accept, "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const { status } = response;
  return { status, headers: response.headers, message: lastMessage(text) };
}

/** Of a stream the last message is the answer. */
function lastMessage(text: string): Message | undefined {
  const data = text.split("\n").filter((line) => line.startsWith("data: {"));
  const json = data.at(-1)?.slice("data: ".length) ?? text;
  if (json === "") return undefined;
  // The tests look at what is in it.
  return JSON.parse(json) as Message;
}

/**
 * Sends a request that stands alone, with the headers that mirror it; one that is
 * given as undefined is left out.
 */
export function call(
  handler: HttpHandler,
  method: string,
  params: Fields,
  headers: Record<string, string | undefined> = {},
): Promise<Reply> {
  const name = params["name"] ?? params["uri"];
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": stateless,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const mirrored = {
    "mcp-protocol-version": stateless,
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": name }),
  };
  const all = Object.fromEntries(
    Object.entries<string | undefined>({ ...mirrored, ...headers }).filter(
      (header): header is [string, string] => header[1] !== undefined,
    ),
  );
  const body = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } };
  return send(handler, "POST", all, body);
}

/** A session of a revision with a handshake. */
export interface Session {
  readonly id: string;
  readonly opened: Message | undefined;
  post(body: object): Promise<Reply>;
  request(method: string, params: Fields): Promise<Reply>;
  send(method: string): Promise<Reply>;
}

export async function openSession(
  handler: HttpHandler,
  protocolVersion: string,
): Promise<Session> {
  const clientInfo = { name: "test", version: "1.0.0" };
  const { headers, message } = await send(
    handler,
    "POST",
    {},
    {
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion, clientInfo, capabilities: {} },
    },
  );
  const id = headers.get("mcp-session-id") ?? "none";
  const own = { "mcp-session-id": id, "mcp-protocol-version": protocolVersion };
  const post = (body: object): Promise<Reply> =>
    send(handler, "POST", own, { jsonrpc: "2.0", ...body });
  await post({ method: "notifications/initialized" });
  let lastId = 0;
  return {
    id,
    opened: message,
    post,
    request: (method, params) => post({ id: ++lastId, method, params }),
    send: (method) => send(handler, method, own),
  };
}
