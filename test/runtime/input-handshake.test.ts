import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/context.ts";
import { ProtocolError } from "../../src/runtime/errors.ts";
import { inputRequired } from "../../src/runtime/input-required.ts";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import {
  elicit,
  everything,
  form,
  say,
  valueOf,
  type Call,
  type Fields,
} from "./questions.ts";
import {
  all,
  cancel,
  handshakes,
  initializeAs,
  newestHandshake,
  notification,
  request,
  serverOf,
  type TestServer,
} from "./revisions.ts";
import { createWire, openWire, settle, type Wire } from "./wire.ts";

const roots = { method: "roots/list" };

function serverWith(callTool: Call, onError = vi.fn()): TestServer {
  return serverOf(all, { handlers: { callTool }, onError });
}

const open = (
  callTool: Call,
  capabilities: object = everything,
): Promise<Wire> =>
  openWire(serverWith(callTool), newestHandshake, capabilities);

const call = request(1, "tools/call", { name: "a" });

function textOf({ result }: Fields): unknown {
  return valueOf(result as Fields);
}

/** Answers the server's next request. */
async function reply(wire: Wire, part: Fields): Promise<Fields> {
  const asked = await wire.next();
  wire.send({ jsonrpc: "2.0", id: asked["id"], ...part });
  return asked;
}

/** A connection whose input the test can end, while its output stays open. */
function connectTo(server: TestServer): {
  wire: Wire;
  connection: ReturnType<TestServer["connect"]>;
  end: () => void;
} {
  const [near, far] = createMemoryPair();
  const start = far.start.bind(far);
  let end = (): void => {};
  far.start = (receiver) => {
    end = () => receiver.ended();
    start(receiver);
  };
  const connection = server.connect(far);
  return { wire: createWire(near), connection, end };
}

