import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import express from "express";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import { createNodeHandler, listen } from "../../../src/runtime/http-node.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import type { HttpHandler } from "../../../src/runtime/http/server/web/handler.ts";
import type { Server } from "../../../src/runtime/server/create-server.ts";
import {
  batching,
  initializeAs,
  newestHandshake,
  notification,
  request,
} from "../revisions.ts";
import { call, done, serverWith, type Call } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import {
  byBearer,
  eventsOf,
  handlerOf,
  type Events,
  type Headers,
} from "./session-client.ts";

const oldest = "2024-11-05";
const ping = request("ping", "ping");
const quick = serverWith(() => done);

interface SseClient {
  readonly handler: HttpHandler;
  /** Where messages go. */
  readonly target: string;
  readonly events: Events;
  post(value: unknown, target?: string, headers?: Headers): Promise<Response>;
}

function send(
  handler: HttpHandler,
  method: string,
  target: string,
  headers: Headers = {},
  body?: string,
): Promise<Response> {
  return handler(
    new Request(`http://localhost${target}`, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    }),
  );
}

async function open(
  handler: HttpHandler,
  own: Headers = {},
): Promise<SseClient> {
  const events = eventsOf(await send(handler, "GET", "/sse", own));
  const first = await events.next();
  expect(first?.event).toBe("endpoint");
  const target = first?.data ?? "";
  return {
    handler,
    target,
    events,
    post: (value, to = target, headers = own) =>
      send(handler, "POST", to, headers, JSON.stringify(value)),
  };
}

async function clientOf(
  server: Server,
  options: HttpOptions = {},
  headers?: Headers,
): Promise<SseClient> {
  const client = await open(
    handlerOf(server, { sse: {}, ...options }),
    headers,
  );
  await client.post(initializeAs(oldest, { roots: {} }));
  expect(await client.events.message()).toMatchObject({ id: "init" });
  await client.post(notification("notifications/initialized"));
  return client;
}

describe("HTTP with SSE", () => {
  test("answers on the stream, with message events", async () => {
    const client = await clientOf(quick);
    const response = await client.post(call);
    expect(response.status).toBe(202);
    expect(await response.text()).toBe("");
    const event = await client.events.next();
    expect(event).toMatchObject({ event: "message" });
    expect(JSON.parse(event?.data ?? "")).toMatchObject({
      id: 1,
      result: done,
    });
    await client.events.cut();
  });

  test("asks on the stream", async () => {
    const client = await clientOf(
      serverWith(async (_params, { peer }) => {
        await (peer as UntypedCaller).request("roots/list", undefined);
        return done;
      }),
    );
    await client.post(call);
    const { id } = await client.events.message();
    await client.post({ jsonrpc: "2.0", id, result: { roots: [] } });
    expect(await client.events.message()).toMatchObject({ result: done });
    await client.events.cut();
  });

  test("knows an unguessable session by its stream alone", async () => {
    const client = await clientOf(quick);
    const other = await open(client.handler);
    const id = new URLSearchParams(client.target.split("?")[1]).get(
      "sessionId",
    );
    expect(id?.length).toBeGreaterThan(42);
    expect(other.target).not.toBe(client.target);
    const [path] = client.target.split("?");
    expect((await client.post(ping, path)).status).toBe(400);
    expect((await client.post(ping, `${path}?sessionId=x`)).status).toBe(404);
    await client.post(ping);
    expect(await client.events.message()).toMatchObject({ id: "ping" });
    await client.events.cut();
    expect(await Promise.race([other.events.next(), settle()])).toBeUndefined();
    await other.events.cut();
  });

  test("ends the session with its stream, and cancels what is in flight", async () => {
    let signal: AbortSignal | undefined;
    const client = await clientOf(
      serverWith((_params, context) => {
        ({ signal } = context);
        return new Promise(() => {});
      }),
    );
    await client.post(call);
    await client.events.cut();
    expect(signal?.aborted).toBe(true);
    expect((await client.post(ping)).status).toBe(404);
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("takes messages of the principal that opened the stream alone", async () => {
    const client = await clientOf(
      quick,
      { authorize: byBearer },
      { authorization: "alice" },
    );
    const bob = { authorization: "bob" };
    expect((await client.post(ping, client.target, bob)).status).toBe(404);
    expect((await client.post(ping)).status).toBe(202);
    await client.events.cut();
  });

  test("tells handlers who it is", async () => {
    const seen: unknown[] = [];
    const see: Call = (_params, { principal, auth }) => {
      seen.push(principal, auth);
      return done;
    };
    const client = await clientOf(serverWith(see), {
      authorize: () => ({ principal: "alice", auth: 7 }),
    });
    await client.post(call);
    await client.events.message();
    expect(seen).toEqual(["alice", 7]);
    await client.events.cut();
  });

  test.each([
    ["a number", 1],
    ["a request with id null", { ...call, id: null }],
    ["a broken answer", { jsonrpc: "2.0", id: 1, result: 1 }],
    ["a batch that is too long", [ping, ping, ping]],
  ])("refuses %s", async (_, value) => {
    const client = await clientOf(quick, { maxBatch: 2 });
    const response = await client.post(value);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32600 } });
    await client.events.cut();
  });

  test("takes batches as long as the option says, above a thousand", async () => {
    const handler = handlerOf(quick, { sse: {}, maxBatch: 1_500 });
    const client = await open(handler);
    const long = Array.from({ length: 1_500 }, (_, id) => request(id, "ping"));
    await client.post(initializeAs(batching));
    await client.events.message();
    expect((await client.post(long)).status).toBe(202);
    const answers: unknown = JSON.parse(
      (await client.events.next())?.data ?? "",
    );
    expect(answers).toHaveLength(1_500);
    await client.events.cut();
  });

  test("has comments while nothing is said, and a bound for streams", async () => {
    const options = { keepAliveMs: 5, maxStreams: 1, sse: {} };
    const handler = handlerOf(quick, options);
    const reader = (await send(handler, "GET", "/sse")).body?.getReader();
    await reader?.read();
    const text = new TextDecoder().decode((await reader?.read())?.value);
    expect(text).toBe(":\n\n");
    expect((await send(handler, "GET", "/sse")).status).toBe(503);
    await reader?.cancel();
    expect((await send(handler, "GET", "/sse")).status).toBe(200);
    await handler.close({ graceMs: 0 });
    expect(handler.status().streams).toBe(0);
  });

  test("lets calls finish when the server closes", async () => {
    let finish: (result: unknown) => void = () => {};
    const client = await clientOf(
      serverWith(() => new Promise((resolve) => (finish = resolve))),
    );
    await client.post(call);
    const closed = client.handler.close();
    await settle();
    finish(done);
    expect(await client.events.message()).toMatchObject({ result: done });
    expect(await client.events.next()).toBeUndefined();
    await closed;
  });

  test("is not served when nobody asked for it", async () => {
    const handler = handlerOf(quick, { path: "/mcp" });
    expect((await send(handler, "GET", "/sse")).status).toBe(404);
  });
});

