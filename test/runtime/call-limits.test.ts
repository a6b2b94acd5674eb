import { afterEach, describe, expect, test, vi } from "vitest";
import { CancelledError } from "../../src/runtime/protocol/errors.ts";
import { settle } from "./script.ts";
import { legacy } from "./client-tables.ts";
import { createClient, openLegacy } from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

const content: unknown[] = [];
const params = { name: "a" };

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
    const endless = { timeout: Infinity, totalTimeout: Infinity };
    const call = client.request("tools/call", params, endless);
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
    const options = { timeout: weeks, totalTimeout: Infinity };
    client.request("tools/call", params, options).catch(failed);
    await script.next();
    await vi.advanceTimersByTimeAsync(weeks - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(failed).toHaveBeenCalledOnce();
  });

  test("in all is an hour by default, however much progress there is", async () => {
    const { client, script } = await openLegacy();
    vi.useFakeTimers();
    const failed = vi.fn();
    const onProgress = vi.fn();
    client.request("tools/call", params, { onProgress }).catch(failed);
    const { id } = await script.next();
    for (let minutes = 0; minutes < 120; minutes++) {
      const params = { progressToken: id, progress: minutes };
      script.notify("notifications/progress", params);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(failed).toHaveBeenCalledTimes(minutes < 119 ? 0 : 1);
    }
    expect(failed.mock.calls[0]?.[0]).toMatchObject({
      kind: "timeout",
      message: "tools/call: no answer within 3600000 ms in all",
    });
    expect(await script.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: id },
    });
  });

  test("is the client's own where a call does not say", async () => {
    const { client, script } = await openLegacy({
      timeout: 200,
      totalTimeout: 500,
    });
    vi.useFakeTimers();
    const ends: unknown[] = [];
    const failed = (error: unknown): void => void ends.push(error);
    client.request("tools/call", params).catch(failed);
    await script.next();
    await vi.advanceTimersByTimeAsync(200);
    expect(ends.splice(0)).toMatchObject([
      { message: "tools/call: no answer within 200 ms" },
    ]);
    await script.next();
    client.request("tools/call", params, { timeout: 900 }).catch(failed);
    await script.next();
    await vi.advanceTimersByTimeAsync(500);
    expect(ends).toMatchObject([
      { message: "tools/call: no answer within 500 ms in all" },
    ]);
  });

  test.each([0, -1, NaN, "10"])("is not %o", async (bad) => {
    const { client, script } = await openLegacy();
    const sent = script.sent.length;
    for (const name of ["timeout", "totalTimeout"]) {
      const reason = new TypeError(
        `${name} is a number of milliseconds above 0, or Infinity, not ${JSON.stringify(bad) ?? ""}`.replace(
          "null",
          "NaN",
        ),
      );
      const options = { [name]: bad };
      expect(() => createClient([legacy("1")], options)).toThrow(reason);
      await expect(
        client.request("tools/call", params, options),
      ).rejects.toThrow(reason);
    }
    expect(script.sent).toHaveLength(sent);
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
