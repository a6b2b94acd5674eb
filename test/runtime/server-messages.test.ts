import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/context.ts";
import { CancelledError } from "../../src/runtime/errors.ts";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import {
  all,
  batching,
  cancel,
  handshakes,
  initializeAs,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverOf,
} from "./revisions.ts";
import { createWire, openWire, settle, wireTo, type Wire } from "./wire.ts";

const done = { content: [] };
const call = (
  id: unknown,
  name = "a",
  meta?: object,
): Record<string, unknown> =>
  request(id, "tools/call", { name, ...(meta && { _meta: meta }) });

/** A server whose calls end when the test says so. */
function slow(): {
  server: ReturnType<typeof serverOf>;
  contexts: Map<string, Context>;
  finish: (name?: string) => void;
  onError: ReturnType<typeof vi.fn>;
} {
  const contexts = new Map<string, Context>();
  const ends = new Map<string, () => void>();
  const onError = vi.fn();
  const server = serverOf(all, {
    capabilities: { logging: {} },
    onError,
    handlers: {
      callTool({ name }: { name: string }, context: Context) {
        contexts.set(name, context);
        return new Promise((resolve) => ends.set(name, () => resolve(done)));
      },
    },
  });
  return {
    server,
    contexts,
    finish: (name = "a") => ends.get(name)?.(),
    onError,
  };
}

describe("an id", () => {
  test.each(["", "x", 0, -1, 2 ** 53 - 1, "1", "__proto__"])(
    "of %j comes back as it was",
    async (id) => {
      const wire = await openWire(serverOf(all));
      expect(await wire.ask(request(id, "ping"))).toEqual({
        jsonrpc: "2.0",
        id,
        result: {},
      });
    },
  );

  test.each([null, 1.5, {}, [], true, 2 ** 53])(
    "of %j is none, and is answered without one",
    async (id) => {
      const wire = await openWire(serverOf(all));
      expect(await wire.ask(request(id, "ping"))).toEqual({
        jsonrpc: "2.0",
        error: expect.objectContaining({ code: -32600 }),
      });
    },
  );

  test("that is in use is refused, a number and a text are two", async () => {
    const { server, finish } = slow();
    const wire = await openWire(server);
    wire.send(call(1));
    expect(await wire.ask(call(1, "b"))).toMatchObject({
      id: 1,
      error: { code: -32600 },
    });
    wire.send(call("1", "c"));
    await wire.expectSilence();
    finish("c");
    expect(await wire.next()).toMatchObject({ id: "1", result: done });
    finish();
    expect(await wire.next()).toMatchObject({ id: 1, result: done });
  });

  test("may be used again after its answer", async () => {
    const { server, finish } = slow();
    const wire = await openWire(server);
    for (const _ of [1, 2]) {
      wire.send(call(1));
      await settle();
      finish();
      expect(await wire.next()).toMatchObject({ id: 1, result: done });
    }
  });
});