describe("the official client over SSE", () => {
  const asksRoots = serverWith(async (_params, { peer }) => {
    const answer: unknown = await (peer as UntypedCaller).request(
      "roots/list",
      undefined,
    );
    return { content: [{ type: "text", text: JSON.stringify(answer) }] };
  });

  async function tryAt(url: string): Promise<void> {
    const client = new Client(
      { name: "official", version: "1" },
      { capabilities: { roots: {} } },
    );
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: [{ uri: "file:///here" }],
    }));
    const transport = new SSEClientTransport(new URL(url));
    // Its types are looser than those of this project.
    await client.connect(
      transport as unknown as Parameters<Client["connect"]>[0],
    );
    const result = await client.callTool({ name: "a" });
    expect(JSON.stringify(result)).toContain("file:///here");
    await client.close();
  }

  test("is served on its own paths", async () => {
    const running = await listen(asksRoots, {
      port: 0,
      sse: { path: "/old/stream", messagesPath: "/old/send" },
    });
    await tryAt(new URL("/old/stream", running.url).href);
    await until(() => running.status().streams === 0);
    await running.close();
  });

  test("finds its way back through a mounted application", async () => {
    const app = express();
    app.use("/deep/mount", createNodeHandler(asksRoots, { sse: {} }));
    const http = createServer(app);
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as AddressInfo;
    await tryAt(`http://127.0.0.1:${port}/deep/mount/sse`);
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
});

test("revisions with batches have them over SSE", async () => {
  const client = await open(handlerOf(quick, { sse: {} }));
  await client.post(initializeAs(batching));
  await client.events.message();
  await client.post([ping, call]);
  expect(await client.events.message()).toMatchObject([
    { id: "ping" },
    { id: 1 },
  ]);
  await client.events.cut();
  const newer = await open(client.handler);
  await newer.post(initializeAs(newestHandshake));
  await newer.events.message();
  await newer.post([ping]);
  expect(await newer.events.message()).toMatchObject({
    error: { code: -32600 },
  });
  await newer.events.cut();
});

describe("each of the two paths", () => {
  test.each<[string, string, Headers]>([
    ["GET", "another host", { host: "evil.example" }],
    ["GET", "another origin", { origin: "https://evil.example" }],
    ["GET", "an origin of nobody", { origin: "null" }],
    ["POST", "another host", { host: "evil.example" }],
    ["POST", "another origin", { origin: "https://evil.example" }],
    ["POST", "an origin of nobody", { origin: "null" }],
  ])("refuses a %s of %s", async (method, _, evil) => {
    let calls = 0;
    const server = serverWith(() => {
      calls++;
      return done;
    });
    const handler = handlerOf(server, { sse: {} });
    const client = await open(handler, { host: "localhost" });
    const target = method === "GET" ? "/sse" : client.target;
    const text = method === "GET" ? undefined : JSON.stringify(call);
    const attempt = (headers: Headers): Promise<Response> =>
      send(handler, method, target, headers, text);
    const before = handler.status();
    expect((await attempt(evil)).status).toBe(403);
    expect(handler.status()).toEqual(before);
    // Nothing but that is wrong with it.
    const own = { host: "localhost", origin: "http://localhost:5173" };
    expect((await attempt(own)).ok).toBe(true);
    await settle();
    expect(calls).toBe(0);
    await handler.close({ graceMs: 0 });
  });
});
