import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { all, serverOf } from "../../revisions.ts";
import {
  createMetadataHandler,
  createNodeMetadataHandler,
} from "../../../../src/runtime/auth/server.ts";
import { createHttpHandler } from "../../../../src/runtime/http.ts";
import { createNodeHandler } from "../../../../src/runtime/http-node.ts";
import { guardOf, issuer, paramsOf, serveOn, type SendTo } from "./guarded.ts";

const wellKnown = "/.well-known/oauth-protected-resource";
const empty = serverOf(all, { features: [] });

const document = {
  resource: "http://localhost/mcp",
  authorization_servers: [issuer],
  bearer_methods_supported: ["header"],
};

describe.each(["web", "Node"] as const)("on the %s face", (face) => {
  const open = (
    options: Parameters<typeof guardOf>[0] = {},
    more: object = {},
  ): Promise<SendTo> =>
    serveOn(face, empty, { authorize: guardOf(options), ...more });

  test.each([
    `${wellKnown}/mcp`,
    `${wellKnown}/mcp/`,
    wellKnown,
    `${wellKnown}/`,
  ])(
    "the metadata are at %s, for every page, and without a token",
    async (path) => {
      const send = await open({ scopes: ["mcp"] });
      const origin = "https://elsewhere.example";
      const told = await send(path, { headers: { origin } });
      expect(told.status).toBe(200);
      expect(await told.json()).toEqual({
        ...document,
        scopes_supported: ["mcp"],
      });
      expect(Object.fromEntries(told.headers)).toMatchObject({
        "content-type": "application/json",
        "access-control-allow-origin": "*",
        "cache-control": "public, max-age=3600",
      });
    },
  );

  test("HEAD has no body, and a page may ask what it may send", async () => {
    const send = await open();
    const head = await send(`${wellKnown}/mcp`, { method: "HEAD" });
    expect(head.status).toBe(200);
    // Of the web face, what serves it leaves the body away.
    if (face === "Node") expect(await head.text()).toBe("");
    const bare = createMetadataHandler(guardOf())(
      new Request(`http://localhost${wellKnown}/mcp`, { method: "HEAD" }),
    );
    expect([bare.status, await bare.text()]).toEqual([200, ""]);
    const preflight = await send(`${wellKnown}/mcp`, {
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "mcp-protocol-version",
      },
    });
    expect([preflight.status, await preflight.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "mcp-protocol-version, *",
    });
  });

  test.each(["POST", "PUT", "DELETE"])("%s is not allowed", async (method) => {
    const send = await open();
    const told = await send(`${wellKnown}/mcp`, { method });
    expect([told.status, told.headers.get("allow")]).toEqual([
      405,
      "GET, HEAD, OPTIONS",
    ]);
  });

  test("the metadata of others are not there", async () => {
    const send = await open({}, { path: "/mcp" });
    for (const path of [
      `${wellKnown}/other`,
      `${wellKnown}/mcp/more`,
      `${wellKnown}mcp`,
      `/x${wellKnown}/mcp`,
      `/x?${wellKnown}/mcp`,
      "/.well-known/oauth-authorization-server",
    ])
      expect.soft((await send(path, {})).status, path).toBe(404);
  });

  test("of a resource with a query, it goes along", async () => {
    const resource = "http://localhost/mcp?tenant=a";
    const guard = guardOf({ resource });
    const send = await serveOn(face, empty, { authorize: guard });
    const challenged = await send("/mcp?tenant=a", { method: "POST" });
    const at = paramsOf(challenged.headers.get("www-authenticate"));
    const url = `http://localhost${wellKnown}/mcp?tenant=a`;
    expect(at["resource_metadata"]).toBe(url);
    expect(guard.metadataUrl).toBe(url);
    const told = await send(`${wellKnown}/mcp?tenant=a`, {});
    expect(await told.json()).toMatchObject({ resource });
    const other = await send(`${wellKnown}/mcp?tenant=b`, {});
    expect(other.status).not.toBe(200);
  });

  test("of a resource at the root, they are at the root", async () => {
    const resource = "http://localhost";
    const guard = guardOf({ resource });
    const send = await serveOn(face, empty, { authorize: guard });
    expect(guard.metadataUrl).toBe(`http://localhost${wellKnown}`);
    // To the letter: no slash comes up.
    expect(await (await send(wellKnown, {})).json()).toMatchObject({
      resource,
    });
  });
});

