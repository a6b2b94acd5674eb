import { describe, expect, test, vi } from "vitest";
import type { UntypedCaller } from "../../src/runtime/caller.ts";
import { buildClient, type ClientEndpoint } from "../../src/runtime/client.ts";
import { connect } from "../../src/runtime/connect.ts";
import {
  CancelledError,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
} from "../../src/runtime/errors.ts";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import { buildServer } from "../../src/runtime/server.ts";
import { createPeer, handshake } from "./table.ts";
import { createWire, settle, type Wire } from "./wire.ts";

type Client = ClientEndpoint & UntypedCaller;

const info = { name: "test", version: "1" };

function createTestClient(
  settings: { handlers?: object; onError?: (error: Error) => void } = {},
): Client {
  return buildClient(handshake, { info, ...settings }, createPeer);
}

/** A connected client, and the raw server's end. */
async function open(
  client: Client,
  capabilities: object = { tools: {} },
): Promise<Wire> {
  const [near, far] = createMemoryPair();
  const wire = createWire(far);
  const connected = client.connect(near);
  const { id } = await wire.next();
  const result = { protocolVersion: "test-1", capabilities, serverInfo: info };
  wire.send({ jsonrpc: "2.0", id, result });
  await connected;
  await wire.next();
  return wire;
}

describe("the handshake", () => {
  test("declares what the client's handlers tell", async () => {
    const client = createTestClient({ handlers: { listRoots() {} } });
    const [near, far] = createMemoryPair();
    const wire = createWire(far);
    void client.connect(near).catch(() => {});
    expect(await wire.next()).toMatchObject({
      method: "initialize",
      params: {
        protocolVersion: "test-1",
        capabilities: { roots: {} },
        clientInfo: info,
      },
    });
  });

  test("fails with a server of another version, and closes", async () => {
    const client = createTestClient();
    const [near, far] = createMemoryPair();
    const wire = createWire(far);
    const connected = client.connect(near);
    const { id } = await wire.next();
    const result = {
      protocolVersion: "other",
      capabilities: {},
      serverInfo: info,
    };
    wire.send({ jsonrpc: "2.0", id, result });
    await expect(connected).rejects.toThrow(InvalidMessageError);
    expect(() => wire.send({})).toThrow(TransportError);
  });

  test("comes before every call", async () => {
    const call = createTestClient().request("ping", undefined);
    await expect(call).rejects.toThrow(TransportError);
  });
});