describe("a handler that asks for input", () => {
  test("is asked for by the server's own requests, and runs again", async () => {
    const seen = vi.fn((params: Fields, { inputResponses, state }: Context) =>
      inputResponses
        ? say({ inputResponses, state, params })
        : inputRequired({ name: elicit("Name?"), roots }, "kept"),
    );
    const wire = await open(seen);
    wire.send(call);
    const first = await wire.next();
    const second = await wire.next();
    expect(first).toMatchObject(elicit("Name?"));
    expect(second).toMatchObject(roots);
    // The answers come in the order that the client likes.
    wire.send({ jsonrpc: "2.0", id: second["id"], result: { roots: [] } });
    await wire.expectSilence();
    const accepted = { action: "accept", content: { a: 1 } };
    wire.send({ jsonrpc: "2.0", id: first["id"], result: accepted });
    const inputResponses = { name: accepted, roots: { roots: [] } };
    const answer = await wire.next();
    expect(answer).toMatchObject({ id: 1 });
    expect(answer["result"]).not.toHaveProperty("resultType");
    expect(textOf(answer)).toEqual({
      inputResponses,
      state: "kept",
      params: { name: "a", inputResponses, requestState: "kept" },
    });
    expect(seen).toHaveBeenCalledTimes(2);
  });

  test("asks in rounds, and keeps every answer", async () => {
    const wire = await open((_, { inputResponses = {}, state }) => {
      const round = Number(state ?? 0) + 1;
      return round > 3
        ? say(Object.keys(inputResponses))
        : inputRequired({ [`q${round}`]: elicit(`${round}?`) }, round);
    });
    wire.send(call);
    for (const round of [1, 2, 3])
      expect(
        await reply(wire, { result: { action: "decline" } }),
      ).toMatchObject(elicit(`${round}?`));
    expect(textOf(await wire.next())).toEqual(["q1", "q2", "q3"]);
  });

  test("does not ask for ever", async () => {
    const onError = vi.fn();
    const server = serverWith(() => inputRequired({ roots }), onError);
    const wire = await openWire(server, newestHandshake, everything);
    wire.send(call);
    for (let round = 0; round < 32; round++)
      await reply(wire, { result: { roots: [] } });
    expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(onError).toHaveBeenCalledOnce();
  });

  test("may ask nothing but to be called again", async () => {
    let runs = 0;
    const wire = await open(() =>
      ++runs < 3 ? inputRequired({}, runs) : say(runs),
    );
    expect(textOf(await wire.ask(call))).toBe(3);
  });

  test("is called no more when it is cancelled meanwhile", async () => {
    const run = vi.fn(() => inputRequired({}, "wait"));
    const wire = await open(run);
    wire.send(call);
    await wire.expectSilence();
    wire.send(cancel(1));
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(run).toHaveBeenCalledOnce();
    await wire.expectSilence();
  });

  test.each([
    [newestHandshake, {}, { elicitation: {} }],
    [
      newestHandshake,
      { elicitation: { url: {} } },
      { elicitation: { form: {} } },
    ],
    ["2025-06-18", {}, { elicitation: {} }],
  ])(
    "of %s never asks a client that declares %j",
    async (revision, has, lacks) => {
      const server = serverWith(() => inputRequired({ a: elicit("?"), roots }));
      const wire = await openWire(server, revision, { roots: {}, ...has });
      expect(await wire.ask(call)).toMatchObject({
        error: { data: { requiredCapabilities: lacks } },
      });
      await wire.expectSilence();
    },
  );

  test.each(["2025-03-26", "2024-11-05"])(
    "of %s cannot ask what the revision lacks",
    async (revision) => {
      const server = serverWith(() => inputRequired({ a: elicit("?") }));
      const wire = await openWire(server, revision, everything);
      const { error } = await wire.ask(call);
      expect(error).toMatchObject({
        message: expect.stringContaining(revision),
      });
    },
  );

  test.each(handshakes)(
    "of %s asks what the revision has",
    async (revision) => {
      const server = serverWith((_, { inputResponses }) =>
        inputResponses ? say(inputResponses) : inputRequired({ a: roots }),
      );
      const wire = await openWire(server, revision, everything);
      wire.send(call);
      await reply(wire, { result: { roots: [] } });
      expect(textOf(await wire.next())).toEqual({ a: { roots: [] } });
    },
  );

  test("fails with the client's error, and waits for no other answer", async () => {
    const wire = await open(() => inputRequired({ a: elicit("?"), roots }));
    wire.send(call);
    const first = await wire.next();
    const second = await wire.next();
    const error = { code: -1, message: "the user is away" };
    wire.send({ jsonrpc: "2.0", id: first["id"], error });
    expect(await wire.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: second["id"] },
    });
    expect(await wire.next()).toMatchObject({ id: 1, error });
  });

  test("fails when an answer is none", async () => {
    const wire = await open(() => inputRequired({ a: elicit("?") }));
    wire.send(call);
    await reply(wire, { result: { action: "perhaps" } });
    expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test("takes its questions back when it is cancelled", async () => {
    const run = vi.fn(() => inputRequired({ a: elicit("?") }));
    const wire = await open(run);
    wire.send(call);
    const asked = await wire.next();
    wire.send(cancel(1));
    expect(await wire.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: asked["id"] },
    });
    wire.send({
      jsonrpc: "2.0",
      id: asked["id"],
      result: { action: "cancel" },
    });
    await wire.expectSilence();
    expect(run).toHaveBeenCalledOnce();
  });

  test("has no use for answers that the client makes up", async () => {
    const seen = vi.fn((_: Fields, { inputResponses, state }: Context) =>
      say({ inputResponses, state }),
    );
    const wire = await open(seen);
    const params = {
      name: "a",
      inputResponses: { a: { action: "accept" } },
      requestState: "mine",
    };
    expect(textOf(await wire.ask(request(1, "tools/call", params)))).toEqual(
      {},
    );
  });
});