test("more can be told, and nothing of it takes the place of what is true", () => {
  const { metadata } = guardOf({
    scopes: ["a"],
    scopesSupported: ["a", "b"],
    dpop: { algorithms: ["ES256"], verify: () => ({ thumbprint: "" }) },
    metadata: {
      resource: "https://evil.example",
      resource_name: "Notes",
      authorization_servers: [],
    },
  });
  expect(metadata).toEqual({
    ...document,
    resource_name: "Notes",
    scopes_supported: ["a", "b"],
    dpop_signing_alg_values_supported: ["ES256"],
    dpop_bound_access_tokens_required: false,
  });
});

/** A server that is mounted at `/mcp`: the router never hands it another path. */
describe("mounted in a framework, beside what was mounted,", () => {
  const guard = guardOf();
  const authorize = guard;

  async function requireDiscovered(origin: string): Promise<void> {
    const refused = await fetch(`${origin}/mcp`, { method: "POST" });
    expect(refused.status).toBe(401);
    const at = paramsOf(refused.headers.get("www-authenticate"));
    const { pathname } = new URL(at["resource_metadata"] ?? "");
    for (const path of [pathname, wellKnown]) {
      const told = await fetch(origin + path, {
        headers: { origin: "https://elsewhere.example" },
      });
      expect([told.status, await told.json()]).toEqual([200, document]);
      expect(told.headers.get("access-control-allow-origin")).toBe("*");
      const head = await fetch(origin + path, { method: "HEAD" });
      expect(head.status).toBe(200);
      const preflight = await fetch(origin + path, {
        method: "OPTIONS",
        headers: {
          origin: "https://elsewhere.example",
          "access-control-request-method": "GET",
        },
      });
      expect(preflight.status).toBe(204);
    }
    const other = await fetch(`${origin}${wellKnown}/other`);
    expect(other.status).toBe(404);
  }

  async function listening(listener: RequestListener): Promise<string> {
    const http = createServer(listener);
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void http.close());
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }

  test("they are found in Express", async () => {
    const handler = createNodeHandler(empty, { authorize });
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const app = express();
    app.use(createNodeMetadataHandler(guard));
    app.all("/mcp", handler);
    await requireDiscovered(await listening(app));
  });

  test("they are found in Express, below a path of their own", async () => {
    const handler = createNodeHandler(empty, { authorize });
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const app = express();
    app.use("/.well-known", createNodeMetadataHandler(guard));
    app.use("/mcp", handler);
    await requireDiscovered(await listening(app));
  });

  test("they are found on node:http alone", async () => {
    const handler = createNodeHandler(empty, { authorize });
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const metadata = createNodeMetadataHandler(guard);
    const origin = await listening((request, response) =>
      request.url?.startsWith("/.well-known/")
        ? metadata(request, response)
        : handler(request, response),
    );
    await requireDiscovered(origin);
  });

  test("they are found in Fastify", async () => {
    const handler = createNodeHandler(empty, { authorize });
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const app = fastify();
    onTestFinished(() => app.close());
    const metadata = createNodeMetadataHandler(guard);
    app.all("/.well-known/*", (request, reply) => {
      reply.hijack();
      metadata(request.raw, reply.raw);
    });
    app.all("/mcp", (request, reply) => {
      reply.hijack();
      handler(request.raw, reply.raw, request.body);
    });
    await requireDiscovered(await app.listen({ port: 0, host: "127.0.0.1" }));
  });

  test("they are found in Hono", async () => {
    const handler = createHttpHandler(empty, { authorize });
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const metadata = createMetadataHandler(guard);
    const app = new Hono();
    app.all("/mcp", (c) => handler(c.req.raw));
    app.all("/.well-known/*", (c) => metadata(c.req.raw));
    const origin = await new Promise<string>((resolve) => {
      const running = serve(
        {
          fetch: app.fetch,
          port: 0,
          hostname: "127.0.0.1",
          // Tests of the same process go on with Node's own Request and Response.
          overrideGlobalObjects: false,
        },
        (info) => resolve(`http://127.0.0.1:${info.port}`),
      );
      onTestFinished(() => void running.close());
    });
    await requireDiscovered(origin);
  });
});
