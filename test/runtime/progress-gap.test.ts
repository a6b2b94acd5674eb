import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { UntypedCaller } from "../../src/runtime/peer/caller.ts";
import type { Context } from "../../src/runtime/peer/context.ts";
import { progressGap } from "../../src/runtime/peer/transport.ts";
import { createByteStreamTransport } from "../../src/runtime/stdio/byte-stream.ts";
import { HandInput, HandOutput } from "./byte-pair.ts";
import {
  all,
  initializeAs,
  notification,
  request,
  serverOf,
} from "./revisions.ts";
import { done } from "./slow-server.ts";
import { settle } from "./wait.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Subject {
  readonly input: HandInput;
  /** Methods, and ids of responses, of the messages in each write. */
  readonly writes: () => unknown[][];
  call(...ids: number[]): Promise<void>;
  /** Lets time pass. */
  pass(milliseconds: number): Promise<void>;
}

/** A server on a byte stream, with a call to a handler; all calls ask for progress. */
async function serve(
  handle: (context: Context) => unknown,
  revision = "2025-11-25",
): Promise<Subject> {
  const server = serverOf(all, {
    capabilities: { logging: {} },
    onError() {},
    handlers: { callTool: (_: unknown, context: Context) => handle(context) },
  });
  const input = new HandInput();
  const output = new HandOutput();
  server.connect(createByteStreamTransport(input, output));
  const push = (value: unknown): Promise<void> => {
    input.push(`${JSON.stringify(value)}\n`);
    return settle();
  };
  await push(initializeAs(revision));
  await push(notification("notifications/initialized"));
  output.writes.length = 0;
  return {
    input,
    writes: () => output.writes.map(kinds),
    call(...ids) {
      const calls = ids.map((id) =>
        request(id, "tools/call", { name: "a", _meta: { progressToken: id } }),
      );
      return push(ids.length === 1 ? calls[0] : calls);
    },
    async pass(milliseconds) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await settle();
    },
  };
}

function kinds(text: string): unknown[] {
  const values = text
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  return values.flat().map((value) => {
    const { method, id } = value as { method?: string; id?: unknown };
    return method?.replace("notifications/", "") ?? id;
  });
}

const now = Promise.resolve();

describe("a response on a byte stream", () => {
  test.each<[string, (context: Context) => unknown]>([
    ["returned", () => done],
    ["resolved", () => now.then(() => done)],
    [
      "behind a log message",
      (context) => {
        context.log("error", "broken");
        return done;
      },
    ],
  ])("%s is sent at once without progress", async (_, handle) => {
    const { call, writes } = await serve(handle);
    await call(1);
    expect(writes().flat()).toContain(1);
    expect(writes()).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[string, (context: Context) => unknown]>([
    ["returned", () => done],
    ["resolved", () => now.then(() => done)],
    [
      "of an error that was thrown",
      () => {
        throw new Error("no");
      },
    ],
    ["of a rejection", () => Promise.reject(new Error("no"))],
  ])("%s waits after progress", async (_, answer) => {
    const { call, writes, pass } = await serve((context) => {
      context.progress(1);
      return answer(context);
    });
    await call(1);
    expect(writes()).toEqual([["progress"]]);
    await pass(progressGap - 1);
    expect(writes()).toEqual([["progress"]]);
    await pass(1);
    expect(writes()).toEqual([["progress"], [1]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("waits after progress that the handler sends by itself", async () => {
    const { call, writes, pass } = await serve(async ({ peer, meta }) => {
      const params = { progressToken: meta["progressToken"], progress: 1 };
      await (peer as UntypedCaller).notify("notifications/progress", params);
      return done;
    });
    await call(1);
    expect(writes()).toEqual([["progress"]]);
    await pass(progressGap);
    expect(writes()).toEqual([["progress"], [1]]);
  });

  test("waits for the rest of the time only", async () => {
    const { call, writes, pass } = await serve(async (context) => {
      context.progress(1);
      await new Promise((resolve) => setTimeout(resolve, progressGap - 1));
      return done;
    });
    await call(1);
    await pass(progressGap - 1);
    expect(writes()).toEqual([["progress"]]);
    await pass(1);
    expect(writes()).toEqual([["progress"], [1]]);
  });

  test("does not hold back those of other calls", async () => {
    let calls = 0;
    const { call, writes, pass } = await serve((context) => {
      if (++calls === 1) context.progress(1);
      return done;
    });
    await call(1);
    await call(2);
    expect(writes()).toEqual([["progress"], [2]]);
    await pass(progressGap);
    expect(writes()).toEqual([["progress"], [2], [1]]);
  });

  test("waits in a batch as well", async () => {
    const { call, writes, pass } = await serve((context) => {
      if (context.id === 2) context.progress(1);
      return done;
    }, "2025-03-26");
    await call(1, 2);
    expect(writes()).toEqual([["progress"]]);
    await pass(progressGap);
    expect(writes()).toEqual([["progress"], [1, 2]]);
  });

  test("is still sent at the end of input", async () => {
    const { call, input, writes, pass } = await serve((context) => {
      context.progress(1);
      return done;
    });
    await call(1);
    input.emit("end");
    await pass(progressGap);
    expect(writes()).toEqual([["progress"], [1]]);
  });
});