describe("awaiting input", () => {
  test("goes on where it waited", async () => {
    const starts = vi.fn();
    const wire = await open(async (_, context) => {
      starts();
      const a = await context.elicit("a", form("a?"));
      const b = await context.listRoots("b");
      return say([a, b]);
    });
    wire.send(call);
    await reply(wire, { result: { action: "decline" } });
    await reply(wire, { result: { roots: [] } });
    expect(textOf(await wire.next())).toEqual([
      { action: "decline" },
      { roots: [] },
    ]);
    expect(starts).toHaveBeenCalledOnce();
  });

  test("once for a key", async () => {
    const wire = await open(async (_, context) => {
      const a = await context.listRoots("a");
      return say([a, await context.listRoots("a")]);
    });
    wire.send(call);
    await reply(wire, { result: { roots: [] } });
    expect(textOf(await wire.next())).toEqual([{ roots: [] }, { roots: [] }]);
  });

  test("rejects with the client's error, which a handler may catch", async () => {
    const wire = await open(async (_, context) => {
      try {
        return say(await context.elicit("a", form("a?")));
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        return say(error.code);
      }
    });
    wire.send(call);
    await reply(wire, { error: { code: -1, message: "no" } });
    expect(textOf(await wire.next())).toBe(-1);
  });

  test("ends with the handler's own signal, or with the request", async () => {
    const own = new AbortController();
    const wire = await open((_, context) =>
      context.elicit("a", form("a?"), { signal: own.signal }),
    );
    wire.send(call);
    const first = await wire.next();
    own.abort();
    expect(await wire.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: first["id"] },
    });
    expect(await wire.next()).toMatchObject({ id: 1, error: {} });
    const other = await open((_, context) =>
      context.elicit("a", form("a?"), { signal: new AbortController().signal }),
    );
    other.send(call);
    await other.next();
    other.send(cancel(1));
    expect(await other.next()).toMatchObject({
      method: "notifications/cancelled",
    });
    await other.expectSilence();
  });

  test("ends when the client can answer no more", async () => {
    const rejected = vi.fn();
    process.on("unhandledRejection", rejected);
    const asked = vi.fn();
    const server = serverWith(async (_, context) => {
      const both = [
        context.elicit("a", form("a?")),
        context.elicit("b", form("b?")),
      ];
      await Promise.allSettled([both[0]]);
      // What is asked now is not answered either.
      await context.listRoots("c").catch(asked);
      return say("alone");
    });
    const { wire, connection, end } = connectTo(server);
    await wire.ask(initializeAs(newestHandshake, everything));
    wire.send(notification("notifications/initialized"));
    wire.send(call);
    await wire.next();
    await wire.next();
    end();
    expect(textOf(await wire.next())).toBe("alone");
    expect(asked).toHaveBeenCalledOnce();
    await connection.closed;
    await settle();
    process.off("unhandledRejection", rejected);
    expect(rejected).not.toHaveBeenCalled();
  });

  test("of who never says that it is ready ends with the input", async () => {
    const server = serverWith((_, context) => context.listRoots("a"));
    const { wire, connection, end } = connectTo(server);
    await wire.ask(initializeAs(newestHandshake, everything));
    wire.send(call);
    await wire.expectSilence();
    end();
    expect(await wire.next()).toMatchObject({ id: 1, error: {} });
    await connection.closed;
  });
});

describe("a handler that asks what the client's revision does not know", () => {
  const old = handshakes.at(-1);
  const refused = {
    id: 1,
    error: {
      code: -32600,
      message: `The client cannot be asked: ${old} has no elicitation/create`,
    },
  };

  test.each<[string, Call]>([
    ["by name", (_, context) => context.elicit("a", form("Name?"))],
    ["by inputRequired", () => inputRequired({ a: elicit("Name?") })],
  ])("%s, is told so, and so is the client", async (_, ask) => {
    const wire = await openWire(serverWith(ask), old, everything);
    expect(await wire.ask(call)).toMatchObject(refused);
  });
});
