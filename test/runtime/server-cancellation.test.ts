import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { CancelledError } from "../../src/runtime/protocol/errors.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import {
  all,
  cancel,
  initializeAs,
  modernRequest,
  newestHandshake,
  serverOf,
} from "./revisions.ts";
import { call, done, slow } from "./slow-server.ts";
import { createWire, openWire, settle, wireTo } from "./wire.ts";

type Asker = (key: string) => Promise<unknown>;

describe("a cancellation", () => {
  test("aborts the signal, and the request gets no answer", async () => {
    const { server, contexts, finish } = slow();
    const wire = await openWire(server);
    wire.send(call(1));
    wire.send(cancel(1, "enough"));
    await wire.expectSilence();
    const signal = contexts.get("a")?.signal;
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toBeInstanceOf(CancelledError);
    expect(signal?.reason).toMatchObject({ message: "enough" });
    finish();
    await wire.expectSilence();
  });

  test("is heard by who listened before", async () => {
    const { server, contexts } = slow();
    const wire = await openWire(server);
    wire.send(call(1));
    await settle();
    const heard = vi.fn();
    contexts.get("a")?.signal.addEventListener("abort", heard);
    wire.send(cancel(1));
    await settle();
    expect(heard).toHaveBeenCalledOnce();
  });

  test.each([2, "1", null, {}, undefined])(
    "of %j, which is no request, is ignored",
    async (id) => {
      const { server, contexts, finish } = slow();
      const wire = await openWire(server);
      wire.send(call(1));
      wire.send(cancel(id));
      await wire.expectSilence();
      expect(contexts.get("a")?.signal.aborted).toBe(false);
      finish();
      expect(await wire.next()).toMatchObject({ id: 1, result: done });
    },
  );

  test("after the answer aborts nothing", async () => {
    const { server, contexts, finish } = slow();
    const wire = await openWire(server);
    wire.send(call(1));
    await settle();
    finish();
    await wire.next();
    wire.send(cancel(1));
    await wire.expectSilence();
    expect(contexts.get("a")?.signal.aborted).toBe(false);
  });

  test("of the handshake is ignored, as it cannot be taken back", async () => {
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const interceptors = [{ before: () => held }];
    const server = serverOf(all, { interceptors });
    const wire = wireTo(server);
    wire.send(initializeAs(newestHandshake));
    await settle();
    wire.send(cancel("init"));
    await wire.expectSilence();
    goOn();
    const result = { protocolVersion: newestHandshake };
    expect(await wire.next()).toMatchObject({ id: "init", result });
  });

  test("of a stateless request needs no _meta", async () => {
    const { server, contexts } = slow();
    const wire = wireTo(server);
    wire.send(modernRequest(1, "tools/call", { name: "a" }));
    wire.send(cancel(1));
    await wire.expectSilence();
    expect(contexts.get("a")?.signal.aborted).toBe(true);
  });

  test("comes with the end of the connection", async () => {
    const { server, contexts, onError } = slow();
    const wire = await openWire(server);
    wire.send(call(1));
    await settle();
    await wire.close();
    await settle();
    expect(contexts.get("a")?.signal.aborted).toBe(true);
    expect(onError).not.toHaveBeenCalled();
  });

  test("takes back what the server asked meanwhile", async () => {
    const server = serverOf(all, {
      handlers: {
        callTool: (_: unknown, context: Context & { listRoots: Asker }) =>
          context.listRoots("roots"),
      },
    });
    const wire = await openWire(server);
    wire.send(call(1));
    const asked = await wire.next();
    expect(asked["method"]).toBe("roots/list");
    wire.send(cancel(1, "enough"));
    expect(await wire.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: asked["id"] },
    });
    wire.send({ jsonrpc: "2.0", id: asked["id"], result: { roots: [] } });
    await wire.expectSilence();
  });
});

test("what is in flight is forgotten with its answer", async () => {
  const { server, finish } = slow();
  const [near, far] = createMemoryPair();
  const connection = server.connect(far);
  const wire = createWire(near);
  wire.send(modernRequest(1, "tools/call", { name: "a" }));
  wire.send(modernRequest(2, "tools/call", { name: "b" }));
  wire.send(cancel(2));
  await settle();
  finish("a");
  finish("b");
  expect(await wire.next()).toMatchObject({ id: 1 });
  // It ends because nothing is left to wait for.
  await connection.end();
});
