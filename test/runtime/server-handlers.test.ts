import { describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import {
  ProtocolError,
  TransportError,
} from "../../src/runtime/protocol/errors.ts";
import {
  all,
  handshakes,
  modern,
  notification,
  request,
  serverOf,
} from "./revisions.ts";
import {
  call,
  done,
  modernCall,
  serverWith,
  type Call,
} from "./tool-server.ts";
import { openWire } from "./wire.ts";

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
