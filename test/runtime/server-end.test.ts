import { describe, expect, test } from "vitest";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import { cancel, modernRequest } from "./revisions.ts";
import { done, modernCall, serverWith } from "./tool-server.ts";
import { createWire } from "./wire.ts";

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
