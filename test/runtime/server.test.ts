import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/context.ts";
import { ProtocolError, TransportError } from "../../src/runtime/errors.ts";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import { metaKeys } from "../../src/runtime/stateless-meta.ts";
import { buildServer, type Server } from "../../src/runtime/server.ts";
import type { ServerSettings } from "../../src/runtime/server.ts";
import { allowInvalid } from "../support/wire-check.ts";
import {
  all,
  cancel,
  handshakes,
  modern,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverInfo,
  serverOf,
} from "./revisions.ts";
import { createPeer, handshake } from "./table.ts";
import { createWire, openWire, wireTo } from "./wire.ts";

type Call = (params: { name: string }, context: Context) => unknown;

function serverWith(
  callTool: Call,
  settings: Partial<ServerSettings> = {},
): Server {
  return serverOf(all, { handlers: { callTool }, ...settings });
}

const call = request(1, "tools/call", { name: "a" });
const modernCall = modernRequest(1, "tools/call", { name: "a" });
const done = { content: [] };

describe("a request", () => {
  test.each(["constructor", "__proto__", "toString", "roots/list", "nothing"])(
    "of the method %s is not found",
    async (method) => {
      const wire = await openWire(serverWith(() => done));
      expect(await wire.ask(request(1, method))).toMatchObject({
        id: 1,
        error: { code: -32601 },
      });
      expect(await wire.ask(modernRequest(2, method))).toMatchObject({
        id: 2,
        error: { code: -32601 },
      });
    },
  );

  test("of a method that nothing handles is not found", async () => {
    const wire = await openWire(serverWith(() => done));
    for (const method of [
      "prompts/list",
      "logging/setLevel",
      "resources/subscribe",
    ])
      expect(await wire.ask(request(1, method))).toMatchObject({
        error: { code: -32601 },
      });
  });

  test("with invalid params is told where and why", async () => {
    const wire = await openWire(serverWith(() => done));
    expect(await wire.ask(request(1, "tools/call", { name: 5 }))).toMatchObject(
      {
        error: {
          code: -32602,
          message: "Invalid params: name: expected a string, found number",
          data: { path: ["name"], reason: "expected a string, found number" },
        },
      },
    );
    for (const params of [undefined, null, [], "a", 5]) {
      wire.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params });
      expect(await wire.next()).toMatchObject({ error: { code: -32602 } });
    }
  });

  test("whose keys try to break a log is told of them in one line", async () => {
    const wire = await openWire(
      serverOf(all, { handlers: { getPrompt() {} } }),
    );
    const sent = request(1, "prompts/get", {
      name: "a",
      arguments: { "a\n\u001b[31mroot logged in": 5 },
    });
    const { error } = await wire.ask(sent);
    const { message } = error as Error;
    expect(message).toContain("root logged in");
    expect(message).not.toMatch(/[\n\u001b]/);
  });

  test("with keys of every object's prototype is as any other", async () => {
    const seen = vi.fn((_: object) => done);
    const wire = await openWire(serverWith(seen));
    const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","__proto__":{"x":1},"arguments":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}}`;
    expect(await wire.ask(JSON.parse(text))).toHaveProperty("result");
    expect(seen).toHaveBeenCalledOnce();
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("of any depth is answered", async () => {
    const wire = await openWire(
      serverWith((params) => ({ ...done, structuredContent: { params } })),
    );
    const deep = JSON.parse("[".repeat(50_000) + "]".repeat(50_000)) as unknown;
    // In memory the test's own end would have to print it as well.
    const sent = { name: "a", arguments: { deep } };
    expect(() => wire.send(request(1, "tools/call", sent))).toThrow(RangeError);
    const answers: unknown[] = [];
    const server = serverWith((params) => ({ ...done, params }));
    server.connect({
      start(receiver) {
        receiver.message(modernRequest(1, "tools/call", sent));
      },
      send: (message) => void answers.push(JSON.parse(JSON.stringify(message))),
      close: () => Promise.resolve(),
    });
    expect(answers).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  });
});

