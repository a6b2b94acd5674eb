import { describe, expect, test } from "vitest";
import { createEraCache } from "../../../src/runtime/http-client.ts";
import {
  serverKey,
  sharedEras,
} from "../../../src/runtime/http/client/lifecycle-cache.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { modern, newestHandshake } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { connectTo } from "./http-client.ts";
import { discovered, json, serve } from "./http-server.ts";
import { serveSessions, status } from "./session-server.ts";

describe("what a server was found to be", () => {
  test("is remembered: nobody asks again", async () => {
    const eras = createEraCache();
    const server = await serveSessions();
    await connectTo(server.url, { eras });
    expect(eras.get(serverKey(new URL(server.url)))).toBe("handshake");
    await connectTo(server.url, { eras });
    await connectTo(`${server.url}?token=1`, { eras });
    expect(server.seen("server/discover")).toHaveLength(1);
    expect(server.seen("initialize")).toHaveLength(3);
  });

  test("is remembered for all transports by default", async () => {
    const server = await serveSessions();
    const eras = sharedEras;
    await connectTo(server.url, { eras });
    const key = serverKey(new URL(server.url));
    expect(eras.get(key)).toBe("handshake");
    eras.delete(key);
  });

  test("is HTTP with SSE, too: nothing is posted in vain", async () => {
    const eras = createEraCache();
    const running = await listen(
      serverWith(() => done),
      {
        port: 0,
        sse: {},
      },
    );
    const url = new URL("/sse", running.url);
    const asked: string[] = [];
    const fetch = (target: string, init: RequestInit): Promise<Response> => {
      asked.push(`${init.method ?? ""} ${new URL(target).pathname}`);
      return globalThis.fetch(target, init);
    };
    await (await connectTo(url.href, { eras, fetch })).client.close();
    expect(eras.get(serverKey(url))).toBe("sse");
    expect(asked.slice(0, 3)).toEqual(["POST /sse", "POST /sse", "GET /sse"]);
    asked.length = 0;
    const { client } = await connectTo(url.href, { eras, fetch });
    await client.request("tools/call", { name: "a" });
    expect(asked).toEqual([
      "GET /sse",
      "POST /messages",
      "POST /messages",
      "POST /messages",
    ]);
    await client.close();
    await running.close();
  });

  test.each(["handshake", "sse"] as const)(
    "is forgotten when it is something else by now, after %s",
    async (era) => {
      const eras = createEraCache();
      const server = await serve(
        discovered((_, response) => status(response, 404)),
      );
      const key = serverKey(new URL(server.url));
      eras.set(key, era);
      const { client } = await connectTo(server.url, { eras });
      expect(client.protocolVersion).toBe(modern);
      expect(eras.get(key)).toBeUndefined();
    },
  );

  test("is found out anew where it was HTTP with SSE", async () => {
    const eras = createEraCache();
    const server = await serveSessions();
    const key = serverKey(new URL(server.url));
    eras.set(key, "sse");
    const { client } = await connectTo(server.url, { eras });
    expect(client.protocolVersion).toBe(newestHandshake);
    expect(eras.get(key)).not.toBe("sse");
  });

  test("is forgotten when the server does not answer", async () => {
    const eras = createEraCache();
    const server = await serveSessions();
    await connectTo(server.url, { eras });
    await server.close();
    await expect(connectTo(server.url, { eras })).rejects.toThrow();
    expect(eras.get(serverKey(new URL(server.url)))).toBeUndefined();
  });

  test("is not what a client that knows no other way spoke", async () => {
    const eras = createEraCache();
    const running = await listen(
      serverWith(() => done),
      { port: 0 },
    );
    const revisions = [newestHandshake];
    await connectTo(running.url, { eras, revisions });
    const { client } = await connectTo(running.url, { eras });
    expect(client.protocolVersion).toBe(modern);
    await running.close();
  });

  test("is not remembered of a server that shakes no hands", async () => {
    const eras = createEraCache();
    const server = await serve(({ message }, response) => {
      if (message["method"] === "server/discover") return status(response, 404);
      const error = { code: -32601, message: "no" };
      json(response, { jsonrpc: "2.0", id: message["id"], error });
    });
    await expect(connectTo(server.url, { eras })).rejects.toThrow();
    expect(eras.get(serverKey(new URL(server.url)))).toBeUndefined();
  });
});

describe("a cache of eras", () => {
  test("forgets the oldest first", () => {
    const eras = createEraCache(2);
    eras.set("a", "sse");
    eras.set("b", "sse");
    eras.set("a", "handshake");
    eras.set("c", "sse");
    expect(["a", "b", "c"].map((key) => eras.get(key))).toEqual([
      "handshake",
      undefined,
      "sse",
    ]);
  });

  test("knows servers by origin and path", () => {
    expect(serverKey(new URL("https://a.example:8443/mcp?token=x#y"))).toBe(
      "https://a.example:8443/mcp",
    );
  });
});
