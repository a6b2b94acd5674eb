import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createHttpHandler } from "../../../src/runtime/http.ts";
import { createNodeHandler } from "../../../src/runtime/http-node.ts";
import { modernRequest } from "../revisions.ts";
import { until } from "../wait.ts";
import {
  callInSession,
  callModern,
  mountedServer,
  type Send,
} from "./mounted.ts";
import { headersOf } from "./stateless-client.ts";

interface Mounted {
  readonly send: Send;
  /** Where the application is. */
  readonly origin: string;
}

async function listening(http: HttpServer): Promise<Mounted> {
  await new Promise<void>((resolve) => {
    if (http.listening) resolve();
    else http.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  // A server that listens on a port has such an address.
  const { port } = http.address() as AddressInfo;
  return { send: fetch, origin: `http://127.0.0.1:${port}` };
}

const other = "something else";

/** An application has a path of its own beside ours. */
const applications: readonly [string, () => Promise<Mounted>][] = [
  [
    "node:http",
    () => {
      const handle = createNodeHandler(mountedServer());
      const listener: RequestListener = (request, response) =>
        request.url === "/mcp"
          ? handle(request, response)
          : response.end(other);
      return listening(createHttpServer(listener));
    },
  ],
  [
    "Express",
    () => {
      const app = express();
      app.all("/mcp", createNodeHandler(mountedServer()));
      app.use((_request, response) => void response.send(other));
      return listening(createHttpServer(app));
    },
  ],
  [
    "Express behind its JSON parser",
    () => {
      const app = express();
      app.use(express.json());
      app.all("/mcp", createNodeHandler(mountedServer()));
      app.use((_request, response) => void response.send(other));
      return listening(createHttpServer(app));
    },
  ],
  [
    "Express behind its parser of text",
    () => {
      const app = express();
      app.use(express.text({ type: "*/*" }));
      app.all("/mcp", createNodeHandler(mountedServer()));
      app.use((_request, response) => void response.send(other));
      return listening(createHttpServer(app));
    },
  ],
  [
    "Express behind its parser of bytes",
    () => {
      const app = express();
      app.use(express.raw({ type: "*/*" }));
      app.all("/mcp", createNodeHandler(mountedServer()));
      app.use((_request, response) => void response.send(other));
      return listening(createHttpServer(app));
    },
  ],
  [
    "an Express router, with a path",
    () => {
      const app = express();
      const path = "/mcp";
      app.use("/", createNodeHandler(mountedServer(), { path }));
      return listening(createHttpServer(app));
    },
  ],
  [
    "Fastify",
    async () => {
      const app = fastify();
      const handle = createNodeHandler(mountedServer());
      app.all("/mcp", (request, reply) => {
        reply.hijack();
        handle(request.raw, reply.raw, request.body);
      });
      app.get("/other", () => other);
      await app.listen({ port: 0, host: "127.0.0.1" });
      return listening(app.server);
    },
  ],
  [
    "Hono",
    () => {
      const app = hono();
      const send: Send = async (url, init) => app.request(url, init);
      return Promise.resolve({ send, origin: "http://localhost" });
    },
  ],
  [
    "Hono on Node",
    () => {
      const app = hono();
      const { fetch } = app;
      // Tests of the same process go on with Node's own Request and Response.
      const options = { fetch, overrideGlobalObjects: false };
      // Without options for HTTP/2 it is such a server.
      return listening(createAdaptorServer(options) as HttpServer);
    },
  ],
];

function hono(): Hono {
  const handler = createHttpHandler(mountedServer());
  const app = new Hono();
  app.all("/mcp", (context) => handler(context.req.raw));
  app.get("/other", (context) => context.text(other));
  return app;
}

describe.each(applications)("mounted in %s", (name, mount) => {
  test("a call is answered in either era", async () => {
    const { send, origin } = await mount();
    const answer = {
      status: 200,
      type: "application/json",
      messages: [{ result: { content: [{ text: "echoed" }] } }],
    };
    const modern = await callModern(send, `${origin}/mcp`, "echo");
    expect(modern).toMatchObject(answer);
    const session = await callInSession(send, `${origin}/mcp`, "echo");
    expect(session).toMatchObject({ ...answer, goodbye: 204 });
  });

  test("a stream is one in either era", async () => {
    const { send, origin } = await mount();
    const answer = {
      status: 200,
      type: "text/event-stream",
      messages: [
        { params: { progress: 1 } },
        { params: { progress: 2 } },
        { params: { progress: 3 } },
        { result: { content: [{ text: "counted" }] } },
      ],
    };
    const modern = await callModern(send, `${origin}/mcp`, "count");
    expect(modern).toMatchObject(answer);
    const session = await callInSession(send, `${origin}/mcp`, "count");
    expect(session).toMatchObject({ ...answer, goodbye: 204 });
  });

  test("a path that is not ours stays the application's", async () => {
    const { send, origin } = await mount();
    const response = await send(`${origin}/other`, {});
    const text = await response.text();
    if (name.endsWith("with a path")) expect(response.status).toBe(404);
    else expect(text).toBe(other);
  });
});

test("a client that leaves a stream is no error in the log of Hono", async () => {
  const logged = vi.spyOn(console, "error");
  onTestFinished(() => logged.mockRestore());
  const handler = createHttpHandler(mountedServer());
  const app = new Hono();
  app.all("/mcp", (context) => handler(context.req.raw));
  // Without options for HTTP/2 it is such a server.
  const http = createAdaptorServer(app) as HttpServer;
  const { send, origin } = await listening(http);
  const message = modernRequest(1, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  const client = new AbortController();
  // What has no value is left out before.
  const headers = headersOf(message) as Record<string, string>;
  const body = JSON.stringify(message);
  const init = { method: "POST", headers, body, signal: client.signal };
  expect((await send(`${origin}/mcp`, init)).status).toBe(200);
  expect(handler.status()).toMatchObject({ streams: 1, requests: 1 });
  client.abort();
  await until(() => handler.status().requests === 0);
  expect(handler.status()).toMatchObject({ streams: 0, requests: 0 });
  await sleep(20);
  expect(logged).not.toHaveBeenCalled();
});

describe("a body that a framework has parsed", () => {
  const mount = (body: unknown): Promise<Mounted> => {
    const handle = createNodeHandler(mountedServer(), { maxDepth: 8 });
    const listener = (
      request: IncomingMessage,
      response: ServerResponse,
    ): void => {
      request.resume().on("end", () => handle(request, response, body));
    };
    return listening(createHttpServer(listener));
  };

  test("is not read again", async () => {
    const { send, origin } = await mount(undefined);
    const answer = await callModern(send, origin, "echo");
    expect(answer).toMatchObject({ status: 400, messages: [{ error: {} }] });
  });

  test.each([
    [
      "depth",
      "[".repeat(9) + "]".repeat(9),
      "is nested deeper than 8 (option maxDepth)",
    ],
    [
      "values",
      `[${"0,".repeat(50_000)}0]`,
      "has more than 50000 values (option maxValues)",
    ],
  ])("is bounded in its %s", async (_, text, reason) => {
    const { send, origin } = await mount(JSON.parse(text));
    const answer = await callModern(send, origin, "echo");
    expect(answer.messages).toMatchObject([
      { error: { message: `The body ${reason}` } },
    ]);
  });
});
