import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { TransportError } from "../../src/runtime/protocol/errors.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import {
  all,
  cancel,
  clientInfo,
  handshakes,
  initializeAs,
  modern,
  newestHandshake,
  notification,
  request,
  serverInfo,
  serverOf,
} from "./revisions.ts";
import { createWire, openWire, wireTo } from "./wire.ts";

const initialized = notification("notifications/initialized");

describe("initialize", () => {
  test.each(handshakes)("is answered in %s, when asked for", async (one) => {
    const server = serverOf(all, {
      instructions: "Be kind",
      capabilities: { logging: {}, tools: { listChanged: true } },
      handlers: { callTool() {}, subscribe() {} },
    });
    expect(await wireTo(server).ask(initializeAs(one))).toEqual({
      jsonrpc: "2.0",
      id: "init",
      result: {
        protocolVersion: one,
        capabilities: {
          logging: {},
          tools: { listChanged: true },
          resources: { subscribe: true },
        },
        serverInfo,
        instructions: "Be kind",
      },
    });
  });

  test.each(["1999-01-01", modern, "", "__proto__"])(
    "that asks for %j is offered the newest revision that has a handshake",
    async (asked) => {
      const wire = wireTo(serverOf(all));
      expect(await wire.ask(initializeAs(asked))).toMatchObject({
        result: { protocolVersion: newestHandshake },
      });
    },
  );

  test("is answered once", async () => {
    const wire = wireTo(serverOf(all));
    await wire.ask(initializeAs(newestHandshake));
    expect(await wire.ask(initializeAs(newestHandshake, {}, 2))).toMatchObject({
      id: 2,
      error: { code: -32600 },
    });
  });

  test("with invalid params opens nothing, and may be repeated", async () => {
    const wire = wireTo(serverOf(all, { handlers: { listTools() {} } }));
    expect(
      await wire.ask(request(1, "initialize", { protocolVersion: "x" })),
    ).toMatchObject({
      error: { code: -32602, data: { path: ["capabilities"] } },
    });
    expect(await wire.ask(request(2, "tools/list"))).toMatchObject({
      error: { code: -32600 },
    });
    expect(await wire.ask(initializeAs(newestHandshake))).toHaveProperty(
      "result",
    );
  });

  test("that a handler of the user's refuses opens nothing", async () => {
    let refuse = true;
    const server = serverOf([newestHandshake], {
      handlers: {
        listTools: () => ({ tools: [] }),
        initialize() {
          if (refuse) throw new Error("not now");
          return {
            protocolVersion: newestHandshake,
            capabilities: { tools: {} },
            serverInfo,
          };
        },
      },
    });
    const wire = wireTo(server);
    expect(await wire.ask(initializeAs(newestHandshake))).toMatchObject({
      error: { code: -32603 },
    });
    expect(await wire.ask(request(1, "tools/list"))).toMatchObject({
      error: { code: -32600 },
    });
    refuse = false;
    await wire.ask(initializeAs(newestHandshake));
    expect(await wire.ask(request(2, "tools/list"))).toHaveProperty("result");
  });

  test("of two at once, whose handlers take their time, opens one session", async () => {
    const server = serverOf([newestHandshake], {
      handlers: {
        async initialize() {
          await Promise.resolve();
          return {
            protocolVersion: newestHandshake,
            capabilities: {},
            serverInfo,
          };
        },
      },
    });
    const wire = wireTo(server);
    wire.send(initializeAs(newestHandshake, {}, 1));
    wire.send(initializeAs(newestHandshake, {}, 2));
    expect(await wire.next()).toMatchObject({ id: 1, result: {} });
    expect(await wire.next()).toMatchObject({ id: 2, error: { code: -32600 } });
  });

  test("cannot be cancelled", async () => {
    let signal: AbortSignal | undefined;
    let go = (): void => {};
    const server = serverOf([newestHandshake], {
      handlers: {
        async initialize(_: unknown, context: Context) {
          ({ signal } = context);
          await new Promise<void>((resolve) => (go = resolve));
          return {
            protocolVersion: newestHandshake,
            capabilities: {},
            serverInfo,
          };
        },
      },
    });
    const wire = wireTo(server);
    wire.send(initializeAs(newestHandshake));
    wire.send(cancel("init"));
    await wire.expectSilence();
    expect(signal?.aborted).toBe(false);
    go();
    expect(await wire.next()).toMatchObject({ id: "init", result: {} });
  });

  test("tells handlers who the client is", async () => {
    const seen = vi.fn();
    const server = serverOf(all, {
      handlers: {
        listTools(_: unknown, context: Context) {
          const { peerInfo, peerCapabilities, protocolVersion } = context;
          seen({ peerInfo, peerCapabilities, protocolVersion });
          return { tools: [] };
        },
      },
    });
    const wire = await openWire(server, "2025-06-18", { roots: {} });
    await wire.ask(request(1, "tools/list"));
    expect(seen).toHaveBeenCalledWith({
      peerInfo: clientInfo,
      peerCapabilities: { roots: {} },
      protocolVersion: "2025-06-18",
    });
  });
});

