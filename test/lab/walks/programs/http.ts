import { listen } from "../../../../src/runtime/http-node.ts";
import { record, type Walk } from "../walk.ts";
import {
  handshake,
  initialize,
  metaOf,
  params,
  served,
  stateless,
} from "./served.ts";

const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** `tools/call` over HTTP on Node, in each lifecycle, once everything is warm. */
export async function walksOverHttp(): Promise<Walk[]> {
  const { port, close } = await listen(served(), { port: 0, sse: {} });
  const origin = `http://127.0.0.1:${port}`;
  const post = async (
    body: object,
    more: object = {},
    path = "/mcp",
  ): Promise<Response> => {
    const response = await fetch(origin + path, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
    });
    await response.text();
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response;
  };
  try {
    return [
      await inSession(post),
      await alone(post),
      await withSse(origin, post),
    ];
  } finally {
    await close({ graceMs: 0 });
  }
}

type Post = (body: object, more?: object, path?: string) => Promise<Response>;

async function inSession(post: Post): Promise<Walk> {
  const opened = await post(initialize());
  const session = {
    "mcp-session-id": opened.headers.get("mcp-session-id"),
    "mcp-protocol-version": handshake,
  };
  await post({ method: "notifications/initialized" }, session);
  const call = (id: number): Promise<Response> =>
    post({ id, method: "tools/call", params }, session);
  await call(2);
  return record("tools/call over HTTP, handshake", () => call(3));
}

async function alone(post: Post): Promise<Walk> {
  const mirrored = {
    "mcp-protocol-version": stateless,
    "mcp-method": "tools/call",
    "mcp-name": params.name,
  };
  const whole = { ...params, _meta: metaOf() };
  const call = (id: number): Promise<Response> =>
    post({ id, method: "tools/call", params: whole }, mirrored);
  await call(1);
  return record("tools/call over HTTP, stateless", () => call(2));
}

/** The answer comes on the stream that the client has opened, and not to the request. */
async function withSse(origin: string, post: Post): Promise<Walk> {
  const ending = new AbortController();
  const { body } = await fetch(`${origin}/sse`, {
    headers: { accept: "text/event-stream" },
    signal: ending.signal,
  });
  if (body === null) throw new Error("there is no stream");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [, found] = pattern.exec(text) ?? [];
      if (found !== undefined) return found;
      const { value, done } = await reader.read();
      if (done) throw new Error("the stream ended");
      text += value;
    }
  };
  const path = await until(/^data: (\/.+)$/m);
  const call = async (id: number): Promise<void> => {
    await post({ id, method: "tools/call", params }, {}, path);
    await until(new RegExp(`("id":${id}\\b)`));
  };
  await post(initialize(), {}, path);
  await until(/("id":1\b)/);
  await post({ method: "notifications/initialized" }, {}, path);
  await call(2);
  const walk = await record("tools/call over HTTP with SSE", () => call(3));
  ending.abort();
  return walk;
}
