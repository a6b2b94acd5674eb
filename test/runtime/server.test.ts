import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/context.ts";
import { ProtocolError } from "../../src/runtime/errors.ts";
import { buildServer, type Server } from "../../src/runtime/server.ts";
import { createPeer, handshake } from "./table.ts";
import { initialize, openWire, settle, wireTo } from "./wire.ts";

type Call = (params: { name: string }, context: Context) => unknown;

function serverWith(
  callTool: Call,
  options: { onError?: (error: Error) => void; capabilities?: object } = {},
): Server {
  const info = { name: "test", version: "1" };
  return buildServer(
    handshake,
    { info, handlers: { callTool }, onError() {}, ...options },
    createPeer,
  );
}

const call = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "a" },
};

describe("the handshake", () => {
  test("offers the server's own version and what its handlers tell", async () => {
    const info = { name: "test", version: "1" };
    const server = buildServer(
      handshake,
      {
        info,
        instructions: "Be kind",
        capabilities: { tools: { listChanged: true }, logging: {} },
        handlers: { callTool() {}, subscribe() {} },
      },
      createPeer,
    );
    const wire = wireTo(server);
    wire.send(initialize);
    expect(await wire.next()).toEqual({
      jsonrpc: "2.0",
      id: "init",
      result: {
        protocolVersion: "test-1",
        capabilities: {
          tools: { listChanged: true },
          logging: {},
          resources: { subscribe: true },
        },
        serverInfo: info,
        instructions: "Be kind",
      },
    });
  });

  test("comes before everything but a ping, and once", async () => {
    const wire = wireTo(serverWith(() => ({ text: "hi" })));
    wire.send(call);
    expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32600 } });
    wire.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    expect(await wire.next()).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
    wire.send(initialize);
    expect(await wire.next()).toHaveProperty("result");
    wire.send({ ...initialize, id: 3 });
    expect(await wire.next()).toMatchObject({ id: 3, error: { code: -32600 } });
  });

  test("is each connection's own", async () => {
    const server = serverWith(() => ({ text: "hi" }));
    await openWire(server);
    const second = wireTo(server);
    second.send(call);
    expect(await second.next()).toMatchObject({ error: { code: -32600 } });
  });
});

describe("a request", () => {
  test.each(["constructor", "__proto__", "toString", "roots/list", "nothing"])(
    "of the method %s is not found",
    async (method) => {
      const wire = await openWire(serverWith(() => ({ text: "hi" })));
      wire.send({ jsonrpc: "2.0", id: 1, method });
      expect(await wire.next()).toMatchObject({
        id: 1,
        error: { code: -32601 },
      });
    },
  );

  test("with invalid params is told where and why", async () => {
    const wire = await openWire(serverWith(() => ({ text: "hi" })));
    wire.send({ ...call, params: { name: 5 } });
    expect(await wire.next()).toMatchObject({
      error: {
        code: -32602,
        message: "Invalid params: name: must be a string",
        data: { path: ["name"], reason: "must be a string" },
      },
    });
    wire.send({ jsonrpc: "2.0", id: 2, method: "tools/call" });
    expect(await wire.next()).toMatchObject({ error: { code: -32602 } });
  });

  test("is answered with the error that its handler throws", async () => {
    const wire = await openWire(
      serverWith(() => {
        throw new ProtocolError(-32002, "gone", { uri: "a" });
      }),
    );
    wire.send(call);
    expect(await wire.next()).toMatchObject({
      error: { code: -32002, message: "gone", data: { uri: "a" } },
    });
  });

  test.each<[string, Call]>([
    [
      "an exception",
      () => {
        throw new Error("secret");
      },
    ],
    ["a rejection", () => Promise.reject(new Error("secret"))],
    ["no object", () => "secret"],
    ["what JSON cannot hold", () => ({ text: 1n })],
  ])(
    "whose handler ends with %s keeps it from the client",
    async (_, handler) => {
      const onError = vi.fn();
      const wire = await openWire(serverWith(handler, { onError }));
      wire.send(call);
      const answer = await wire.next();
      expect(answer).toEqual({
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32603, message: "Internal error" },
      });
      expect(onError).toHaveBeenCalledOnce();
    },
  );

  test("under an id that is in use is refused", async () => {
    const wire = await openWire(serverWith(() => new Promise(() => {})));
    wire.send(call);
    wire.send(call);
    expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  test("that is cancelled aborts its signal and gets no answer", async () => {
    let context: Context | undefined;
    let finish = (): void => {};
    const wire = await openWire(
      serverWith((_, given) => {
        context = given;
        return new Promise(
          (resolve) => (finish = () => resolve({ text: "late" })),
        );
      }),
    );
    wire.send(call);
    await settle();
    wire.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "enough" },
    });
    await settle();
    expect(context?.signal.aborted).toBe(true);
    expect(context?.signal.reason).toMatchObject({ message: "enough" });
    finish();
    await settle();
    expect(wire.waiting).toEqual([]);
  });

  test("is aborted when the connection closes", async () => {
    let signal: AbortSignal | undefined;
    const wire = await openWire(
      serverWith((_, context) => {
        signal = context.signal;
        return new Promise(() => {});
      }),
    );
    wire.send(call);
    await settle();
    await wire.close();
    await settle();
    expect(signal?.aborted).toBe(true);
  });
});

describe("a handler's context", () => {
  test("tells progress to who asked, until the answer", async () => {
    let context: Context | undefined;
    const wire = await openWire(
      serverWith((_, given) => {
        context = given;
        given.progress(1, 2, "half");
        return { text: "done" };
      }),
    );
    wire.send({
      ...call,
      params: { name: "a", _meta: { progressToken: "t" } },
    });
    expect(await wire.next()).toEqual({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: "t", progress: 1, total: 2, message: "half" },
    });
    await wire.next();
    context?.progress(2, 2);
    wire.send({ ...call, id: 2 });
    await wire.next();
    await settle();
    expect(wire.waiting).toEqual([]);
  });

  test("logs where the server declares logging", async () => {
    const log: Call = (_, context) => {
      context.log("info", { a: 1 }, "test");
      return { text: "done" };
    };
    const quiet = await openWire(serverWith(log));
    quiet.send(call);
    expect(await quiet.next()).toHaveProperty("result");
    const loud = await openWire(
      serverWith(log, { capabilities: { logging: {} } }),
    );
    loud.send(call);
    expect(await loud.next()).toEqual({
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "info", data: { a: 1 }, logger: "test" },
    });
  });

  test("knows the client and its capabilities", async () => {
    const seen = vi.fn();
    const wire = await openWire(
      serverWith((_, { peerInfo, peerCapabilities, meta, id, method }) => {
        seen({ peerInfo, peerCapabilities, meta, id, method });
        return { text: "done" };
      }),
    );
    wire.send({ ...call, params: { name: "a", _meta: { k: 1 } } });
    await wire.next();
    expect(seen).toHaveBeenCalledWith({
      peerInfo: initialize.params.clientInfo,
      peerCapabilities: { roots: {} },
      meta: { k: 1 },
      id: 1,
      method: "tools/call",
    });
  });
});