describe("before the handshake", () => {
  test("only ping is answered", async () => {
    const server = serverOf(handshakes, {
      handlers: { listTools: () => ({ tools: [] }) },
    });
    const wire = wireTo(server);
    expect(await wire.ask(request(1, "ping"))).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {},
    });
    for (const method of ["tools/list", "no/such", "resources/subscribe"])
      expect(await wire.ask(request(2, method))).toMatchObject({
        id: 2,
        error: { code: -32600 },
      });
  });

  test("notifications have no effect", async () => {
    const rootsListChanged = vi.fn();
    const server = serverOf(handshakes, { handlers: { rootsListChanged } });
    const wire = wireTo(server);
    wire.send(notification("notifications/roots/list_changed"));
    wire.send(initialized);
    await wire.ask(initializeAs(newestHandshake, { roots: {} }));
    expect(rootsListChanged).not.toHaveBeenCalled();
    wire.send(initialized);
    wire.send(notification("notifications/roots/list_changed"));
    await wire.expectSilence();
    expect(rootsListChanged).toHaveBeenCalledOnce();
  });

  test("a session of one connection is none of another", async () => {
    const server = serverOf(all, { handlers: { listTools() {} } });
    await openWire(server);
    expect(await wireTo(server).ask(request(1, "tools/list"))).toMatchObject({
      error: { code: -32600 },
    });
  });
});

describe("a server's own requests", () => {
  test("wait until the client says that it is ready; pings do not", async () => {
    const [near, far] = createMemoryPair();
    const { peer } = serverOf(handshakes).connect(far);
    const wire = createWire(near);
    const roots = peer.request("roots/list", undefined);
    await wire.expectSilence();
    await wire.ask(initializeAs(newestHandshake, { roots: {} }));
    await wire.expectSilence();
    const ping = peer.request("ping", undefined);
    const { id, method } = await wire.next();
    expect(method).toBe("ping");
    wire.send({ jsonrpc: "2.0", id, result: {} });
    await ping;
    wire.send(initialized);
    const asked = await wire.next();
    expect(asked["method"]).toBe("roots/list");
    wire.send({ jsonrpc: "2.0", id: asked["id"], result: { roots: [] } });
    expect(await roots).toEqual({ roots: [] });
  });

  test("of a handler wait as well", async () => {
    const server = serverOf(handshakes, {
      handlers: {
        async listTools(_: unknown, { peer }: Context) {
          const { request: ask } = peer as ReturnType<
            typeof server.connect
          >["peer"];
          await ask("roots/list", undefined);
          return { tools: [] };
        },
      },
    });
    const wire = wireTo(server);
    await wire.ask(initializeAs(newestHandshake, { roots: {} }));
    wire.send(request(1, "tools/list"));
    await wire.expectSilence();
    wire.send(initialized);
    expect(await wire.next()).toMatchObject({ method: "roots/list" });
  });

  test("fail when the connection closes before", async () => {
    const [near, far] = createMemoryPair();
    const { peer } = serverOf(all).connect(far);
    const roots = peer.request("roots/list", undefined);
    const told = peer.notify("notifications/tools/list_changed", undefined);
    await createWire(near).close();
    await expect(roots).rejects.toThrow(TransportError);
    await expect(told).rejects.toThrow(TransportError);
    await expect(peer.request("ping", undefined)).rejects.toThrow(
      TransportError,
    );
  });

  test("that nobody waits for do not end the process when they fail", async () => {
    const rejected = vi.fn();
    process.on("unhandledRejection", rejected);
    const [near, far] = createMemoryPair();
    const { peer } = serverOf(all).connect(far);
    void peer.request("roots/list", undefined);
    void peer.notify("notifications/tools/list_changed", undefined);
    await createWire(near).close();
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off("unhandledRejection", rejected);
    expect(rejected).not.toHaveBeenCalled();
  });

  test("that the client does not declare are not sent", async () => {
    const [near, far] = createMemoryPair();
    const { peer } = serverOf(all).connect(far);
    const wire = createWire(near);
    await wire.ask(initializeAs(newestHandshake, { roots: {} }));
    wire.send(initialized);
    await expect(
      peer.request("sampling/createMessage", { messages: [], maxTokens: 1 }),
    ).rejects.toMatchObject({
      kind: "protocol",
      data: { requiredCapabilities: { sampling: {} } },
    });
    await expect(peer.request("tools/list", {})).rejects.toThrow("no request");
    await wire.expectSilence();
  });

  test("do not exist where only a stateless revision is spoken", async () => {
    const [, far] = createMemoryPair();
    const { peer } = serverOf([modern]).connect(far);
    await expect(peer.request("roots/list", undefined)).rejects.toMatchObject({
      kind: "protocol",
      code: -32601,
    });
  });
});
