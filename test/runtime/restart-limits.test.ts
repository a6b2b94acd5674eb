import { afterEach, describe, expect, test, vi } from "vitest";
import { at, call, dying, legacyOne, modernOne, start } from "./restarts.ts";
import { createScript, legacyServer, settle } from "./script.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("starting again", () => {
  test("is given up after so many attempts, each after twice the time", async () => {
    const onError = vi.fn();
    const { client, scripts } = await start(
      [legacyOne, dying],
      { attempts: 3, delayMs: 100 },
      { onError },
    );
    const times: number[] = [];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const subscription = await client.listen({ toolsListChanged: true });
    at(scripts, 0).die("killed");
    await settle();
    const waiting = client.request("tools/call", call);
    const rejected = expect(waiting).rejects.toMatchObject({
      kind: "transport",
    });
    let count = scripts.length;
    for (let time = 0; time <= 2_000; time += 10) {
      await vi.advanceTimersByTimeAsync(10);
      if (scripts.length > count) times.push(time + 10);
      count = scripts.length;
    }
    await rejected;
    expect(times).toEqual([100, 300, 700]);
    expect(await subscription.closed).toMatchObject({ kind: "transport" });
    expect(onError).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends also for a server that starts well and dies again and again", async () => {
    const { client, scripts } = await start(
      [modernOne],
      { attempts: 2, delayMs: 1 },
      { onError() {} },
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    for (let round = 0; round < 5; round++) {
      scripts.at(-1)?.die("crash");
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(scripts).toHaveLength(3);
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      kind: "transport",
    });
  });

  test("begins to count anew for a server that has lived for a while", async () => {
    const { client, scripts } = await start([modernOne], {
      attempts: 1,
      delayMs: 1,
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    for (let round = 0; round < 3; round++) {
      await vi.advanceTimersByTimeAsync(61_000);
      scripts.at(-1)?.die("crash");
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(scripts).toHaveLength(4);
    expect(await client.request("tools/call", call)).toMatchObject({
      content: [],
    });
  });

  test("ends when the client is closed: while it waits, and while it connects", async () => {
    for (const wait of [0, 150]) {
      vi.useRealTimers();
      const { client, scripts } = await start([modernOne, () => {}]);
      vi.useFakeTimers({
        toFake: ["setTimeout", "clearTimeout", "performance"],
      });
      at(scripts, 0).die();
      await settle();
      const waiting = client.request("tools/call", call);
      const rejected = expect(waiting).rejects.toMatchObject({
        kind: "transport",
      });
      await vi.advanceTimersByTimeAsync(wait);
      await client.close();
      await rejected;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(scripts).toHaveLength(wait === 0 ? 1 : 2);
      expect(scripts.every(({ open }) => !open)).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test("does not outlive the client: it can connect to another server at once", async () => {
    const { client, scripts } = await start([modernOne]);
    at(scripts, 0).die();
    await settle();
    await client.close();
    await client.connect(createScript(legacyOne));
    expect(client.protocolVersion).toBe("2");
    await client.close();
  });
});

describe("a call that waits for a server to start again", () => {
  test("can be cancelled", async () => {
    const { client, scripts } = await start([modernOne], { delayMs: 10_000 });
    at(scripts, 0).die();
    await settle();
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = client.request("tools/call", call, { signal });
    controller.abort("enough");
    await expect(waiting).rejects.toMatchObject({ kind: "cancelled" });
    await expect(
      client.request("tools/call", call, { signal }),
    ).rejects.toMatchObject({ kind: "cancelled" });
    await client.close();
  });

  test("waits no longer than it may", async () => {
    const { client, scripts } = await start([modernOne], { delayMs: 10_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    at(scripts, 0).die();
    await settle();
    const failed = vi.fn();
    client.request("tools/call", call, { timeout: 50 }).catch(failed);
    await vi.advanceTimersByTimeAsync(51);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ kind: "timeout" });
    await client.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a server that answers no ping", () => {
  test("is started again like one that died", async () => {
    vi.useFakeTimers({
      toFake: [
        "setTimeout",
        "clearTimeout",
        "setInterval",
        "clearInterval",
        "performance",
      ],
    });
    const silent = legacyServer("2");
    const { client, scripts } = await start(
      [silent, legacyOne],
      { delayMs: 100 },
      { keepAlive: { intervalMs: 1_000, timeoutMs: 200 } },
    );
    await vi.advanceTimersByTimeAsync(1_301);
    expect(scripts).toHaveLength(2);
    expect(await client.request("tools/call", call)).toMatchObject({
      content: [],
    });
    await client.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