describe("what is no message", () => {
  test.each<[string, unknown, unknown]>([
    ["a text", "hello", undefined],
    ["nothing", null, undefined],
    ["an empty object", {}, undefined],
    ["a call of another version", { jsonrpc: "1.0", id: 1, method: "ping" }, 1],
    ["a call without a version", { id: 1, method: "ping" }, 1],
    ["a method that is no text", { jsonrpc: "2.0", id: 1, method: 5 }, 1],
    ["a call with a result", { ...request(1, "ping"), result: {} }, 1],
    ["a call with an error", { ...request(1, "ping"), error: {} }, 1],
    ["a batch where there are none", [request(1, "ping")], undefined],
  ])("such as %s is answered", async (_, value, id) => {
    const wire = await openWire(serverOf(all), newestHandshake);
    expect(await wire.ask(value)).toEqual({
      jsonrpc: "2.0",
      ...(id !== undefined && { id }),
      error: expect.objectContaining({ code: -32600 }),
    });
  });

  test.each<[string, unknown]>([
    ["result and error", { result: {}, error: { code: 1, message: "a" } }],
    ["a result that is no object", { result: 5 }],
    ["an error without a code", { error: { message: "a" } }],
    ["an error that is none", { error: "a" }],
    ["a version of its own", { jsonrpc: "1.0", result: {} }],
  ])(
    "such as an answer with %s is reported, and not answered",
    async (_, part) => {
      const onError = vi.fn();
      const wire = await openWire(serverOf(all, { onError }));
      wire.send({ jsonrpc: "2.0", id: 7, ...(part as object) });
      await wire.expectSilence();
      expect(onError).toHaveBeenCalledOnce();
    },
  );

  test("answers to nothing are dropped", async () => {
    const onError = vi.fn();
    const wire = await openWire(serverOf(all, { onError }));
    wire.send({ jsonrpc: "2.0", id: 7, result: {} });
    wire.send({ jsonrpc: "2.0", id: "7", error: { code: 1, message: "a" } });
    await wire.expectSilence();
    expect(onError).not.toHaveBeenCalled();
  });

  test.each(handshakes)(
    "is answered in %s as its schema can say it",
    async (revision) => {
      const wire = await openWire(serverOf(all), revision);
      const { id } = await wire.ask(request(null, "ping"));
      const isOlder = revision !== newestHandshake;
      expect(id).toBe(isOlder ? null : undefined);
    },
  );

  test("text that cannot be read is answered", async () => {
    const sent: unknown[] = [];
    serverOf(all).connect({
      start: (receiver) => receiver.unreadable("unexpected end"),
      send: (message) => void sent.push(message),
      close: () => Promise.resolve(),
    });
    expect(sent).toEqual([
      {
        jsonrpc: "2.0",
        error: { code: -32700, message: "Parse error: unexpected end" },
      },
    ]);
  });
});

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
    await wire.expectSilence();
  });
});

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

type Asker = (key: string) => Promise<unknown>;

describe("progress", () => {
  const meta = { progressToken: "t" };

  test("is not told under a token that would arrive as another", async () => {
    const { server, contexts } = slow();
    const wire = await openWire(server);
    wire.send(call(1, "a", { progressToken: 2 ** 53 }));
    await settle();
    contexts.get("a")?.progress(1);
    await wire.expectSilence();
  });

  test("goes to who asked, and only rises", async () => {
    const { server, contexts, finish } = slow();
    const wire = await openWire(server);
    wire.send(call(1, "a", meta));
    await settle();
    const context = contexts.get("a");
    for (const [progress, total] of [
      [1, 4],
      [1, 4],
      [0.5, 4],
      [Number.NaN, 4],
      [Infinity, 4],
      [2, Number.NaN],
    ] as const)
      context?.progress(progress, total, "so far");
    const params = { progressToken: "t", message: "so far" };
    expect(await wire.next()).toEqual(
      notification("notifications/progress", {
        ...params,
        progress: 1,
        total: 4,
      }),
    );
    expect(await wire.next()).toEqual(
      notification("notifications/progress", { ...params, progress: 2 }),
    );
    finish();
    await wire.next();
    context?.progress(3);
    await wire.expectSilence();
  });

  test("is not told to who did not ask, nor after a cancellation", async () => {
    const { server, contexts } = slow();
    const wire = await openWire(server);
    wire.send(call(1));
    wire.send(call(2, "b", meta));
    await settle();
    contexts.get("a")?.progress(1);
    wire.send(cancel(2));
    await settle();
    contexts.get("b")?.progress(1);
    contexts.get("b")?.log("error", "too late");
    await wire.expectSilence();
  });

  test("of an answer that is on its way is not told", async () => {
    let late: Context | undefined;
    const server = serverOf(all, {
      handlers: {
        callTool(_: unknown, context: Context) {
          late = context;
          return done;
        },
      },
    });
    const wire = await openWire(server);
    await wire.ask(call(1, "a", meta));
    late?.progress(1);
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
