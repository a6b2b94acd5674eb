import { afterEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/context.ts";
import { settle, type Sent } from "./script.ts";
import { openModern, type Opened } from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

const roots = { method: "roots/list" };
const elicit = { method: "elicitation/create", params: { message: "name?" } };
const sample = { method: "sampling/createMessage", params: { messages: [] } };

const handlers = {
  listRoots: () => ({ roots: [] }),
  elicit: ({ message }: { message: string }) => ({
    action: "accept",
    content: { message },
  }),
  createMessage: () => ({ model: "m" }),
};

function asking(inputRequests?: object, requestState?: unknown): object {
  return { resultType: "input_required", inputRequests, requestState };
}

/** What a request carries beside what every one does. */
function carried({ params }: Sent): unknown {
  const { _meta, ...rest } = params ?? {};
  return rest;
}

const done = { resultType: "complete", content: ["done"] };

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

describe("while the client gives input", () => {
  /** A call whose question waits for a handler that never ends by itself. */
  async function stuck(
    options: object,
  ): Promise<Opened & { call: Promise<unknown>; aborted: () => unknown }> {
    let context: Context | undefined;
    const opened = await openModern({
      handlers: {
        elicit: (_: unknown, given: Context) => {
          context = given;
          return new Promise(() => {});
        },
      },
    });
    const { client, script } = opened;
    const call = client.request("tools/call", { name: "a" }, options);
    call.catch(() => {});
    const request = await script.next();
    script.answer(request, asking({ e: elicit }, "s"));
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    for (let turn = 0; turn < 20 && !context; turn++) await Promise.resolve();
    return { ...opened, call, aborted: () => context?.signal.aborted };
  }

  test("its caller can cancel, though the handler does not listen", async () => {
    const controller = new AbortController();
    const { call, aborted, script } = await stuck({
      signal: controller.signal,
    });
    expect(aborted()).toBe(false);
    controller.abort("enough");
    await expect(call).rejects.toMatchObject({
      kind: "cancelled",
      message: "enough",
    });
    expect(aborted()).toBe(true);
    await settle();
    // The server waits for nothing, so it is told nothing.
    expect(script.sent).toHaveLength(2);
  });

  test("the time for the whole call goes on, that for silence does not", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { call, aborted } = await stuck({ timeout: 100, totalTimeout: 1000 });
    const failed = vi.fn();
    call.catch(failed);
    await vi.advanceTimersByTimeAsync(999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({
      kind: "timeout",
      message: "tools/call: no answer within 1000 ms in all",
    });
    expect(aborted()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("the connection may close", async () => {
    const { call, aborted, script } = await stuck({});
    script.die("killed");
    await expect(call).rejects.toMatchObject({ kind: "transport" });
    expect(aborted()).toBe(true);
  });

  test("other calls are not touched", async () => {
    const { client, script, call } = await stuck({});
    const other = client.request("tools/call", { name: "b" });
    const request = await script.next();
    expect(carried(request)).toEqual({ name: "b" });
    script.answer(request, done);
    expect(await other).toEqual(done);
    await client.close();
    await expect(call).rejects.toMatchObject({ kind: "transport" });
  });
});

describe("the time for a whole call", () => {
  test("is that of all its rounds together", async () => {
    const { client, script } = await openModern({ handlers });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const failed = vi.fn();
    client
      .request("tools/call", { name: "a" }, { totalTimeout: 300 })
      .catch(failed);
    for (let round = 0; round < 2; round++) {
      const request = await script.next();
      await vi.advanceTimersByTimeAsync(140);
      script.answer(request, asking({ r: roots }, "s"));
    }
    await script.next();
    await vi.advanceTimersByTimeAsync(15);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ kind: "timeout" });
  });
});

describe("two calls at once", () => {
  test("each get their own answers and state", async () => {
    const { client, script } = await openModern({
      handlers: {
        elicit: ({ message }: { message: string }) => ({ action: message }),
      },
    });
    const ask = (message: string): object => ({
      e: { method: "elicitation/create", params: { message } },
    });
    const calls = ["a", "b"].map((name) =>
      client.request("tools/call", { name }),
    );
    const [a, b] = [await script.next(), await script.next()];
    script.answer(b, asking(ask("to b"), "state b"));
    script.answer(a, asking(ask("to a"), "state a"));
    const again = [await script.next(), await script.next()];
    expect(again.map(carried)).toEqual(
      ["b", "a"].map((name) => ({
        name,
        inputResponses: { e: { action: `to ${name}` } },
        requestState: `state ${name}`,
      })),
    );
    for (const request of again)
      script.answer(request, { content: [request.params?.["name"]] });
    expect(await Promise.all(calls)).toEqual([
      { resultType: "complete", content: ["a"] },
      { resultType: "complete", content: ["b"] },
    ]);
  });
});

describe("progress of several rounds", () => {
  test("belongs to the request that is under way", async () => {
    const seen: number[] = [];
    const { client, script } = await openModern({ handlers });
    const call = client.request(
      "tools/call",
      { name: "a" },
      { onProgress: ({ progress }) => seen.push(progress) },
    );
    const first = await script.next();
    const tell = ({ id }: Sent, progress: number): void =>
      script.notify("notifications/progress", { progressToken: id, progress });
    tell(first, 1);
    script.answer(first, asking({ r: roots }, "s"));
    const second = await script.next();
    expect(second.params?.["_meta"]).toMatchObject({
      progressToken: second.id,
    });
    tell(first, 2);
    tell(second, 3);
    script.answer(second, done);
    await call;
    expect(seen).toEqual([1, 3]);
  });
});

describe("a modern server", () => {
  test("that sends a request of its own is not heard", async () => {
    const listRoots = vi.fn(() => ({ roots: [] }));
    const onError = vi.fn();
    const { script } = await openModern({ handlers: { listRoots }, onError });
    const before = script.sent.length;
    script.receive({ jsonrpc: "2.0", id: "s", method: "roots/list" });
    script.receive({ jsonrpc: "2.0", id: null, method: "roots/list" });
    script.receive([]);
    expect(listRoots).not.toHaveBeenCalled();
    expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
      "InvalidMessageError: roots/list: a server sends no requests here",
      'InvalidMessageError: Invalid request: "id" must be a string or an integer',
      "InvalidMessageError: Invalid request: a message is an object",
    ]);
    expect(script.sent).toHaveLength(before);
  });
});