describe("a call", () => {
  test("resolves with its own answer, whatever the order", async () => {
    const client = createTestClient();
    const wire = await open(client);
    const first = client.request("tools/call", { name: "a" });
    const second = client.request("tools/call", { name: "b" });
    const [a, b] = [await wire.next(), await wire.next()];
    wire.send({ jsonrpc: "2.0", id: b["id"], result: { text: "b" } });
    wire.send({ jsonrpc: "2.0", id: a["id"], result: { text: "a" } });
    expect(await first).toEqual({ text: "a" });
    expect(await second).toEqual({ text: "b" });
  });

  test("rejects with the server's error", async () => {
    const client = createTestClient();
    const wire = await open(client);
    const call = client.request("tools/call", { name: "a" });
    const { id } = await wire.next();
    wire.send({
      jsonrpc: "2.0",
      id,
      error: { code: -1, message: "no", data: 5 },
    });
    await expect(call).rejects.toThrow(ProtocolError);
    await expect(call).rejects.toMatchObject({
      code: -1,
      message: "no",
      data: 5,
    });
  });

  test("chooses the result's type by its condition, and says what is wrong", async () => {
    const client = createTestClient();
    const wire = await open(client);
    const answer = async (result: object): Promise<unknown> => {
      const call = client.request("tools/call", { name: "a" });
      const { id } = await wire.next();
      wire.send({ jsonrpc: "2.0", id, result });
      return call;
    };
    expect(await answer({ task: "t" })).toEqual({ task: "t" });
    await expect(answer({ task: 5, text: "a" })).rejects.toMatchObject({
      name: "InvalidMessageError",
      path: ["task"],
    });
    await expect(answer({})).rejects.toMatchObject({ path: ["text"] });
  });

  test("rejects when the answer is broken", async () => {
    const onError = vi.fn();
    const client = createTestClient({ onError });
    const wire = await open(client);
    const call = client.request("tools/call", { name: "a" });
    const { id } = await wire.next();
    wire.send({
      jsonrpc: "2.0",
      id,
      result: {},
      error: { code: 1, message: "" },
    });
    await expect(call).rejects.toThrow(InvalidMessageError);
    await settle();
    expect(wire.waiting).toEqual([]);
  });

  test("times out, tells the server, and drops a late answer", async () => {
    const client = createTestClient();
    const wire = await open(client);
    const call = client.request("tools/call", { name: "a" }, { timeout: 10 });
    const { id } = await wire.next();
    await expect(call).rejects.toThrow(TimeoutError);
    expect(await wire.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: id },
    });
    wire.send({ jsonrpc: "2.0", id, result: { text: "late" } });
    await settle();
    expect(wire.waiting).toEqual([]);
  });

  test("lives on with progress, until its total time", async () => {
    const client = createTestClient();
    const wire = await open(client);
    const seen: number[] = [];
    const call = client.request(
      "tools/call",
      { name: "a" },
      {
        timeout: 40,
        totalTimeout: 90,
        onProgress: ({ progress }) => seen.push(progress),
      },
    );
    const { id, params } = await wire.next();
    expect(params).toEqual({ name: "a", _meta: { progressToken: id } });
    const beat = setInterval(() => {
      const told = { progressToken: id, progress: seen.length + 1 };
      wire.send({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: told,
      });
    }, 15);
    await expect(call).rejects.toThrow("no answer within 90 ms");
    clearInterval(beat);
    expect(seen.length).toBeGreaterThan(2);
  });

  test("is cancelled by its signal", async () => {
    const client = createTestClient();
    const wire = await open(client);
    const controller = new AbortController();
    const call = client.request(
      "tools/call",
      { name: "a" },
      { signal: controller.signal },
    );
    const { id } = await wire.next();
    controller.abort("enough");
    await expect(call).rejects.toThrow(CancelledError);
    expect(await wire.next()).toMatchObject({
      params: { requestId: id, reason: "enough" },
    });
  });

  test("fails before it is sent when the server declares no such thing", async () => {
    const client = createTestClient();
    const wire = await open(client, {});
    const call = client.request("tools/call", { name: "a" });
    await expect(call).rejects.toThrow('the server does not declare "tools"');
    expect(wire.waiting).toEqual([]);
  });

  test("rejects when the connection closes", async () => {
    const client = createTestClient();
    const wire = await open(client);
    const call = client.request("tools/call", { name: "a" });
    await wire.next();
    await wire.close();
    await expect(call).rejects.toThrow(TransportError);
    await expect(client.request("ping", undefined)).rejects.toThrow(
      TransportError,
    );
  });
});

describe("in memory", () => {
  test("both sides call each other", async () => {
    const client = createTestClient({
      handlers: { listRoots: () => ({ root: "/" }) },
    });
    const server = buildServer(
      handshake,
      {
        info,
        handlers: {
          async callTool(_: unknown, { peer }: { peer: UntypedCaller }) {
            const { root } = await peer.request("roots/list", undefined);
            return { text: root };
          },
        },
      },
      createPeer,
    );
    const connection = await connect(server, client);
    expect(client.serverInfo).toEqual(info);
    expect(await client.request("tools/call", { name: "a" })).toEqual({
      text: "/",
    });
    expect(await connection.peer.request("ping", undefined)).toEqual({});
    expect(await client.request("ping", undefined)).toEqual({});
    await client.close();
    await connection.closed;
  });
});
