import { afterEach, describe, expect, test, vi } from "vitest";
import { CancelledError } from "../../src/runtime/wire/errors.ts";
import { settle } from "./script.ts";
import { openLegacy } from "./test-client.ts";

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
