import { afterEach, describe, expect, test, vi } from "vitest";
import {
  CancelledError,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
} from "../../src/runtime/errors.ts";
import { legacy } from "./client-tables.ts";
import { createScript, legacyServer, settle, welcome } from "./script.ts";
import {
  createClient,
  openLegacy,
  openModern,
  type Opened,
} from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A client of a server that declares nothing. */
async function openBare(): Promise<Opened> {
  const client = createClient([legacy("1")]);
  const script = createScript((message, { answer }) => {
    if (message.method === "initialize") answer(message, welcome("1", {}));
  });
  await client.connect(script);
  return { client, script };
}

const content: unknown[] = [];
const params = { name: "a" };

describe("an answer", () => {
  test("goes to its own call, whatever the order", async () => {
    const { client, script } = await openLegacy();
    const first = client.request("tools/call", { name: "a" });
    const second = client.request("tools/call", { name: "b" });
    const [a, b] = [await script.next(), await script.next()];
    script.answer(b, { content: ["b"] });
    script.answer(a, { content: ["a"] });
    expect(await first).toEqual({ content: ["a"] });
    expect(await second).toEqual({ content: ["b"] });
  });

  test("of an error rejects with its code and data", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params);
    script.refuse(await script.next(), { code: -1, message: "no", data: 5 });
    await expect(call).rejects.toMatchObject({
      kind: "protocol",
      code: -1,
      message: "no",
      data: 5,
    });
    await expect(call).rejects.toBeInstanceOf(ProtocolError);
  });

  test("is chosen by the request and its resultType; absent is complete", async () => {
    const { client, script } = await openModern();
    const answer = async (result: object): Promise<unknown> => {
      const call = client.request("tools/list", {});
      script.answer(await script.next(), result);
      return call;
    };
    const tools: unknown[] = [];
    expect(await answer({ resultType: "complete", tools })).toBeTruthy();
    expect(await answer({ tools })).toEqual({ tools });
    await expect(answer({ resultType: "later", tools })).rejects.toMatchObject({
      kind: "invalid",
      path: ["resultType"],
    });
    // A list cannot ask for input.
    await expect(
      answer({ resultType: "input_required", requestState: "s", tools }),
    ).rejects.toMatchObject({ kind: "invalid" });
    await expect(answer({})).rejects.toMatchObject({
      kind: "invalid",
      path: ["tools"],
    });
  });

  test("of a handshake revision may have any resultType", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params);
    const result = { content, resultType: "input_required" };
    script.answer(await script.next(), result);
    expect(await call).toEqual(result);
    expect(script.sent).toHaveLength(3);
  });

  test("with both a result and an error rejects its call, unanswered", async () => {
    const onError = vi.fn();
    const { client, script } = await openLegacy({ onError });
    const call = client.request("tools/call", params);
    const { id } = await script.next();
    const error = { code: 1, message: "" };
    script.receive({ jsonrpc: "2.0", id, result: {}, error });
    await expect(call).rejects.toBeInstanceOf(InvalidMessageError);
    await settle();
    expect(script.sent).toHaveLength(3);
    expect(onError).toHaveBeenCalledOnce();
  });

  test("with an id of another type, an unknown one or a used one is dropped", async () => {
    const { client, script } = await openLegacy({ onError() {} });
    const call = client.request("tools/call", params);
    const { id } = await script.next();
    for (const wrong of [String(id), Number(id) + 7, null, {}, "__proto__"])
      script.receive({ jsonrpc: "2.0", id: wrong, result: { content: [1] } });
    script.receive({ jsonrpc: "2.0", id, result: { content } });
    script.receive({ jsonrpc: "2.0", id, result: { content: [2] } });
    expect(await call).toEqual({ content });
  });

  test("that comes after the time is over is dropped", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params, { timeout: 5 });
    const request = await script.next();
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
    const { method, params: told } = await script.next();
    expect([method, told?.["requestId"]]).toEqual([
      "notifications/cancelled",
      request.id,
    ]);
    script.answer(request, { content });
    await settle();
    expect(script.sent).toHaveLength(4);
  });
});

