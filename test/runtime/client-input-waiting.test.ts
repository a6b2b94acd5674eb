import { afterEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import {
  asking,
  carried,
  done,
  elicit,
  handlers,
  roots,
} from "./client-questions.ts";
import { settle } from "./script.ts";
import { openModern, type Opened } from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
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
