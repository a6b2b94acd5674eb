import { afterEach, describe, expect, test, vi } from "vitest";
import type { Sent } from "../script.ts";
import {
  hello,
  inTurn,
  openOwn,
  outcome,
  own,
  refusal,
  type Answers,
} from "./client-server.ts";

afterEach(() => {
  vi.useRealTimers();
});

const working = own("working", { pollInterval: 300 });

/** A server whose tool can be called as a task, or has to be. */
function server(
  taskSupport: string,
  get: () => object,
  more: Answers = {},
): Answers {
  return {
    "tools/list": () => ({
      tools: [
        { name: "other", inputSchema: { type: "object" } },
        {
          name: "slow",
          inputSchema: { type: "object" },
          execution: { taskSupport },
        },
      ],
    }),
    "tools/call": ({ task }) => (task ? { task: working } : hello),
    "tasks/get": get,
    "tasks/result": () => hello,
    "tasks/cancel": () => own("cancelled"),
    ...more,
  };
}

const completed = own("completed");
const slow = { name: "slow" };

describe("a tool that has to be called as a task", () => {
  test("is, once it was listed, and its result is fetched when it is over", async () => {
    const { client, sent, times } = await openOwn(
      server("required", inTurn(working, completed)),
    );
    await client.request("tools/list", {});
    const call = client.request("tools/call", slow);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toEqual(hello);
    expect(sent("tools/call")).toEqual([{ ...slow, task: {} }]);
    expect(times("tasks/get")).toEqual([300, 600]);
    expect(sent("tasks/result")).toEqual([{ taskId: "t1" }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ["an error", refusal(-32_601, "as a task")],
    ["an error of a kind of its own", refusal(-32_600, "as a task")],
    [
      "a result that is one",
      { isError: true, content: [{ type: "text", text: "as a task" }] },
    ],
  ])(
    "and was not listed is looked up when %s says no, and called again",
    async (_, no) => {
      const { client, sent } = await openOwn(
        server("required", () => completed, {
          "tools/call": ({ task }) => (task ? { task: working } : no),
        }),
      );
      const call = client.request("tools/call", slow);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await call).toEqual(hello);
      expect(sent("tools/call")).toEqual([slow, { ...slow, task: {} }]);
      const again = client.request("tools/call", slow);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await again).toEqual(hello);
      // From now on it is known.
      expect(sent("tools/call")).toHaveLength(3);
      expect(sent("tools/list")).toHaveLength(1);
    },
  );

  test("is called again though it was listed while its refusal was on its way", async () => {
    let refuse = (): void => {};
    const { client, sent } = await openOwn(
      server("required", () => completed, {
        "tools/call"({ task }, message, script) {
          if (task) return { task: working };
          const no = { code: -32_601, message: "as a task" };
          refuse = () => script.refuse(message, no);
          return undefined;
        },
      }),
    );
    const call = client.request("tools/call", slow);
    await client.request("tools/list", {});
    refuse();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toEqual(hello);
    expect(sent("tools/call")).toEqual([slow, { ...slow, task: {} }]);
  });

  test("ends with its task when its signal fires, also if it was called again", async () => {
    const { client, sent } = await openOwn(
      server("required", () => working, {
        "tools/call": ({ task }) =>
          task ? { task: working } : refusal(-32_601),
      }),
    );
    const controller = new AbortController();
    const { signal } = controller;
    const call = outcome(client.request("tools/call", slow, { signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort("enough");
    expect(await call).toMatchObject({ kind: "cancelled", message: "enough" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent("tasks/cancel")).toEqual([{ taskId: "t1" }]);
    expect(sent("notifications/cancelled")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a refusal that says something else", () => {
  test.each([
    ["of a tool that is no task", "forbidden", {}],
    [
      "of a server that lists nothing",
      "required",
      {
        "tools/list": () => refusal(-32_603),
      },
    ],
  ])("%s is the call's", async (_, support, more) => {
    const { client, sent } = await openOwn(
      server(support, () => completed, {
        "tools/call": () => refusal(-32_601, "what?"),
        ...more,
      }),
    );
    const call = outcome(client.request("tools/call", slow));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toMatchObject({ code: -32_601, message: "what?" });
    expect(sent("tools/call")).toHaveLength(1);
  });

  test("of a server without tasks lists nothing", async () => {
    const { client, sent } = await openOwn(
      server("required", () => completed, {
        "tools/call": () => refusal(-32_601, "what?"),
      }),
      { capabilities: { tools: {} } },
    );
    await client.request("tools/list", {});
    const call = outcome(client.request("tools/call", slow));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toMatchObject({ code: -32_601 });
    expect(sent("tools/call")).toEqual([slow]);
    expect(sent("tools/list")).toHaveLength(1);
  });
});

describe("a tool that can be called as a task", () => {
  test("is called without", async () => {
    const { client, sent } = await openOwn(server("optional", () => completed));
    await client.request("tools/list", {});
    expect(await client.request("tools/call", slow)).toEqual(hello);
    expect(sent("tools/call")).toEqual([slow]);
  });

  test("gives the task to who asks for it by the param", async () => {
    const { client } = await openOwn(server("optional", () => completed));
    const asked = { ...slow, task: { ttl: 1_000 } };
    expect(await client.request("tools/call", asked)).toEqual({
      task: working,
    });
  });
});

/** Opens a call of a tool that has to be a task, and was listed. */
async function openListed(
  get: () => object,
  more: Answers = {},
  opening: Parameters<typeof openOwn>[1] = {},
): Promise<Awaited<ReturnType<typeof openOwn>> & { call: Promise<unknown> }> {
  const opened = await openOwn(server("required", get, more), opening);
  await opened.client.request("tools/list", {});
  const call = outcome(opened.client.request("tools/call", slow));
  return { ...opened, call };
}

test("how far a task is, is told as of any call", async () => {
  const { client, script } = await openOwn(server("required", () => working));
  await client.request("tools/list", {});
  const onProgress = vi.fn();
  const { signal, abort } = aborting();
  const call = outcome(
    client.request("tools/call", slow, { onProgress, signal }),
  );
  await vi.advanceTimersByTimeAsync(400);
  const { _meta } = sentMeta(script.sent);
  script.notify("notifications/progress", { ..._meta, progress: 1 });
  await vi.advanceTimersByTimeAsync(1);
  expect(onProgress).toHaveBeenCalledWith({ progress: 1 });
  abort();
  await call;
  script.notify("notifications/progress", { ..._meta, progress: 2 });
  await vi.advanceTimersByTimeAsync(1);
  expect(onProgress).toHaveBeenCalledTimes(1);
});

/** The params of the call of a tool, as far as its progress goes. */
function sentMeta(sent: readonly Sent[]): { readonly _meta: object } {
  const call = sent.find(({ method }) => method === "tools/call");
  return call?.params as unknown as { readonly _meta: object };
}

function aborting(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe("a task that is over", () => {
  test("and failed has the result of a tool that did", async () => {
    const failed = { isError: true, content: [] };
    const { call } = await openListed(() => own("failed"), {
      "tasks/result": () => failed,
    });
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toEqual(failed);
  });

  test("and failed has the server's error", async () => {
    const { call, sent } = await openListed(() => own("failed"), {
      "tasks/result": () => refusal(-32_000, "rate limit"),
    });
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toMatchObject({ code: -32_000, message: "rate limit" });
    expect(sent("tasks/cancel")).toEqual([]);
  });

  test("and was cancelled has no result to be fetched", async () => {
    const { call, sent } = await openListed(() => own("cancelled"));
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toMatchObject({ kind: "cancelled" });
    expect(sent("tasks/result")).toEqual([]);
  });

  test("and gives what is no result of the method", async () => {
    const { call } = await openListed(() => completed, {
      "tasks/result": () => ({ content: "hello" }),
    });
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toMatchObject({ kind: "invalid" });
  });

  test("is told by a notification before the next poll", async () => {
    const { call, script, sent } = await openListed(() => working);
    await vi.advanceTimersByTimeAsync(100);
    script.notify(
      "notifications/tasks/status",
      own("working", { taskId: "t2" }),
    );
    script.notify("notifications/tasks/status", completed);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toEqual(hello);
    expect(sent("tasks/get")).toEqual([]);
  });
});

describe("a task that wants input", () => {
  const asking = own("input_required", { pollInterval: 300 });
  const question = {
    jsonrpc: "2.0",
    id: "q",
    method: "elicitation/create",
    params: {
      message: "Sure?",
      requestedSchema: { type: "object", properties: {} },
      _meta: { "io.modelcontextprotocol/related-task": { taskId: "t1" } },
    },
  };
  const settings = {
    handlers: { elicit: () => ({ action: "accept", content: {} }) },
  };

  test("has its result fetched at once, and is asked what it wants meanwhile", async () => {
    const { call, sent, script } = await openListed(
      inTurn(asking, asking, working),
      {
        "tasks/result": (_, message, script) => {
          script.receive(question);
          setTimeout(() => script.answer(message, hello), 1_000);
          return undefined;
        },
      },
      { settings },
    );
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await call).toEqual(hello);
    expect(sent("tasks/result")).toHaveLength(1);
    expect(sent("tasks/get")).toHaveLength(4);
    expect(script.sent.find(({ id }) => id === "q")).toMatchObject({
      result: {
        action: "accept",
        _meta: { "io.modelcontextprotocol/related-task": { taskId: "t1" } },
      },
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ["refuses", () => refusal(-32_603, "not yet")],
    ["never answers", () => undefined],
  ])("is polled on where the server %s that", async (_, early) => {
    let fetched = 0;
    const { call, sent } = await openListed(
      inTurn(asking, working, completed),
      { "tasks/result": () => (fetched++ === 0 ? early() : hello) },
      { settings: { ...settings, timeout: 10_000 } },
    );
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await call).toEqual(hello);
    expect(sent("tasks/result")).toHaveLength(2);
  });

  test("has its result fetched when it is over, where the client has no handler to be asked", async () => {
    const { call, sent } = await openListed(
      inTurn(asking, asking, asking, completed),
    );
    await vi.advanceTimersByTimeAsync(950);
    expect(sent("tasks/get")).toHaveLength(3);
    expect(sent("tasks/result")).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toEqual(hello);
    expect(sent("tasks/result")).toHaveLength(1);
  });
});
