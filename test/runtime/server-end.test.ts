import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import type { Server } from "../../src/runtime/server/create-server.ts";
import { tool } from "./features/host.ts";
import {
  all,
  batching,
  cancel,
  initializeAs,
  modernRequest,
  request,
  serverOf,
} from "./revisions.ts";
import { done, modernCall, serverWith } from "./tool-server.ts";
import { createWire, settle, type Wire } from "./wire.ts";

/** A connection whose input the test can end, while its output stays open. */
function connectTo(server: Server): { wire: Wire; end: () => void } {
  const [near, far] = createMemoryPair();
  const start = far.start.bind(far);
  let end = (): void => {};
  far.start = (receiver) => {
    end = () => receiver.ended();
    start(receiver);
  };
  server.connect(far);
  return { wire: createWire(near), end: () => end() };
}

describe("end", () => {
  test("waits for what is in flight, and takes no more", async () => {
    let finish = (): void => {};
    const server = serverWith(
      () => new Promise((resolve) => (finish = () => resolve(done))),
    );
    const [near, far] = createMemoryPair();
    const connection = server.connect(far);
    const wire = createWire(near);
    wire.send(modernCall);
    await wire.expectSilence();
    const ended = [connection.end(), connection.end()];
    expect(
      await wire.ask(modernRequest(2, "tools/call", { name: "b" })),
    ).toMatchObject({
      id: 2,
      error: { code: -32603, message: "The connection is closing" },
    });
    expect(wire.closed).toBe(false);
    finish();
    expect(await wire.next()).toMatchObject({ id: 1, result: {} });
    await Promise.all(ended);
    await connection.closed;
    expect(wire.closed).toBe(true);
  });

  test.each(["before", "after"])(
    "does not wait for what the client takes back, %s it",
    async (when) => {
      const server = serverWith(() => new Promise(() => {}));
      const [near, far] = createMemoryPair();
      const connection = server.connect(far);
      const wire = createWire(near);
      wire.send(modernCall);
      await wire.expectSilence();
      if (when === "before") wire.send(cancel(1));
      const ended = connection.end();
      if (when === "after") wire.send(cancel(1));
      await ended;
      expect(wire.closed).toBe(true);
    },
  );
});

describe("the end of input", () => {
  test("is told to the handlers of a batch, whose answers still go out together", async () => {
    const server = serverWith((_: unknown, { signal }: Context) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => setImmediate(resolve));
      }).then(() => done),
    );
    const { wire, end } = connectTo(server);
    await wire.ask(initializeAs(batching));
    const call = request(1, "tools/call", { name: "a" });
    wire.send([call, { ...call, id: 2 }]);
    await wire.expectSilence();
    end();
    expect(await wire.next()).toMatchObject([
      { id: 1, result: done },
      { id: 2, result: done },
    ]);
  });

  test("that a tool gives up for is no failure of the tool", async () => {
    const onError = vi.fn();
    const reasons = [
      (signal: AbortSignal): unknown => signal.reason,
      () => new DOMException("The operation was aborted", "AbortError"),
      ({ reason }: AbortSignal) => new Error("no weather", { cause: reason }),
      () => new Error("no weather"),
    ];
    const features = reasons.map((reason, at) =>
      tool(`${at}`, {}, async (_, { signal }) => {
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
        throw reason(signal);
      }),
    );
    const { wire, end } = connectTo(serverOf(all, { features, onError }));
    await wire.ask(initializeAs(batching));
    for (const at of reasons.keys())
      wire.send(request(at, "tools/call", { name: `${at}` }));
    await settle();
    end();
    await settle();
    const closing = { code: -32603, message: "The connection is closing" };
    expect(wire.waiting).toEqual([
      ...[0, 1, 2].map((id) => ({ jsonrpc: "2.0", id, error: closing })),
      expect.objectContaining({
        id: 3,
        result: {
          content: [{ type: "text", text: "no weather" }],
          isError: true,
        },
      }),
    ]);
    expect(onError).toHaveBeenCalledOnce();
  });
});
