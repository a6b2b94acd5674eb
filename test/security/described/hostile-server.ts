import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";

/** What a server answers to a method: a result, or whatever it writes itself. */
export type Answer = (
  params: JsonObject,
  times: number,
) => JsonObject | ((response: ServerResponse, id: unknown) => void);

export interface HostileServer {
  readonly url: string;
  /** The methods that it was asked for, in order. */
  readonly asked: readonly string[];
  /** Paths that somebody fetched, other than its own. */
  readonly visits: readonly string[];
}

const path = "/mcp";

/** Serves over HTTP until the test ends, without any of our own code; its lists are `answers`. */
export async function serveHostile(
  answers: Readonly<Record<string, Answer>>,
): Promise<HostileServer> {
  const asked: string[] = [];
  const visits: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== path) visits.push(request.url ?? "");
    if (request.method !== "POST" || request.url !== path)
      return void response.writeHead(405).end();
    const { id, method, params = {} } = messageOf(await text(request));
    if (id === undefined) return void response.writeHead(202).end();
    const times = asked.filter((one) => one === method).length;
    asked.push(method);
    const answer = (answers[method] ?? usual[method])?.(params, times);
    if (typeof answer === "function") return answer(response, id);
    const outcome = answer
      ? { result: answer }
      : { error: { code: -32601, message: "No such method" } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, asked, visits };
}

/** What it says of itself. */
export const info: JsonObject = { name: "hostile", version: "1.0.0" };

const usual: Readonly<Record<string, Answer>> = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    serverInfo: info,
    capabilities: { tools: {}, prompts: {}, resources: {} },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [] }),
  "prompts/list": () => ({ prompts: [] }),
  "resources/list": () => ({ resources: [] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
};

interface Asked {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: JsonObject;
}

/** Our own client sent it. */
function messageOf(body: string): Asked {
  return JSON.parse(body) as Asked;
}
