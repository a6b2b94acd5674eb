import { afterEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import { ProtocolError } from "../../src/runtime/protocol/errors.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import { call, open, reply, serverWith, textOf } from "./handshake-input.ts";
import { elicit, everything, form, say, type Askers } from "./questions.ts";
import {
  all,
  cancel,
  initializeAs,
  newestHandshake,
  notification,
  serverOf,
  type TestServer,
} from "./revisions.ts";
import { createWire, openWire, settle, wireTo, type Wire } from "./wire.ts";

type FakeTimers = NonNullable<Parameters<typeof vi.useFakeTimers>[0]>;
const clock: FakeTimers = {
  toFake: ["setTimeout", "clearTimeout", "performance"],
};

afterEach(() => {
  vi.useRealTimers();
});

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

  test.each([
    ["ten minutes by default", {}, {}, 600_000],
    ["what the server says", { timeout: 5_000 }, {}, 5_000],
    ["what the call says", { timeout: 5_000 }, { timeout: 700 }, 700],
    ["the whole time", { totalTimeout: 900 }, { timeout: Infinity }, 900],
  ])("takes no longer than %s", async (_, settings, options, most) => {
    vi.useFakeTimers(clock);
    const server = serverOf(all, {
      ...settings,
      handlers: {
        callTool: (_: unknown, context: Context & Askers) =>
          context
            .elicit("a", form("a?"), options)
            .catch(({ kind }: Error & { kind: unknown }) => say(kind)),
      },
    });
    const wire = await openWire(server, newestHandshake, everything);
    wire.send(call);
    const { id } = await wire.next();
    vi.advanceTimersByTime(most - 1);
    await wire.expectSilence();
    vi.advanceTimersByTime(1);
    expect(await wire.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: id },
    });
    expect(textOf(await wire.next())).toBe("timeout");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("takes no longer of who never says that it is ready", async () => {
    vi.useFakeTimers(clock);
    const server = serverOf(all, {
      handlers: {
        callTool: (_: unknown, context: Context & Askers) =>
          context
            .elicit("a", form("a?"))
            .catch(({ kind }: Error & { kind: unknown }) => say(kind)),
      },
    });
    const wire = wireTo(server);
    await wire.ask(initializeAs(newestHandshake, everything));
    wire.send(call);
    await wire.expectSilence();
    vi.advanceTimersByTime(600_000);
    expect(textOf(await wire.next())).toBe("timeout");
  });

  test("in vain for what inputRequired asks is told to the client", async () => {
    vi.useFakeTimers(clock);
    const server = serverOf(all, {
      handlers: { callTool: () => inputRequired({ a: elicit("a?") }) },
    });
    const wire = await openWire(server, newestHandshake, everything);
    wire.send(call);
    await wire.next();
    vi.advanceTimersByTime(600_000);
    await wire.next();
    expect(await wire.next()).toMatchObject({
      id: 1,
      error: {
        code: -32603,
        message: "elicitation/create: no answer within 600000 ms",
      },
    });
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
