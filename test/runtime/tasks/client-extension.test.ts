import { afterEach, describe, expect, test, vi } from "vitest";
import {
  InvalidMessageError,
  TransportError,
} from "../../../src/runtime/protocol/errors.ts";
import { createScript, modernServer, type Script } from "../script.ts";
import {
  createTaskClient,
  flat,
  hello,
  id,
  inTurn,
  openExtended,
  outcome,
  refusal,
  type Answers,
} from "./client-server.ts";

afterEach(() => {
  vi.useRealTimers();
});

const created = (more: object = {}): object => ({
  resultType: "task",
  ...flat("working", { pollIntervalMs: 300, ...more }),
});

const completed = flat("completed", { result: hello });
const ask = (message: string): object => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: { type: "object", properties: {} },
  },
});

/** A server whose one tool becomes a task that is polled. */
function server(get: () => object, more: Answers = {}): Answers {
  return {
    "tools/call": () => created(),
    "tasks/get": get,
    "tasks/update": () => ({}),
    "tasks/cancel": () => ({}),
    ...more,
  };
}

describe("a call that has become a task", () => {
  test("gives the result, and is polled as often as the server says from time to time", async () => {
    const { client, sent, times } = await openExtended(
      server(
        inTurn(
          flat("working", { pollIntervalMs: 300 }),
          flat("working", { pollIntervalMs: 1_000 }),
          completed,
        ),
      ),
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toMatchObject(hello);
    expect(times("tasks/get")).toEqual([300, 600, 1_600]);
    expect(sent("tasks/get")[0]).toMatchObject({ taskId: "t1" });
    expect(sent("tools/call")[0]).toMatchObject({
      _meta: {
        "io.modelcontextprotocol/clientCapabilities": {
          extensions: { [id]: {} },
        },
      },
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ["none at all", undefined, [1_000, 2_000]],
    ["none between", 0, [100, 200]],
    ["a year", 31_536_000_000, [300_000, 600_000]],
    ["less than nothing", -5, [1_000, 2_000]],
  ])("is polled within bounds, where the time is %s", async (_, ms, at) => {
    const { client, times } = await openExtended(
      server(inTurn(flat("working", { pollIntervalMs: ms }), completed), {
        "tools/call": () => created({ pollIntervalMs: ms }),
      }),
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(700_000);
    expect(await call).toMatchObject(hello);
    expect(times("tasks/get")).toEqual(at);
  });

  test("that failed fails with the server's error", async () => {
    const error = { code: -32_603, message: "rate limit", data: { left: 0 } };
    const { client, sent } = await openExtended(
      server(inTurn(flat("failed", { error }))),
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toMatchObject({ name: "ProtocolError", ...error });
    expect(sent("tasks/cancel")).toEqual([]);
  });

  test("that the server cancelled is cancelled, in its words", async () => {
    const { client, sent } = await openExtended(
      server(inTurn(flat("cancelled", { statusMessage: "out of\npaper" }))),
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toMatchObject({
      kind: "cancelled",
      message: "tools/call: its task was cancelled: out of\\u000apaper",
    });
    expect(sent("tasks/cancel")).toEqual([]);
  });

  test("that the server does not know any more fails, and says so without its id", async () => {
    const { client, sent } = await openExtended(
      server(() => refusal(-32_602, "Task has expired")),
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toMatchObject({
      code: -32_602,
      message:
        "tools/call: the task is unknown to the server, or has expired: Task has expired",
    });
    expect(sent("tasks/cancel")).toEqual([]);
  });

  test("is over when all of its time is, and is cancelled then", async () => {
    const { client, sent, times } = await openExtended(
      server(() => flat("working", { pollIntervalMs: 300 })),
    );
    const call = outcome(
      client.request("tools/call", { name: "slow" }, { totalTimeout: 1_000 }),
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toMatchObject({
      kind: "timeout",
      message: "tools/call: no answer within 1000 ms in all",
    });
    expect(times("tasks/get")).toEqual([300, 600, 900]);
    expect(times("tasks/cancel")).toEqual([1_000]);
    expect(sent("notifications/cancelled")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is cancelled by its own method when its signal fires, at once", async () => {
    const { client, sent } = await openExtended(
      server(() => flat("working", { pollIntervalMs: 300 })),
    );
    const { signal, abort } = aborting();
    const call = outcome(
      client.request("tools/call", { name: "slow" }, { signal }),
    );
    await vi.advanceTimersByTimeAsync(400);
    abort("enough");
    // Before anybody else has a turn: the client may be closed next.
    expect(await call).toMatchObject({ kind: "cancelled", message: "enough" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent("tasks/cancel")).toMatchObject([{ taskId: "t1" }]);
    expect(sent("tasks/get")).toHaveLength(1);
    expect(sent("notifications/cancelled")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that the server refuses to cancel is given up all the same", async () => {
    const { client, errors } = await openExtended(
      server(() => flat("working"), {
        "tasks/cancel": () => refusal(-32_603, "no"),
      }),
    );
    const { signal, abort } = aborting();
    const call = outcome(
      client.request("tools/call", { name: "slow" }, { signal }),
    );
    await vi.advanceTimersByTimeAsync(400);
    abort();
    expect(await call).toMatchObject({ kind: "cancelled" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(errors).toEqual([]);
  });

  test("is asked after again, each time later, when a poll is lost", async () => {
    let lost = 0;
    const { client, script, times } = await openExtended(
      server(() => completed, {
        "tasks/get": (_, message) => {
          if (lost++ === 3) return completed;
          lose(script, message.id);
          return undefined;
        },
      }),
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toMatchObject(hello);
    expect(times("tasks/get")).toEqual([300, 800, 1_800, 3_800]);
  });

  test("fails when poll after poll is lost", async () => {
    const { client, script, sent } = await openExtended(
      server(() => completed, {
        "tasks/get": (_, message) => void lose(script, message.id),
      }),
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await call).toMatchObject({ kind: "transport", message: "lost" });
    expect(sent("tasks/get")).toHaveLength(9);
  });

  test("fails with the connection, and asks nothing more", async () => {
    const { client, script, sent } = await openExtended(
      server(() => flat("working")),
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(400);
    script.die("killed");
    expect(await call).toMatchObject({ kind: "transport" });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(sent("tasks/cancel")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a server that dies while a task of its is followed, and is started again", () => {
  async function dying(
    get: () => object,
    attempts = 3,
  ): Promise<{
    readonly client: ReturnType<typeof createTaskClient>;
    readonly starts: Script[];
    readonly asked: string[];
  }> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const starts: Script[] = [];
    const asked: string[] = [];
    const settings = { onError: () => {} };
    const client = createTaskClient(undefined, { listen: false }, settings);
    const open = (): Script => {
      if (starts.length > attempts) throw new Error("it is gone");
      const script = createScript(
        modernServer(["2026-07-28"], (message) => {
          const { method = "" } = message;
          asked.push(`${starts.length} ${method}`);
          const answer =
            method === "tools/call"
              ? created()
              : method === "tasks/get"
                ? get()
                : {};
          if (message.id !== undefined) script.answer(message, answer);
        }),
      );
      starts.push(script);
      return script;
    };
    await client.connect(open, { restart: { attempts, delayMs: 100 } });
    return { client, starts, asked };
  }

  test("is asked after the task that it may know still", async () => {
    const get = inTurn(
      flat("working", { pollIntervalMs: 300 }),
      flat("working", { pollIntervalMs: 300 }),
      completed,
    );
    const { client, starts, asked } = await dying(get);
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(400);
    starts[0]?.die("killed");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toMatchObject(hello);
    expect(asked).toEqual([
      "1 tools/call",
      "1 tasks/get",
      "2 tasks/get",
      "2 tasks/get",
    ]);
    expect(vi.getTimerCount()).toBe(0);
    await client.close();
  });

  test("within the time of the call", async () => {
    const { client, starts, asked } = await dying(() =>
      flat("working", { pollIntervalMs: 300 }),
    );
    const call = outcome(
      client.request("tools/call", { name: "slow" }, { totalTimeout: 1_000 }),
    );
    await vi.advanceTimersByTimeAsync(400);
    starts[0]?.die("killed");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toMatchObject({
      kind: "timeout",
      message: "tools/call: no answer within 1000 ms in all",
    });
    expect(asked.at(-1)).toBe("2 tasks/cancel");
    expect(vi.getTimerCount()).toBe(0);
    await client.close();
  });

  test("and fails when it cannot be started again, or nobody wants it", async () => {
    const working = (): object => flat("working");
    const { client, starts } = await dying(working, 1);
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(400);
    starts[0]?.die("killed");
    await vi.advanceTimersByTimeAsync(200);
    starts[1]?.die("killed");
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.race([call, "waits"])).toMatchObject({
      kind: "transport",
      message: "the server dies again and again",
    });
    const next = await dying(working);
    const other = outcome(next.client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(400);
    await next.client.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(await Promise.race([other, "waits"])).toMatchObject({
      kind: "transport",
    });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("an answer that is none", () => {
  test("a task where a method has no task", async () => {
    const { client } = await openExtended({
      "tools/list": () => created(),
    });
    const call = outcome(client.request("tools/list", {}));
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toBeInstanceOf(InvalidMessageError);
  });

  test("another task than the one that was asked for", async () => {
    const { client, sent } = await openExtended(
      server(() => flat("working", { taskId: "t2" })),
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toMatchObject({
      kind: "invalid",
      message:
        "tools/call: the server responded with another task than requested",
    });
    expect(sent("tasks/cancel")).toMatchObject([{ taskId: "t1" }]);
  });

  test.each([
    ["no result of the method", { content: 1 }],
    ["a task again", { resultType: "task", ...flat("working") }],
    ["a question", { resultType: "input_required", inputRequests: {} }],
  ])("what is completed by %s", async (_, result) => {
    const { client, sent } = await openExtended(
      server(() => flat("completed", { result })),
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(300);
    expect(await call).toMatchObject({ kind: "invalid" });
    expect(sent("tasks/cancel")).toEqual([]);
  });

  test("what does not fit the output schema of the tool is told, once", async () => {
    const { client, errors } = await openExtended(
      server(
        () => flat("completed", { result: { ...hello, structuredContent: 1 } }),
        {
          "tools/list": () => ({
            ...{ ttlMs: 0, cacheScope: "private" },
            tools: [
              {
                name: "slow",
                inputSchema: { type: "object" },
                outputSchema: { type: "object" },
              },
            ],
          }),
        },
      ),
      {
        settings: {
          validate: { compile: () => () => [{ message: "unfit" }] },
        },
      },
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toMatchObject({ structuredContent: 1 });
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("what its output schema does not allow: unfit"),
    ]);
  });
});

describe("what a task asks for", () => {
  const both = flat("input_required", {
    pollIntervalMs: 300,
    inputRequests: { a: ask("A?"), b: ask("B?") },
  });
  const accept = { action: "accept", content: {} };

  test("is answered once by the client's handlers, all that comes together at once", async () => {
    const elicit = vi.fn(() => accept);
    const { client, sent } = await openExtended(
      server(inTurn(both, both, both, completed)),
      { settings: { handlers: { elicit } } },
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toMatchObject(hello);
    expect(elicit).toHaveBeenCalledTimes(2);
    expect(sent("tasks/update")).toMatchObject([
      { taskId: "t1", inputResponses: { a: accept, b: accept } },
    ]);
  });

  test("is answered in parts, while a person takes time for the rest", async () => {
    const elicit = async ({
      message,
    }: {
      message: string;
    }): Promise<object> => {
      if (message === "B?")
        await new Promise((done) => setTimeout(done, 1_000));
      return accept;
    };
    const { client, sent, times } = await openExtended(
      server(inTurn(both, both, both, both, both, completed)),
      { settings: { handlers: { elicit } } },
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toMatchObject(hello);
    expect(sent("tasks/update")).toMatchObject([
      { inputResponses: { a: accept } },
      { inputResponses: { b: accept } },
    ]);
    // It is polled meanwhile.
    expect(times("tasks/get")).toEqual([300, 600, 900, 1_200, 1_500, 1_800]);
  });

  test("is not answered any more when the task is over", async () => {
    let signal: AbortSignal | undefined;
    const elicit = (_: unknown, context: { signal: AbortSignal }): unknown => {
      ({ signal } = context);
      return new Promise(() => {});
    };
    const { client, sent } = await openExtended(
      server(inTurn(both, both, flat("cancelled"))),
      { settings: { handlers: { elicit } } },
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(800);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toMatchObject({ kind: "cancelled" });
    expect(signal?.aborted).toBe(true);
    expect(sent("tasks/update")).toEqual([]);
  });

  test.each([
    ["nobody can answer", {}],
    [
      "whose handler fails",
      {
        handlers: {
          elicit: () => {
            throw new Error("no hands");
          },
        },
      },
    ],
  ])("and %s ends the call and the task", async (_, settings) => {
    const { client, sent } = await openExtended(
      server(() => both),
      { settings },
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toBeInstanceOf(Error);
    expect(sent("tasks/cancel")).toMatchObject([{ taskId: "t1" }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("without end is refused", async () => {
    let asked = 0;
    const { client, sent } = await openExtended(
      server(() =>
        flat("input_required", {
          pollIntervalMs: 0,
          inputRequests: { [`k${asked++}`]: ask("Again?") },
        }),
      ),
      { settings: { handlers: { elicit: () => accept } } },
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await call).toMatchObject({
      message: "tools/call: the server asks for ever",
    });
    expect(asked).toBe(1_001);
    expect(sent("tasks/cancel")).toHaveLength(1);
  });

  test("an update that is lost is sent again, and one that is refused ends the call", async () => {
    let updates = 0;
    const { client, script, sent } = await openExtended(
      server(() => both, {
        "tasks/update": (_, message) =>
          ++updates === 1
            ? void lose(script, message.id)
            : refusal(-32_602, "not what was asked for"),
      }),
      { settings: { handlers: { elicit: () => accept } } },
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toMatchObject({
      code: -32_602,
      message: "not what was asked for",
    });
    expect(sent("tasks/update")).toHaveLength(2);
  });

  test("an update of a task that has ended meanwhile is no error", async () => {
    const { client } = await openExtended(
      server(inTurn(both, completed), {
        "tasks/update": () => refusal(-32_602, "it is over"),
      }),
      { settings: { handlers: { elicit: () => accept } } },
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toMatchObject(hello);
  });
});

describe("where the server tells of tasks", () => {
  test("it is heard at once, and polled seldom", async () => {
    let listened: unknown;
    const { client, script, sent, times } = await openExtended(
      server(() => flat("working", { pollIntervalMs: 300 }), {
        "subscriptions/listen": ({ notifications }, message) => {
          listened = message.id;
          tell(script, listened, "notifications/subscriptions/acknowledged", {
            notifications,
          });
          return undefined;
        },
      }),
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(times("tasks/get")).toEqual([300]);
    tell(script, listened, "notifications/tasks", completed);
    await vi.advanceTimersByTimeAsync(0);
    expect(await call).toMatchObject(hello);
    expect(sent("subscriptions/listen")).toMatchObject([
      { notifications: { taskIds: ["t1"] } },
    ]);
    await vi.advanceTimersByTimeAsync(0);
    // The stream is closed, as streams are over such a transport.
    expect(sent("notifications/cancelled")).toMatchObject([
      { requestId: listened },
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a stream that breaks is no error: it is polled as before", async () => {
    let listened: unknown;
    const { client, script, times, errors } = await openExtended(
      server(() => flat("working", { pollIntervalMs: 300 }), {
        "subscriptions/listen": ({ notifications }, message) => {
          listened = message.id;
          tell(script, listened, "notifications/subscriptions/acknowledged", {
            notifications,
          });
          return undefined;
        },
      }),
    );
    const call = outcome(client.request("tools/call", { name: "slow" }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(times("tasks/get")).toEqual([300]);
    lose(script, listened);
    await vi.advanceTimersByTimeAsync(700);
    expect(times("tasks/get")).toEqual([300, 1_000, 1_300, 1_600]);
    expect(errors).toEqual([]);
    await client.close();
    await call;
  });

  test("a server that does not is asked once", async () => {
    const { client, sent } = await openExtended(server(() => completed));
    for (let turn = 0; turn < 3; turn++) {
      const call = client.request("tools/call", { name: "slow" });
      await vi.advanceTimersByTimeAsync(300);
      await call;
    }
    expect(sent("subscriptions/listen")).toHaveLength(1);
  });

  test("nobody is asked where that is not wanted", async () => {
    const { client, sent } = await openExtended(
      server(() => completed),
      { tasks: { listen: false } },
    );
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(300);
    await call;
    expect(sent("subscriptions/listen")).toEqual([]);
  });
});

/** A notification on a stream. */
function tell(
  script: { notify(method: string, params?: object): void },
  subscriptionId: unknown,
  method: string,
  params: object,
): void {
  script.notify(method, {
    ...params,
    _meta: { "io.modelcontextprotocol/subscriptionId": subscriptionId },
  });
}

function lose(
  script: { lose(id: unknown, error: Error): void },
  id: unknown,
): void {
  script.lose(id, new TransportError("lost"));
}

function aborting(): { signal: AbortSignal; abort(reason?: string): void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
  };
}
