import { describe, expect, test } from "vitest";
import { all, request, serverOf } from "./revisions.ts";
import { call, done, slow } from "./slow-server.ts";
import { openWire, settle } from "./wire.ts";

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
