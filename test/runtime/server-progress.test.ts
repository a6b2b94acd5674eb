import { describe, expect, test } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { all, cancel, notification, serverOf } from "./revisions.ts";
import { call, done, slow } from "./slow-server.ts";
import { openWire, settle } from "./wire.ts";

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
