import { describe, expect, test, vi } from "vitest";
import {
  all,
  handshakes,
  newestHandshake,
  request,
  serverOf,
} from "./revisions.ts";
import { openWire } from "./wire.ts";

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
