import { createServer, text, tool } from "../../../generated/index.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { echoSchema } from "../../bench/programs/echo-schema.ts";
import { record, type Walk } from "../walk.ts";

const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

const params = { name: "echo", arguments: { text: "hello" } };

/** `tools/call` over HTTP on Node, in each lifecycle, once everything is warm. */
export async function walksOverHttp(): Promise<Walk[]> {
  const echo = tool("echo", { input: echoSchema }, (args) => text(args.text));
  const { port, close } = await listen(
    createServer({ info: { name: "echo", version: "1" }, features: [echo] }),
    { port: 0 },
  );
  const post = async (body: object, more: object = {}): Promise<Response> => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
    });
    await response.text();
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response;
  };
  try {
    return [await inSession(post), await stateless(post)];
  } finally {
    await close({ graceMs: 0 });
  }
}

type Post = (body: object, more?: object) => Promise<Response>;

async function inSession(post: Post): Promise<Walk> {
  const protocolVersion = "2025-11-25";
  const opened = await post({
    id: 1,
    method: "initialize",
    params: {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "walk", version: "1" },
    },
  });
  const session = {
    "mcp-session-id": opened.headers.get("mcp-session-id"),
    "mcp-protocol-version": protocolVersion,
  };
  await post({ method: "notifications/initialized" }, session);
  const call = (id: number): Promise<Response> =>
    post({ id, method: "tools/call", params }, session);
  await call(2);
  return record("tools/call over HTTP, handshake", () => call(3));
}

async function stateless(post: Post): Promise<Walk> {
  const protocolVersion = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": protocolVersion,
    "io.modelcontextprotocol/clientInfo": { name: "walk", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const mirrored = {
    "mcp-protocol-version": protocolVersion,
    "mcp-method": "tools/call",
    "mcp-name": params.name,
  };
  const call = (id: number): Promise<Response> =>
    post({ id, method: "tools/call", params: { ...params, _meta } }, mirrored);
  await call(1);
  return record("tools/call over HTTP, stateless", () => call(2));
}