describe("time", () => {
  test("ends a silent call, and is a minute by default", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const short = vi.fn();
    const long = vi.fn();
    client.request("tools/call", params, { timeout: 100 }).catch(short);
    client.request("tools/call", params).catch(long);
    await vi.advanceTimersByTimeAsync(99);
    expect(short).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(short.mock.calls[0]?.[0]).toMatchObject({
      kind: "timeout",
      message: "tools/call: no answer within 100 ms",
    });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(long).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(long).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    expect(script.sent).toHaveLength(6);
  });

  test("begins again with progress, but not the total time", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const failed = vi.fn();
    const onProgress = vi.fn();
    const options = { timeout: 100, totalTimeout: 350, onProgress };
    client.request("tools/call", params, options).catch(failed);
    const { id, params: sent } = await script.next();
    expect(sent).toEqual({ name: "a", _meta: { progressToken: id } });
    for (let progress = 1; progress <= 3; progress++) {
      await vi.advanceTimersByTimeAsync(90);
      script.notify("notifications/progress", { progressToken: id, progress });
    }
    expect(onProgress).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(79);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({
      kind: "timeout",
      message: "tools/call: no answer within 350 ms in all",
    });
  });

  test("is not won by progress that does not rise", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const failed = vi.fn();
    const seen: number[] = [];
    const options = {
      timeout: 100,
      onProgress: ({ progress }: { progress: number }) => seen.push(progress),
    };
    client.request("tools/call", params, options).catch(failed);
    const { id: progressToken } = await script.next();
    const tell = (progress: unknown, token: unknown = progressToken): void =>
      script.notify("notifications/progress", {
        progressToken: token,
        progress,
      });
    for (const progress of [5, 5, 4, "6", null]) tell(progress);
    tell(9, String(progressToken));
    tell(9, 12345);
    await vi.advanceTimersByTimeAsync(60);
    tell(3);
    await vi.advanceTimersByTimeAsync(41);
    expect(failed).toHaveBeenCalledOnce();
    tell(10);
    expect(seen).toEqual([5]);
  });

  test("that is infinite never ends a call", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const call = client.request("tools/call", params, { timeout: Infinity });
    const request = await script.next();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10 * 24 * 3_600_000);
    script.answer(request, { content });
    expect(await call).toEqual({ content });
  });

  test("of weeks does not overflow a timer", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const weeks = 7 * 7 * 24 * 3_600_000;
    const failed = vi.fn();
    client.request("tools/call", params, { timeout: weeks }).catch(failed);
    await script.next();
    await vi.advanceTimersByTimeAsync(weeks - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(failed).toHaveBeenCalledOnce();
  });

  test("ends each of many calls when its own is over", async () => {
    const { client } = await openLegacy();
    vi.useFakeTimers();
    const ends: number[] = [];
    for (const timeout of [300, 100, 200, 400])
      client
        .request("tools/call", params, { timeout })
        .catch(() => ends.push(timeout));
    await vi.advanceTimersByTimeAsync(250);
    expect(ends).toEqual([100, 200]);
    await vi.advanceTimersByTimeAsync(250);
    expect(ends).toEqual([100, 200, 300, 400]);
  });
});

describe("progress", () => {
  test("stops with the call, and brings its total and message", async () => {
    const { client, script } = await openLegacy();
    const onProgress = vi.fn();
    const call = client.request("tools/call", params, { onProgress });
    const request = await script.next();
    const progressToken = request.id;
    const told = { progressToken, progress: 1, total: 2, message: "half" };
    script.notify("notifications/progress", told);
    script.answer(request, { content });
    script.notify("notifications/progress", { progressToken, progress: 2 });
    await call;
    await settle();
    expect(onProgress.mock.calls).toEqual([
      [{ progress: 1, total: 2, message: "half" }],
    ]);
  });

  test("whose hearer throws is reported, and harms no call", async () => {
    const onError = vi.fn();
    const { client, script } = await openLegacy({ onError });
    const onProgress = (): void => {
      throw new Error("broken hearer");
    };
    const call = client.request("tools/call", params, { onProgress });
    const request = await script.next();
    const told = { progressToken: request.id, progress: 1 };
    script.notify("notifications/progress", told);
    script.answer(request, { content });
    expect(await call).toEqual({ content });
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      message: "broken hearer",
    });
  });

  test("keeps what else the params say in _meta", async () => {
    const { client, script } = await openLegacy();
    void client
      .request(
        "tools/call",
        { name: "a", _meta: { trace: "t" } },
        {
          onProgress() {},
        },
      )
      .catch(() => {});
    const { id, params: sent } = await script.next();
    expect(sent).toEqual({
      name: "a",
      _meta: { trace: "t", progressToken: id },
    });
  });
});

