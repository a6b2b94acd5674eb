import { describe, expect, test, vi } from "vitest";
import * as all from "../../generated/index.ts";
import * as first from "../../generated/2024-11-05/index.ts";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { httpTransport } from "../../src/runtime/http-client.ts";
import { allowInvalid } from "../support/wire-check.ts";
import { patient } from "./wait.ts";

const info = { name: "test", version: "1" };
const extension = { "com.acme/search": { depth: 2 } };

interface Query {
  readonly query: string;
}

interface Hits {
  readonly hits: readonly string[];
}

/** A server and a client with methods of a vendor, which speak one revision. */
function createPair(revision: all.ServerOptions["revisions"]) {
  const heard: unknown[] = [];
  const server = all.createServer({
    info,
    ...(revision && { revisions: revision }),
    capabilities: { experimental: { acme: {} }, extensions: extension },
    methods: {
      "acme/search": ({ query }: Query, context) => {
        heard.push(context.peerCapabilities?.extensions);
        if (query === "nothing") throw new all.NotFoundError("No such word");
        return { hits: [query, context.protocolVersion] };
      },
      "acme/silent": () => undefined,
      "acme/seen": (params) => void heard.push(params),
      "acme/ask": async (_, { peer }) => {
        await peer.notification("acme/asking", { soon: true });
        return peer.request<Hits>("acme/which", { of: [1, 2] });
      },
      "acme/wrong": () => "text" as unknown as object,
    },
    onError: (error) => heard.push(error.message),
  });
  const told: unknown[] = [];
  const client = all.createClient({
    info,
    capabilities: { extensions: extension },
    methods: {
      "acme/which": ({ of }: { of: number[] }) => ({ hits: of.map(String) }),
      "acme/asking": (params) => void told.push(params),
      "acme/news": (params) => void told.push(params),
    },
  });
  return { server, client, heard, told };
}

