import { createClient } from "../../../../generated/index.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import {
  createMemoryPair,
  type Receiver,
} from "../../../../src/runtime/index.ts";
import { record, yours, type Walk } from "../walk.ts";

const question = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Who?",
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string" } },
    },
  },
};

const discovered = {
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  resultType: "complete",
  ttlMs: 0,
  cacheScope: "private",
};

const asking = {
  resultType: "input_required",
  requestState: "state",
  inputRequests: { who: question },
};

const done = {
  resultType: "complete",
  content: [{ type: "text", text: "done" }],
};

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly inputResponses?: object };
}

/** A client's call over HTTP, of a server that answers with JSON. */
export async function walkOfClientOverHttp(): Promise<Walk> {
  const client = createClient({ info: { name: "walk", version: "1" } });
  const server = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const { id, method } = JSON.parse(String(init?.body)) as Sent;
    const result = method === "server/discover" ? discovered : done;
    return Response.json({ jsonrpc: "2.0", id, result });
  };
  const url = "http://127.0.0.1/mcp";
  await client.connect(httpTransport({ url, fetch: server }));
  const call = (): Promise<unknown> => client.callTool({ name: "ask" });
  await call();
  const walk = await record("a client's call over HTTP", call);
  await client.close();
  return walk;
}

/** A client's call that the server answers by asking for input first. */
export async function walkOfClient(): Promise<Walk> {
  const client = createClient({
    info: { name: "walk", version: "1" },
    handlers: {
      elicit: () => {
        yours();
        return { action: "accept", content: { name: "Ada" } };
      },
    },
  });
  const [near, far] = createMemoryPair();
  const server: Receiver = {
    message(value) {
      const { id, method, params } = value as Sent;
      const answered = params.inputResponses ? done : asking;
      const result = method === "server/discover" ? discovered : answered;
      far.send({ jsonrpc: "2.0", id, result });
    },
    unreadable() {},
    ended() {},
    closed() {},
  };
  far.start(server);
  await client.connect(near);
  const call = (): Promise<unknown> => client.callTool({ name: "ask" });
  await call();
  const walk = await record("a client's call with one input round", call);
  await client.close();
  return walk;
}