describe("an answer", () => {
  test("in the stateless lifecycle says what it is and who made it", async () => {
    const { result } = await wireTo(serverWith(() => done)).ask(modernCall);
    expect(result).toEqual({
      resultType: "complete",
      content: [],
      _meta: { [metaKeys.serverInfo]: serverInfo },
    });
  });

  test("keeps what its handler says of itself", async () => {
    const _meta = {
      trace: 1,
      [metaKeys.serverInfo]: { name: "b", version: "2" },
    };
    const server = serverWith(() => ({ ...done, resultType: "odd", _meta }));
    allowInvalid("the revision knows no such result type");
    const { result } = await wireTo(server).ask(modernCall);
    expect(result).toEqual({ resultType: "odd", content: [], _meta });
  });

  test("tells how long it may be kept, where the revision has that", async () => {
    const handlers = {
      listTools: () => ({ tools: [] }),
      listPrompts: () => ({ prompts: [], ttlMs: 5 }),
      readResource: () => ({ contents: [], ttlMs: 7, cacheScope: "private" }),
      complete: () => ({ completion: { values: [] } }),
    };
    const cache = { ttlMs: 60_000, cacheScope: "public" } as const;
    const wire = await openWire(serverOf(all, { handlers, cache }));
    expect(await wire.ask(modernRequest(1, "tools/list"))).toMatchObject({
      result: cache,
    });
    expect(await wire.ask(modernRequest(2, "prompts/list"))).toMatchObject({
      result: { ttlMs: 5, cacheScope: "public" },
    });
    const read = { uri: "a:b" };
    expect(
      await wire.ask(modernRequest(3, "resources/read", read)),
    ).toMatchObject({
      result: { ttlMs: 7, cacheScope: "private" },
    });
    const completion = {
      ref: { type: "ref/prompt", name: "a" },
      argument: { name: "a", value: "" },
    };
    const { result } = await wire.ask(
      modernRequest(4, "completion/complete", completion),
    );
    expect(result).not.toHaveProperty("ttlMs");
  });

  test.each(handshakes)("has nothing of that in %s", async (revision) => {
    const listTools = () => ({
      tools: [],
      resultType: "complete",
      ttlMs: 5,
      cacheScope: "public",
      kept: true,
    });
    const server = serverOf(all, { handlers: { listTools } });
    const wire = await openWire(server, revision);
    const { result } = await wire.ask(request(1, "tools/list"));
    expect(result).toEqual({ tools: [], kept: true });
  });

  test("asks for input only where the revision has that", async () => {
    const onError = vi.fn();
    const handlers = {
      listTools: () => ({ resultType: "input_required", requestState: "x" }),
    };
    const wire = await openWire(serverOf(all, { handlers, onError }));
    for (const sent of [
      request(1, "tools/list"),
      modernRequest(2, "tools/list"),
    ])
      expect(await wire.ask(sent)).toMatchObject({ error: { code: -32603 } });
    expect(onError).toHaveBeenCalledTimes(2);
  });
});

