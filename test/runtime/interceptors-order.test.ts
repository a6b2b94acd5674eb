import { describe, expect, test, vi } from "vitest";
import { ProtocolError } from "../../src/runtime/protocol/errors.ts";
import type {
  InterceptedCall,
  Interceptor,
} from "../../src/runtime/peer/interceptor.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import { recorder } from "./recorder.ts";
import { cancel, modernRequest } from "./revisions.ts";
import { done, modernCall, serverWith } from "./tool-server.ts";
import { until } from "./wait.ts";
import { createWire, settle, wireTo } from "./wire.ts";

describe("before a call", () => {
  test("an interceptor may refuse it", async () => {
    const handler = vi.fn(() => done);
    const log = recorder();
    const limit = {
      before: ({ name }: InterceptedCall) => {
        if (name === "a") throw new ProtocolError(429, "Slow down", { ms: 5 });
      },
    };
    const server = serverWith(handler, { interceptors: [limit, log] });
    const wire = wireTo(server);
    expect(await wire.ask(modernCall)).toMatchObject({
      error: { code: 429, message: "Slow down", data: { ms: 5 } },
    });
    expect(handler).not.toHaveBeenCalled();
    await wire.ask(modernRequest(2, "tools/call", { name: "b" }));
    expect(handler).toHaveBeenCalledOnce();
    expect(log.kinds()).toEqual(["tools/call error", "tools/call result"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("secret");
      },
    ],
    ["rejects", () => Promise.reject(new Error("secret"))],
  ])(
    "one that %s by mistake is reported, and told as internal",
    async (_, before) => {
      const onError = vi.fn();
      const server = serverWith(() => done, {
        interceptors: [{ before }],
        onError,
      });
      const { error } = await wireTo(server).ask(modernCall);
      expect(error).toEqual({ code: -32603, message: "Internal error" });
      expect(onError.mock.calls).toMatchObject([[{ message: "secret" }]]);
    },
  );

  test("they are asked in order, each when the last has done", async () => {
    const order: string[] = [];
    const one = (name: string): Interceptor => ({
      async before() {
        order.push(`${name} begins`);
        await settle();
        order.push(`${name} ends`);
      },
    });
    const sync = { before: () => void order.push("c") };
    const server = serverWith(
      () => {
        order.push("handler");
        return done;
      },
      { interceptors: [one("a"), sync, one("b"), {}] },
    );
    await wireTo(server).ask(modernCall);
    expect(order).toEqual([
      "a begins",
      "a ends",
      "c",
      "b begins",
      "b ends",
      "handler",
    ]);
  });

  test("none is asked once one has refused", async () => {
    const later = vi.fn();
    const refuse = (): Promise<void> =>
      Promise.reject(new ProtocolError(429, "no"));
    const server = serverWith(() => done, {
      interceptors: [{ before: refuse }, { before: later }],
    });
    await wireTo(server).ask(modernCall);
    expect(later).not.toHaveBeenCalled();
  });

  test("a call that is taken back meanwhile is never handled", async () => {
    const handler = vi.fn(() => done);
    let pass = (): void => {};
    const before = (): Promise<void> =>
      new Promise((resolve) => (pass = resolve));
    const log = recorder();
    const server = serverWith(handler, { interceptors: [{ before }, log] });
    const wire = wireTo(server);
    wire.send(modernCall);
    await settle();
    wire.send(cancel(1));
    await settle();
    pass();
    await wire.expectSilence();
    expect(handler).not.toHaveBeenCalled();
    expect(log.kinds()).toEqual(["tools/call cancelled"]);
  });

  test("an end of the connection waits for it", async () => {
    let pass = (): void => {};
    const before = (): Promise<void> =>
      new Promise((resolve) => (pass = resolve));
    const [near, far] = createMemoryPair();
    const server = serverWith(() => done, { interceptors: [{ before }] });
    const connection = server.connect(far);
    const wire = createWire(near);
    wire.send(modernCall);
    await settle();
    const ended = connection.end();
    pass();
    expect(await wire.next()).toMatchObject({ id: 1, result: done });
    await ended;
  });

  test("it is the same object as after it", async () => {
    const before = vi.fn();
    const after = vi.fn();
    const server = serverWith(() => done, {
      interceptors: [{ before, after }],
    });
    await wireTo(server).ask(modernCall);
    expect(after.mock.calls[0]?.[0]).toBe(before.mock.calls[0]?.[0]);
    expect(after).toHaveBeenCalledOnce();
  });
});

describe("after a call", () => {
  test.each([
    [
      "throws",
      () => {
        throw new Error("broken log");
      },
    ],
    ["rejects", () => Promise.reject(new Error("broken log"))],
  ])(
    "one that %s is reported, and the others hear all the same",
    async (_, after) => {
      const log = recorder();
      const onError = vi.fn();
      const server = serverWith(() => done, {
        interceptors: [{ after }, log],
        onError,
      });
      const wire = wireTo(server);
      expect(await wire.ask(modernCall)).toMatchObject({ result: done });
      await until(() => onError.mock.calls.length > 0);
      expect(onError.mock.calls).toEqual([[new Error("broken log")]]);
      expect(log.kinds()).toEqual(["tools/call result"]);
    },
  );
});
