import { describe, expect, test } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import {
  all,
  batching,
  cancel,
  initializeAs,
  notification,
  request,
  serverOf,
} from "./revisions.ts";
import { call, done } from "./slow-server.ts";
import { createWire, openWire, settle, wireTo, type Wire } from "./wire.ts";

describe("a batch", () => {
  const open = (settings = {}): Promise<Wire> =>
    openWire(serverOf(all, settings), batching);
  const asBatch = async (wire: Wire): Promise<unknown> => wire.next();

  test("is answered by one, without what needs no answer", async () => {
    const wire = await open({ handlers: { callTool: async () => done } });
    wire.send([
      request(1, "ping"),
      notification("notifications/roots/list_changed"),
      call(2),
      request(3, "no/such"),
      { jsonrpc: "2.0", id: 9, result: {} },
    ]);
    const answers = await asBatch(wire);
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: 1, result: {} },
        { jsonrpc: "2.0", id: 2, result: done },
        expect.objectContaining({ id: 3, error: expect.anything() }),
      ]),
    );
  });

  test("of notifications alone is not answered", async () => {
    const wire = await open();
    wire.send([notification("notifications/roots/list_changed")]);
    await wire.expectSilence();
  });

  test("that is empty is one invalid request, others are each answered", async () => {
    const wire = await open();
    const invalid = { id: null, error: { code: -32600 } };
    expect(await wire.ask([])).toMatchObject(invalid);
    wire.send([1, {}, [request(1, "ping")]]);
    expect(await asBatch(wire)).toMatchObject([invalid, invalid, invalid]);
  });

  test("of more than anybody sends is refused as a whole", async () => {
    const wire = await open();
    wire.send(Array.from({ length: 1_001 }, (_, id) => request(id, "ping")));
    expect(await wire.next()).toMatchObject({ error: { code: -32600 } });
    await wire.expectSilence();
  });

  test("opens no session", async () => {
    const wire = wireTo(serverOf([batching]));
    wire.send([initializeAs(batching), request(2, "ping")]);
    expect(await asBatch(wire)).toMatchObject([
      { id: "init", error: { code: -32600 } },
      { id: 2, result: {} },
    ]);
    expect(await wire.ask(initializeAs(batching))).toHaveProperty("result");
  });

  test("is answered though one of its answers has no JSON form", async () => {
    const wire = await open({
      handlers: { callTool: () => ({ content: 1n }) },
    });
    wire.send([call(1), request(2, "ping")]);
    expect(await asBatch(wire)).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, result: {} },
    ]);
  });

  test("in flight is answered before the connection ends", async () => {
    const [near, far] = createMemoryPair();
    const server = serverOf([batching], {
      handlers: { callTool: () => settle().then(() => done) },
    });
    const connection = server.connect(far);
    const wire = createWire(near);
    await wire.ask(initializeAs(batching));
    wire.send([call(1), call(2)]);
    await settle();
    void connection.end();
    expect(await asBatch(wire)).toMatchObject([{ id: 1 }, { id: 2 }]);
    await connection.closed;
  });

  test("tells progress at once, and leaves out what was cancelled", async () => {
    const wire = await open({
      handlers: {
        callTool: ({ name }: { name: string }, context: Context) => {
          context.progress(1);
          return name === "a" ? new Promise(() => {}) : Promise.resolve(done);
        },
      },
    });
    wire.send([call(1, "a", { progressToken: "t" }), call(2, "b")]);
    expect(await wire.next()).toMatchObject({
      method: "notifications/progress",
    });
    await wire.expectSilence();
    wire.send(cancel(1));
    // Nobody waits for the one any more, and so nothing holds up the other.
    expect(await wire.next()).toEqual([
      { jsonrpc: "2.0", id: 2, result: done },
    ]);
  });
});