describe.each(all.revisions)("in %s", (revision) => {
  const isStateless = revision === "2026-07-28";

  test("a vendor's requests and notifications travel both ways", async () => {
    allowInvalid("the methods are a vendor's");
    const { server, client, heard, told } = createPair([revision]);
    await all.connect(server, client);
    expect(client.protocolVersion).toBe(revision);
    expect(client.serverCapabilities).toMatchObject({ extensions: extension });

    const found = client.request<Hits>("acme/search", { query: "x" });
    await expect(found).resolves.toMatchObject({ hits: ["x", revision] });
    expect(heard).toEqual([extension]);
    await expect(client.request("acme/silent")).resolves.toBeTypeOf("object");
    await client.notification("acme/seen", { page: 1 });
    await vi.waitFor(
      () => expect(heard.at(-1)).toMatchObject({ page: 1 }),
      patient,
    );

    const asked = client.request<Hits>("acme/ask");
    if (isStateless)
      await expect(asked).rejects.toMatchObject({
        code: -32601,
        message: `acme/which is no request to a client in ${revision}`,
      });
    else await expect(asked).resolves.toEqual({ hits: ["1", "2"] });
    expect(told).toEqual([{ soon: true }]);
    server.publish("acme/news", { about: "x" });
    server.publish("acme/news", { about: "y" });
    await client.request("acme/silent");
    expect(told).toHaveLength(isStateless ? 1 : 3);
    const unheard = heard.filter((one) => String(one).includes("is not sent"));
    expect(unheard).toEqual(
      isStateless ? [expect.stringContaining("acme/news is not sent")] : [],
    );
    await client.close();
  });

  test("a server speaks of its own accord, or is told why it cannot", async () => {
    if (!isStateless) allowInvalid("the methods are a vendor's");
    const { server, client, told } = createPair(undefined);
    const [serverEnd, clientEnd] = createMemoryPair();
    const { peer } = server.connect(serverEnd);
    // Nothing is known of the client yet.
    const early = peer.notification("acme/asking", { at: 1 });
    const heard = early.then(() => "told", String);
    await client.connect(clientEnd, { revisions: [revision] });
    const why = expect.stringContaining("is not sent: without a handshake");
    expect(await heard).toEqual(isStateless ? why : "told");
    const notice = peer.notification("acme/asking", { at: 2 });
    const request = peer.request<Hits>("acme/which", { of: [1] });
    if (isStateless) {
      await expect(notice).rejects.toMatchObject({ message: why });
      await expect(request).rejects.toMatchObject({ message: why });
      expect(told).toEqual([]);
    } else {
      await expect(notice).resolves.toBeUndefined();
      await expect(request).resolves.toEqual({ hits: ["1"] });
      expect(told).toEqual([{ at: 1 }, { at: 2 }]);
    }
    await client.close();
  });

  test("a context whose call is answered speaks on after a handshake alone", async () => {
    allowInvalid("the methods are a vendor's");
    const told = vi.fn();
    let late: all.ServerContext["peer"] | undefined;
    const methods = {
      "acme/x": (_: object, context: all.ServerContext) =>
        void (late = context.peer),
    };
    const server = all.createServer({ info, methods });
    const client = all.createClient({ info, methods: { "acme/late": told } });
    await all.connect(server, client, { revisions: [revision] });
    await client.request("acme/x");
    const notice = late?.notification("acme/late");
    if (isStateless)
      await expect(notice).rejects.toMatchObject({
        message: expect.stringContaining("before the handler returns"),
      });
    else await expect(notice).resolves.toBeUndefined();
    expect(told).toHaveBeenCalledTimes(isStateless ? 0 : 1);
    await client.close();
  });

  test("what is not there, or is no result, is an error", async () => {
    allowInvalid("the methods are a vendor's");
    const { server, client, heard } = createPair([revision]);
    await all.connect(server, client);
    await expect(client.request("acme/unknown")).rejects.toMatchObject({
      code: -32601,
      message: "Method not found: acme/unknown",
    });
    await expect(
      client.request("acme/search", { query: "nothing" }),
    ).rejects.toMatchObject({ code: -32602, message: "No such word" });
    await expect(client.request("acme/wrong")).rejects.toMatchObject({
      code: -32603,
    });
    expect(heard.at(-1)).toBe("the handler of acme/wrong returned no object");
    await client.close();
  });

  test("a method of the protocol is checked by its method too", async () => {
    const { server, client } = createPair([revision]);
    await all.connect(server, client);
    const wrong = client.request("logging/setLevel", { level: "error" });
    // Known to another revision, or to this one, which needs what is not declared.
    await expect(wrong).rejects.toMatchObject({ code: -32601 });
    await expect(
      client.request<object>("roots/list" as string),
    ).rejects.toMatchObject({
      message: `roots/list is no request to a server in ${revision}`,
    });
    await client.close();
  });

  test("a vendor's methods travel over HTTP", async () => {
    allowInvalid("the methods are a vendor's");
    const { server, client, heard } = createPair([revision]);
    const isSse = revision === "2024-11-05";
    const handler = createHttpHandler(server, isSse ? { sse: {} } : {});
    await client.connect(
      httpTransport({
        url: `http://127.0.0.1/${isSse ? "sse" : ""}`,
        fetch: (url, init) => handler(new Request(url, init)),
      }),
    );
    expect(client.protocolVersion).toBe(revision);
    const found = client.request<Hits>("acme/search", { query: "x" });
    await expect(found).resolves.toMatchObject({ hits: ["x", revision] });
    await client.notification("acme/seen", { page: 1 });
    await vi.waitFor(
      () => expect(heard.at(-1)).toMatchObject({ page: 1 }),
      patient,
    );
    if (!isStateless)
      await expect(client.request("acme/ask")).resolves.toEqual({
        hits: ["1", "2"],
      });
    await client.close();
    await handler.close();
  });
});

test("a method that some generated revision has is no vendor's", () => {
  const methods = { "tools/list": () => ({}) };
  expect(() => all.createServer({ info, methods })).toThrow(
    "methods: tools/list is the protocol's own, which has its place in handlers",
  );
  expect(() => all.createClient({ info, methods })).toThrow(TypeError);
  // One that was not generated is, for who wants to write it by hand.
  first.createServer({ info, methods: { "server/discover": () => ({}) } });
  const wrong = { "acme/x": 1 as unknown as () => void };
  expect(() => all.createServer({ info, methods: wrong })).toThrow(
    "methods: acme/x is no function",
  );
});

test("a vendor's request has what every request of its revision has", async () => {
  const { server } = createPair(["2026-07-28"]);
  const handler = createHttpHandler(server);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: 5 },
  };
  const response = await handler(
    new Request("http://127.0.0.1/", {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "acme/silent",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "acme/silent",
        params: { _meta },
      }),
    }),
  );
  expect(await response.json()).toMatchObject({ error: { code: -32602 } });
  await handler.close();
});
