import { describe, expect, test, vi } from "vitest";
import { ProtocolError } from "../../src/runtime/wire/errors.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import { call, open, reply, serverWith, textOf } from "./handshake-input.ts";
import { everything, form, say } from "./questions.ts";
import {
  cancel,
  initializeAs,
  newestHandshake,
  notification,
  type TestServer,
} from "./revisions.ts";
import { createWire, settle, type Wire } from "./wire.ts";

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
