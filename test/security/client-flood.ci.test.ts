import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ClientSettings } from "../../src/runtime/client/create-client.ts";
import type { Receiver } from "../../src/runtime/peer/transport.ts";
import type { Progress } from "../../src/runtime/protocol/progress.ts";
import { legacy } from "../runtime/client-tables.ts";
import { createScript, legacyServer, type Sent } from "../runtime/script.ts";
import { createClient } from "../runtime/test-client.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const many = 3_000;

/** A client of a scripted server, and what is told of it. */
async function connected(settings: Partial<ClientSettings> = {}) {
  const told: Error[] = [];
  const script = createScript(legacyServer("1"));
  let receiver: Receiver | undefined;
  const client = createClient([legacy("1")], {
    onError: (error) => told.push(error),
    ...settings,
  });
  await client.connect({
    ...script,
    start(one) {
      receiver = one;
      script.start(one);
    },
  });
  await script.next();
  await script.next();
  const unreadable = (text: string): void =>
    receiver?.unreadable(`a line is not JSON: "${text.slice(0, 80)}"`, text);
  return { client, script, told, unreadable };
}

/** How many reports there were, those that were only counted as well. */
function countOf(told: readonly Error[]): number {
  const silent = told.map(({ message }) => /^(\d+) more/.exec(message)?.[1]);
  return silent.reduce((sum, count) => sum + Number(count ?? 1), 0);
}

describe("a server that floods a client is told of by number:", () => {
  type Flood = Awaited<ReturnType<typeof connected>>;
  // Of one error of a handler more is told: somebody may look for it.
  test.each<[string, (server: Flood, index: number) => void, number?]>([
    ["what is no JSON", ({ unreadable }, index) => unreadable(`junk ${index}`)],
    ["no message", ({ script }, index) => script.receive({ index })],
    [
      "answers to nothing",
      ({ script }, index) =>
        script.receive({ jsonrpc: "2.0", id: `x${index}`, result: {} }),
    ],
    [
      "errors without an id",
      ({ script }, index) =>
        script.receive({
          jsonrpc: "2.0",
          error: { code: -32000 - index, message: `error ${index}` },
        }),
    ],
    [
      "batches",
      ({ script }) => script.receive([{ jsonrpc: "2.0", method: "a" }]),
    ],
    [
      "what a handler fails at",
      ({ script }) => script.notify("notifications/tools/list_changed", {}),
      20,
    ],
  ])("%s", async (_, flood, limit = 5) => {
    const handlers = {
      toolListChanged() {
        throw new Error("the handler failed");
      },
    };
    const server = await connected({ handlers });
    for (let index = 0; index < many; index++) flood(server, index);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.told.length).toBeLessThanOrEqual(limit);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.told.length).toBeLessThanOrEqual(limit + 1);
    expect(countOf(server.told)).toBe(many);
    for (const { message } of server.told)
      expect(message.length).toBeLessThan(500);
  });

  test("of all kinds at once, and in words of its own", async () => {
    const { client, script, told, unreadable } = await connected();
    for (let index = 0; index < many; index++) {
      unreadable("x".repeat(index % 1_000));
      script.receive({ jsonrpc: "2.0", id: index + 100, result: {} });
      const message = `${index} `.repeat(index % 500);
      script.receive({ jsonrpc: "2.0", error: { code: index, message } });
      script.receive({ index });
    }
    expect(told.length).toBeLessThan(40);
    await client.close();
    expect(told.length).toBeLessThan(60);
    expect(countOf(told)).toBe(4 * many);
  });

  test("what it says is repeated in part", async () => {
    const { script, told } = await connected();
    const message = "long ".repeat(1_000_000);
    script.receive({ jsonrpc: "2.0", error: { code: 1, message } });
    expect(told[0]?.message.length).toBeLessThan(3_000);
  });
});

describe("log messages", () => {
  test("that come too fast are passed over, and counted", async () => {
    const heard = vi.fn();
    const { client, script, told } = await connected({
      handlers: { loggingMessage: heard },
    });
    const params = { level: "info", data: "a" };
    for (let count = 0; count < many; count++)
      script.notify("notifications/message", params);
    expect(heard).toHaveBeenCalledTimes(1_000);
    expect(told).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    for (let count = 0; count < many; count++)
      script.notify("notifications/message", params);
    expect(heard).toHaveBeenCalledTimes(1_200);
    await client.close();
    expect(told).toHaveLength(2);
    expect(countOf(told)).toBe(2 * many - 1_200);
  });

  test("are all heard at a rate that somebody can follow", async () => {
    const heard = vi.fn();
    const { script, told } = await connected({
      handlers: { loggingMessage: heard },
    });
    for (let count = 0; count < 3_000; count++) {
      await vi.advanceTimersByTimeAsync(10);
      script.notify("notifications/message", { level: "info", data: count });
    }
    expect(heard).toHaveBeenCalledTimes(3_000);
    expect(told).toEqual([]);
  });
});

describe("progress", () => {
  async function calling(settings: Partial<ClientSettings> = {}) {
    const server = await connected(settings);
    const seen: number[] = [];
    const onProgress = ({ progress }: Progress): void => {
      seen.push(progress);
    };
    const call = server.client.request(
      "tools/call",
      { name: "a" },
      { onProgress },
    );
    const request: Sent = await server.script.next();
    const progress = (value: number): void =>
      server.script.notify("notifications/progress", {
        progressToken: request.id,
        progress: value,
      });
    return { ...server, seen, call, request, progress };
  }

  test("that comes too fast is told by its latest, and the rest counted", async () => {
    const { script, told, seen, call, request, progress } = await calling();
    for (let value = 1; value <= many; value++) progress(value);
    expect(seen).toHaveLength(100);
    await vi.advanceTimersByTimeAsync(50);
    expect(seen.slice(100)).toEqual([many]);
    for (let value = 1; value <= many; value++) progress(many + value);
    expect(seen.length).toBeLessThan(105);
    // What came last is told before the end.
    const ended = call.then(() => seen.at(-1));
    script.answer(request, { content: [] });
    expect(await ended).toBe(2 * many);
    expect(told.map(({ message }) => message)).toEqual([
      `tools/call: of its progress ${2 * many - seen.length} notifications were passed over, which came faster than 20 a second`,
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.at(-1)).toBe(2 * many);
  });

  test("is not told after the call was given up", async () => {
    const { client, seen, call, progress } = await calling();
    for (let value = 1; value <= 200; value++) progress(value);
    call.catch(() => {});
    await client.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toHaveLength(100);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is all told at a rate that somebody can look at", async () => {
    const { told, seen, progress } = await calling();
    for (let value = 1; value <= 1_000; value++) {
      await vi.advanceTimersByTimeAsync(50);
      progress(value);
    }
    expect(seen).toHaveLength(1_000);
    expect(told).toEqual([]);
  });

  test("that no call asked for goes to its handler at a rate too", async () => {
    const heard = vi.fn();
    const { client, script, told } = await connected({
      handlers: { progress: heard },
    });
    const params = { progressToken: "unknown", progress: 1 };
    for (let count = 0; count < many; count++)
      script.notify("notifications/progress", params);
    expect(heard).toHaveBeenCalledTimes(1_000);
    await client.close();
    expect(countOf(told)).toBe(many - 1_000);
  });
});