describe("a signal", () => {
  test("that aborted before keeps a call from being sent", async () => {
    const { client, script } = await openLegacy();
    const signal = AbortSignal.abort("never mind");
    const call = client.request("tools/call", params, { signal });
    await expect(call).rejects.toBeInstanceOf(CancelledError);
    await expect(call).rejects.toMatchObject({
      kind: "cancelled",
      message: "never mind",
      cause: "never mind",
    });
    await settle();
    expect(script.sent).toHaveLength(2);
  });

  test("that aborts ends the call and tells the server", async () => {
    const { client, script } = await openLegacy();
    const controller = new AbortController();
    const { signal } = controller;
    const call = client.request("tools/call", params, { signal });
    const request = await script.next();
    controller.abort(new Error("enough"));
    await expect(call).rejects.toMatchObject({ kind: "cancelled" });
    expect(await script.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: request.id, reason: "enough" },
    });
    script.answer(request, { content });
    await settle();
    expect(script.sent).toHaveLength(4);
  });

  test("that aborts after the answer tells nothing, and is left alone", async () => {
    const { client, script } = await openLegacy();
    const controller = new AbortController();
    const { signal } = controller;
    const removed = vi.spyOn(signal, "removeEventListener");
    const call = client.request("tools/call", params, { signal });
    script.answer(await script.next(), { content });
    await call;
    expect(removed).toHaveBeenCalledOnce();
    controller.abort();
    await settle();
    expect(script.sent).toHaveLength(3);
  });
});

describe("what cannot be sent", () => {
  test("is a call of what the server does not declare", async () => {
    const { client, script } = await openBare();
    const call = client.request("tools/call", params);
    await expect(call).rejects.toMatchObject({
      kind: "protocol",
      message: 'tools/call: the server does not declare "tools"',
    });
    expect(script.sent).toHaveLength(2);
  });

  test("is a method that the revision lacks, or that only servers call", async () => {
    const { client, script } = await openLegacy();
    for (const method of ["tools/list", "roots/list", "constructor"])
      await expect(client.request(method, {})).rejects.toMatchObject({
        kind: "protocol",
        code: -32601,
        message: `${method} is no request to a server in 1`,
      });
    await expect(
      client.notify("notifications/message", {}),
    ).rejects.toMatchObject({ kind: "protocol" });
    expect(script.sent).toHaveLength(2);
  });

  test("is a notification of what the client does not declare", async () => {
    const { client, script } = await openLegacy();
    await expect(
      client.notify("notifications/roots/list_changed", undefined),
    ).rejects.toThrow('this client does not declare "roots.listChanged"');
    expect(script.sent).toHaveLength(2);
  });

  test("is what is no object, or has no JSON form", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const wrong of [5, "a", [], null, cycle, { name: 5n }])
      await expect(client.request("tools/call", wrong)).rejects.toMatchObject({
        kind: "invalid",
        path: ["params"],
      });
    for (const wrong of [5, cycle])
      await expect(
        client.notify("notifications/cancelled", wrong),
      ).rejects.toMatchObject({ kind: "invalid", path: ["params"] });
    expect(script.sent).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a connection that closes", () => {
  test("rejects what waits, and what comes after", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const call = client.request("tools/call", params);
    await script.next();
    script.die("killed");
    await expect(call).rejects.toBeInstanceOf(TransportError);
    await expect(call).rejects.toMatchObject({
      kind: "transport",
      message: "the connection broke: killed",
    });
    await expect(client.request("ping", undefined)).rejects.toMatchObject({
      kind: "transport",
      message: "the client is not connected",
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is one whose server will say no more", async () => {
    const { client, script } = await openLegacy();
    const call = client.request("tools/call", params);
    await script.next();
    script.end();
    await expect(call).rejects.toMatchObject({ kind: "transport" });
    expect(script.open).toBe(false);
    expect(client.protocolVersion).toBeUndefined();
  });

  test("does not wait for what the client was still to answer", async () => {
    const listRoots = vi.fn(() => new Promise(() => {}));
    const { script } = await openLegacy({ handlers: { listRoots } });
    script.receive({ jsonrpc: "2.0", id: "s", method: "roots/list" });
    expect(listRoots).toHaveBeenCalledOnce();
    script.end();
    await settle();
    expect(script.open).toBe(false);
  });
});

describe("ids", () => {
  test("are never used again, also on the next connection", async () => {
    const { client, script } = await openLegacy();
    script.die();
    await settle();
    const second = createScript(legacyServer("1"));
    await client.connect(second);
    void client.request("ping", undefined).catch(() => {});
    await settle();
    const idsOf = (sent: readonly { id?: number | string }[]): unknown[] =>
      sent.map(({ id }) => id).filter((id) => id !== undefined);
    const ids = [...idsOf(script.sent), ...idsOf(second.sent)];
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
  });
});
