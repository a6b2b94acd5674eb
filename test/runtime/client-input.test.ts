import { afterEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import {
  asking,
  carried,
  done,
  elicit,
  handlers,
  roots,
  sample,
} from "./client-questions.ts";
import { settle } from "./script.ts";
import { openModern } from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a server that asks for input", () => {
  test("is answered by the handlers, all its questions at once", async () => {
    const { client, script } = await openModern({ handlers });
    const call = client.request("tools/call", { name: "a", arguments: {} });
    const first = await script.next();
    script.answer(first, asking({ r: roots, e: elicit, s: sample }, "state"));
    const second = await script.next();
    expect(second.id).not.toBe(first.id);
    expect(second.method).toBe("tools/call");
    expect(carried(second)).toEqual({
      name: "a",
      arguments: {},
      requestState: "state",
      inputResponses: {
        r: { roots: [] },
        e: { action: "accept", content: { message: "name?" } },
        s: { model: "m" },
      },
    });
    expect(second.params?.["_meta"]).toEqual(first.params?.["_meta"]);
    script.answer(second, done);
    expect(await call).toEqual(done);
  });

  test("may ask several times; each time gets what belongs to it", async () => {
    const { client, script } = await openModern({ handlers });
    const call = client.request("tools/call", { name: "a" });
    script.answer(await script.next(), asking({ r: roots }, "one"));
    const second = await script.next();
    script.answer(second, asking({ e: elicit }));
    const third = await script.next();
    // No state came the second time, and the first answers are gone.
    expect(carried(third)).toEqual({
      name: "a",
      inputResponses: {
        e: { action: "accept", content: { message: "name?" } },
      },
    });
    script.answer(third, done);
    expect(await call).toEqual(done);
  });

  test.each([
    [""],
    ['{"a": 1}'],
    [" \u0000\ud83d\ude00\ud800 \u2028\r\n"],
    ["x".repeat(100_000)],
  ])("gets its state back as it was (%#)", async (state) => {
    const { client, script } = await openModern({ handlers });
    const call = client.request("tools/call", { name: "a" });
    script.answer(await script.next(), asking({ r: roots }, state));
    const again = await script.next();
    expect(again.params?.["requestState"]).toBe(state);
    script.answer(again, done);
    await call;
  });

  test("gets no state or answers that the caller had left in the params", async () => {
    const { client, script } = await openModern({ handlers });
    const params = { name: "a", requestState: "old", inputResponses: { x: 1 } };
    const call = client.request("tools/call", params);
    script.answer(await script.next(), asking({ r: roots }));
    const again = await script.next();
    expect(carried(again)).toEqual({
      name: "a",
      inputResponses: { r: { roots: [] } },
    });
    script.answer(again, done);
    await call;
  });

  test("with state alone is asked again after a while, ever more slowly", async () => {
    const { client, script } = await openModern();
    vi.useFakeTimers();
    const call = client.request("tools/call", { name: "a" });
    const times: number[] = [];
    for (let round = 0; round < 4; round++) {
      const request = await script.next();
      times.push(performance.now());
      script.answer(request, asking(undefined, `s${round}`));
      await vi.advanceTimersToNextTimerAsync();
    }
    const last = await script.next();
    expect(carried(last)).toEqual({ name: "a", requestState: "s3" });
    script.answer(last, done);
    expect(await call).toEqual(done);
    const pauses = times
      .slice(1)
      .map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toEqual([50, 100, 200]);
  });

  test("for ever is given up", async () => {
    const { client, script } = await openModern(
      { handlers },
      (request, one) => {
        one.answer(request, asking({ r: roots }, "s"));
      },
    );
    await expect(
      client.request("tools/call", { name: "a" }),
    ).rejects.toMatchObject({
      kind: "invalid",
      message: "tools/call: the server asks for ever",
    });
    expect(script.sent.length).toBe(34);
  });

  test("that the client has no handler for, says which is to be added", async () => {
    const { client } = await openModern({}, (request, one) =>
      one.answer(request, asking({ r: roots })),
    );
    await expect(
      client.request("tools/call", { name: "a" }),
    ).rejects.toMatchObject({
      kind: "invalid",
      path: ["inputRequests", "r", "method"],
      message:
        "tools/call: the server asks for roots/list, and the client has no handler for it: give it one, as handlers.listRoots",
    });
  });

  test("but neither asks nor gives state, breaks the protocol", async () => {
    const { client } = await openModern({ handlers }, (request, one) =>
      one.answer(request, asking()),
    );
    await expect(
      client.request("tools/call", { name: "a" }),
    ).rejects.toMatchObject({ kind: "invalid", path: ["inputRequests"] });
  });

  test.each([
    ["without a handler", {}, elicit],
    [
      "of a mode that was not declared",
      handlers,
      {
        method: "elicitation/create",
        params: { message: "go", mode: "url", url: "https://example.com" },
      },
    ],
    [
      "with tools that were not declared",
      handlers,
      {
        method: "sampling/createMessage",
        params: { messages: [], tools: [{}] },
      },
    ],
    ["that no client answers", handlers, { method: "tools/call", params: {} }],
    ["that is a property of every object", handlers, { method: "toString" }],
  ])(
    "for something %s is refused, and nothing is sent",
    async (_, given, question) => {
      const asked = vi.fn(() => ({ roots: [] }));
      const { client, script } = await openModern({
        handlers: { ...given, listRoots: asked },
      });
      const call = client.request("tools/call", { name: "a" });
      script.answer(
        await script.next(),
        asking({ r: roots, bad: question }, "s"),
      );
      await expect(call).rejects.toMatchObject({
        kind: "invalid",
        path: ["inputRequests", "bad", "method"],
      });
      await settle();
      expect(script.sent).toHaveLength(2);
      expect(asked).not.toHaveBeenCalled();
    },
  );

  test("is not answered when a handler throws: the call is cancelled, the others stop", async () => {
    const aborted = vi.fn();
    const { client, script } = await openModern({
      handlers: {
        listRoots() {
          throw new Error("no disk");
        },
        elicit: (_: unknown, { signal }: Context) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              aborted();
              resolve({ action: "cancel" });
            });
          }),
      },
    });
    const call = client.request("tools/call", { name: "a" });
    script.answer(await script.next(), asking({ e: elicit, r: roots }, "s"));
    await expect(call).rejects.toMatchObject({
      kind: "cancelled",
      message: "tools/call: roots/list was not answered: no disk",
      cause: { message: "no disk" },
    });
    await settle();
    expect(aborted).toHaveBeenCalledOnce();
    expect(script.sent).toHaveLength(2);
  });
});