describe("a handler", () => {
  test.each([modern, ...handshakes])(
    "of %s that throws an error of the protocol's answers with it",
    async (revision) => {
      const server = serverWith(() => {
        throw new ProtocolError(-32602, "gone", { uri: "a" });
      });
      const wire = await openWire(server, revision);
      const { error } = await wire.ask(revision === modern ? modernCall : call);
      expect(error).toEqual({
        code: -32602,
        message: "gone",
        data: { uri: "a" },
      });
    },
  );

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;

  test.each<[string, Call]>([
    [
      "an exception",
      () => {
        throw new Error("secret");
      },
    ],
    ["a rejection", () => Promise.reject(new Error("secret"))],
    [
      "something thrown that is no error",
      () => {
        throw "secret";
      },
    ],
    [
      "something thrown that has no text",
      () => {
        throw Object.create(null);
      },
    ],
    ["a rejection that has no text", () => Promise.reject({ toString: 1 })],
    ["a rejection without a reason", () => Promise.reject(undefined)],
    ["no object", () => "secret"],
    ["nothing", () => {}],
    ["an array", () => [done]],
    ["null, later", () => Promise.resolve(null)],
    ["what JSON cannot hold", () => ({ content: 1n })],
    ["a cycle, later", () => Promise.resolve(cycle)],
    [
      "an object that throws when it is looked at",
      () => ({
        get resultType(): never {
          throw new Error("secret");
        },
      }),
    ],
    [
      "a thenable that throws",
      () => ({
        then(): never {
          throw new Error("secret");
        },
      }),
    ],
    [
      "an error of another connection",
      () => Promise.reject(new TransportError("upstream is gone")),
    ],
  ])("that ends with %s keeps it from the client", async (_, handler) => {
    const onError = vi.fn();
    const wire = await openWire(serverWith(handler, { onError }));
    for (const sent of [call, modernCall])
      expect(await wire.ask(sent)).toEqual({
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32603, message: "Internal error" },
      });
    expect(onError).toHaveBeenCalledTimes(2);
    await wire.expectSilence();
  });

  test("may answer with any thenable", async () => {
    const answer = {
      then: (resolve: (value: unknown) => void) => resolve(done),
    };
    const wire = await openWire(serverWith(() => answer));
    expect(await wire.ask(call)).toMatchObject({ result: done });
  });

  test.each([{ big: 1n }, cycle])(
    "whose error has no JSON form is answered for",
    async (data) => {
      const onError = vi.fn();
      const server = serverWith(
        () => {
          throw new ProtocolError(-32000, "odd", data);
        },
        { onError },
      );
      const wire = await openWire(server);
      expect(await wire.ask(call)).toMatchObject({
        error: { code: -32603, message: "Internal error" },
      });
      expect(onError).toHaveBeenCalledOnce();
    },
  );

  test("whose error has no whole number for a code is answered for", async () => {
    const server = serverWith(() => {
      throw new ProtocolError(Number.NaN, "odd");
    });
    const wire = await openWire(server);
    expect(await wire.ask(call)).toMatchObject({ error: { code: -32603 } });
  });

  test("that answers at once waits for no other", async () => {
    let finish = (): void => {};
    const slow = new Promise((resolve) => (finish = () => resolve(done)));
    const server = serverWith(({ name }) => (name === "slow" ? slow : done));
    const wire = await openWire(server);
    wire.send(request(1, "tools/call", { name: "slow" }));
    for (const id of [2, 3])
      expect(
        await wire.ask(request(id, "tools/call", { name: "fast" })),
      ).toMatchObject({ id });
    finish();
    expect(await wire.next()).toMatchObject({ id: 1, result: done });
    await wire.expectSilence();
  });

  test("may be a method of a class, and hears notifications", async () => {
    class Handlers {
      heard: unknown[] = [];
      rootsListChanged(_: unknown, { method }: Context): void {
        this.heard.push(method);
      }
    }
    const handlers = new Handlers();
    const wire = await openWire(serverOf(all, { handlers }));
    wire.send(notification("notifications/roots/list_changed"));
    await wire.expectSilence();
    expect(handlers.heard).toEqual(["notifications/roots/list_changed"]);
  });

  test("of a notification that fails, or that is invalid, is only reported", async () => {
    const onError = vi.fn();
    const handlers = {
      rootsListChanged: () => Promise.reject(new Error("oh")),
    };
    const wire = await openWire(serverOf(all, { handlers, onError }));
    wire.send(notification("notifications/roots/list_changed"));
    wire.send(notification("notifications/cancelled", { requestId: {} }));
    wire.send(notification("no/such"));
    await wire.expectSilence();
    expect(onError).toHaveBeenCalledTimes(2);
  });
});

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

test("a server of a revision nobody knows yet works as well", async () => {
  const server = buildServer(
    [{ table: handshake }],
    { info: serverInfo, handlers: { callTool: () => ({ text: "hi" }) } },
    createPeer,
  );
  const wire = await openWire(server);
  expect(await wire.ask(call)).toMatchObject({ result: { text: "hi" } });
  expect(newestHandshake).not.toBe(handshake.revision);
});

test("what the client's revision cannot be told is not told, and harms nobody", async () => {
  const { "notifications/message": _, ...notifications } =
    handshake.notifications;
  const server = buildServer(
    [{ table: { ...handshake, notifications } }],
    {
      info: serverInfo,
      capabilities: { logging: {}, prompts: { listChanged: true } },
      handlers: {
        callTool(_params: unknown, context: Context) {
          context.log("error", "unheard");
          return { text: "hi" };
        },
      },
    },
    createPeer,
  );
  const wire = await openWire(server);
  server.publish("notifications/prompts/list_changed");
  expect(await wire.ask(call)).toMatchObject({ result: { text: "hi" } });
  await wire.expectSilence();
});
