import { afterEach, describe, expect, test, vi } from "vitest";
import { TransportError } from "../../../src/runtime/protocol/errors.ts";
import {
  flat,
  hello,
  inTurn,
  openExtended,
  openOwn,
  outcome,
  own,
  refusal,
  type Answers,
} from "./client-server.ts";

afterEach(() => {
  vi.useRealTimers();
});

const slow = { name: "slow" };
const every = { pollIntervalMs: 300 };
const working = flat("working", every);
const completed = flat("completed", { result: hello });

function server(get: () => object, more: Answers = {}): Answers {
  return {
    "tools/call": () => ({ ...working, resultType: "task" }),
    "tasks/get": get,
    "tasks/update": () => ({}),
    "tasks/cancel": () => ({}),
    ...more,
  };
}

/** The same, where the core has tasks. */
function ownServer(taskSupport: string, get: () => object): Answers {
  return {
    "tools/list": () => ({
      tools: [
        {
          name: "slow",
          inputSchema: { type: "object" },
          execution: { taskSupport },
        },
      ],
    }),
    "tools/call": ({ task }) => (task ? { task: own("working") } : hello),
    "tasks/get": get,
    "tasks/result": () => hello,
    "tasks/cancel": () => own("cancelled"),
  };
}

describe("a call that gives a handle", () => {
  test("asks nothing more until somebody waits", async () => {
    const { client, sent, times } = await openExtended(
      server(inTurn(working, completed)),
    );
    const task = await client.tasks.call(slow);
    expect(task).toMatchObject({ taskId: "t1", status: "working" });
    expect(task.task).toMatchObject({ ttl: 60_000, pollInterval: 300 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent("tasks/get")).toEqual([]);
    const both = [task.result(), task.result()];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(both)).toMatchObject([hello, hello]);
    // Those who wait at once are told by one poll.
    expect(times("tasks/get")).toEqual([60_300, 60_600]);
    expect(task.status).toBe("completed");
    expect(await task.result()).toMatchObject(hello);
    expect(sent("tasks/get")).toHaveLength(2);
    await task.cancel();
    expect(sent("tasks/cancel")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("gives one where the server answers at once", async () => {
    const { client } = await openExtended(
      server(() => working, { "tools/call": () => hello }),
    );
    const task = await client.tasks.call(slow);
    expect(task).toMatchObject({ taskId: undefined, status: "completed" });
    expect(task.task).toBeUndefined();
    expect(await task.result()).toMatchObject(hello);
    await task.cancel();
    for await (const update of task) throw new Error(update.status);
  });

  test("fails where the server refuses it", async () => {
    const { client } = await openExtended(
      server(() => working, { "tools/call": () => refusal(-32_602, "no") }),
    );
    await expect(client.tasks.call(slow)).rejects.toMatchObject({
      code: -32_602,
    });
  });

  test("shows what changes, up to the end", async () => {
    const { client } = await openExtended(
      server(
        inTurn(
          flat("working", { ...every, statusMessage: "half way" }),
          flat("working", { ...every, statusMessage: "half way" }),
          flat("failed", { error: { code: -32_000, message: "broken" } }),
        ),
      ),
    );
    const task = await client.tasks.call(slow);
    const seen: unknown[] = [];
    const looking = (async () => {
      for await (const { status, statusMessage } of task)
        seen.push([status, statusMessage]);
    })();
    await vi.advanceTimersByTimeAsync(5_000);
    await looking;
    expect(seen).toEqual([
      ["working", undefined],
      ["working", "half way"],
      ["failed", undefined],
    ]);
    const result = outcome(task.result());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await result).toMatchObject({ code: -32_000, message: "broken" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("lets go when nobody looks any more, and takes up again", async () => {
    const { client, sent } = await openExtended(server(() => working));
    const task = await client.tasks.call(slow);
    for await (const update of task) {
      expect(update.status).toBe("working");
      break;
    }
    expect(vi.getTimerCount()).toBe(0);
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = outcome(task.result({ signal }));
    await vi.advanceTimersByTimeAsync(700);
    controller.abort("enough");
    expect(await waiting).toMatchObject({ kind: "cancelled" });
    const late = outcome(task.result({ totalTimeout: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toMatchObject({
      kind: "timeout",
      message: "tools/call: its task did not end within 1000 ms",
    });
    // The task goes on all the same.
    expect(sent("tasks/cancel")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("can end it: what is asked is asked no more", async () => {
    let signal: AbortSignal | undefined;
    const elicit = (_: unknown, context: { signal: AbortSignal }): unknown => {
      ({ signal } = context);
      return new Promise(() => {});
    };
    const question = {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "?",
        requestedSchema: { type: "object", properties: {} },
      },
    };
    const asking = flat("input_required", {
      ...every,
      inputRequests: { a: question },
    });
    const { client, sent } = await openExtended(
      server(inTurn(asking, asking, flat("cancelled"))),
      { settings: { handlers: { elicit } } },
    );
    const task = await client.tasks.call(slow);
    const result = outcome(task.result());
    await vi.advanceTimersByTimeAsync(400);
    expect(signal?.aborted).toBe(false);
    await task.cancel();
    expect(signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toMatchObject({ kind: "cancelled" });
    expect(sent("tasks/cancel")).toMatchObject([{ taskId: "t1" }]);
    expect(sent("tasks/update")).toEqual([]);
  });

  test("is refused what no call is", async () => {
    const { client } = await openExtended(server(() => working));
    const task = await client.tasks.call(slow);
    await expect(task.result({ totalTimeout: -1 })).rejects.toThrow(
      /totalTimeout/,
    );
  });
});

describe("a task that is resumed", () => {
  test("is asked after at once", async () => {
    const { client, times } = await openExtended(
      server(inTurn(working, completed)),
    );
    const task = client.tasks.resume("t1");
    expect(task).toMatchObject({ taskId: "t1", status: undefined });
    const result = task.result();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toMatchObject(hello);
    expect(times("tasks/get")).toEqual([0, 300]);
  });

  test("is one of the core's as well", async () => {
    const { client, sent } = await openOwn(
      ownServer("optional", () => own("completed")),
    );
    const result = client.tasks.resume("t1").result();
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual(hello);
    expect(sent("tasks/result")).toEqual([{ taskId: "t1" }]);
  });

  test("that is not known says so", async () => {
    const { client } = await openExtended(
      server(() => refusal(-32_602, "Task not found")),
    );
    const result = outcome(client.tasks.resume("t1").result());
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({
      code: -32_602,
      message: expect.stringContaining("unknown to the server"),
    });
  });
});

test("what is no id of a task is refused at once", async () => {
  const { client } = await openExtended(server(() => working));
  for (const none of [undefined, "", 7])
    expect(() => client.tasks.resume(none as string)).toThrow(
      expect.objectContaining({
        name: "TypeError",
        message: expect.stringContaining(
          "client.tasks.resume: expected a task id",
        ),
      }),
    );
});

describe("a call that is given up while its task is made", () => {
  type Way = "aborted" | "out of time" | "its handle's";

  async function giveUp(
    opened: (answers: Answers) => ReturnType<typeof openExtended>,
    way: Way,
    late: object,
  ): Promise<Awaited<ReturnType<typeof openExtended>>> {
    const talk = await opened({
      "tools/list": () => ({ tools: [] }),
      "tools/call": () => undefined,
      "tasks/cancel": () => refusal(-32_603),
    });
    const { client, script } = talk;
    const leaving = new AbortController();
    const options =
      way === "out of time" ? { timeout: 50 } : { signal: leaving.signal };
    const call = outcome(
      way === "its handle's"
        ? client.tasks.call(slow, options)
        : client.request("tools/call", slow, options),
    );
    await vi.advanceTimersByTimeAsync(100);
    leaving.abort("enough");
    expect(await call).toBeInstanceOf(Error);
    const asked = script.sent.find(({ method }) => method === "tools/call");
    script.answer(asked ?? {}, late);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(vi.getTimerCount()).toBe(0);
    return talk;
  }

  test.each([
    ["aborted", openExtended, { ...working, resultType: "task" }],
    ["out of time", openExtended, { ...working, resultType: "task" }],
    ["its handle's", openExtended, { ...working, resultType: "task" }],
    ["aborted", openOwn, { task: own("working") }],
  ] as const)("has its task cancelled: %s", async (way, opened, late) => {
    const { sent, errors } = await giveUp(opened, way, late);
    expect(sent("tasks/cancel")).toMatchObject([{ taskId: "t1" }]);
    expect(sent("tasks/get")).toEqual([]);
    expect(errors).toEqual([]);
  });

  test.each([
    ["a result", hello],
    ["a task that is over", { ...completed, resultType: "task" }],
    ["a task without an id", { resultType: "task", status: "working" }],
  ])("cancels nothing for %s", async (_, late) => {
    const { sent, errors } = await giveUp(openExtended, "aborted", late);
    expect(sent("tasks/cancel")).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe("two handles of one task", () => {
  const asking = flat("input_required", {
    ...every,
    inputRequests: {
      a: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: "Sure?",
          requestedSchema: { type: "object", properties: {} },
        },
      },
    },
  });

  test("ask the user once, and answer once", async () => {
    const elicit = vi.fn(() => ({ action: "decline" as const }));
    let isAnswered = false;
    const { client, sent } = await openExtended(
      server(() => (isAnswered ? completed : asking), {
        // It takes a while until the server has it.
        "tasks/update": () => {
          setTimeout(() => (isAnswered = true), 1_000);
          return {};
        },
      }),
      { settings: { handlers: { elicit } } },
    );
    const results = [
      client.tasks.resume("t1").result(),
      client.tasks.resume("t1").result(),
      client.tasks.resume("t1").result(),
    ];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await Promise.all(results)).toMatchObject([hello, hello, hello]);
    expect(elicit).toHaveBeenCalledOnce();
    expect(sent("tasks/update")).toHaveLength(1);
  });

  test("take each other's answers along, where one waits no more", async () => {
    const elicit = vi.fn(() => ({ action: "decline" as const }));
    const leaving = new AbortController();
    let isAnswered = false;
    const { client, script, sent } = await openExtended(
      server(() => (isAnswered ? completed : asking), {
        "tasks/update": (_, { id }) => {
          isAnswered = sent("tasks/update").length > 1;
          if (isAnswered) return {};
          leaving.abort("enough");
          return void script.lose(id, new TransportError("lost"));
        },
      }),
      { settings: { handlers: { elicit } } },
    );
    const { signal } = leaving;
    const one = outcome(client.tasks.resume("t1").result({ signal }));
    const other = client.tasks.resume("t1").result();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await one).toMatchObject({ kind: "cancelled" });
    expect(await other).toMatchObject(hello);
    expect(elicit).toHaveBeenCalledOnce();
  });
});

describe("where the core has tasks", () => {
  test("a tool that can be one is a task, for as long as is asked", async () => {
    const { client, sent } = await openOwn(
      ownServer("optional", () => own("completed")),
    );
    const task = await client.tasks.call(slow, { ttl: 5_000 });
    expect(task).toMatchObject({ taskId: "t1", status: "working" });
    expect(sent("tools/call")).toEqual([{ ...slow, task: { ttl: 5_000 } }]);
    const result = task.result();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toEqual(hello);
  });

  test.each([
    ["a tool that is none", "forbidden", {}],
    ["a tool that need not be one", "optional", { when: "required" } as const],
  ])("%s is called without", async (_, support, options) => {
    const { client, sent } = await openOwn(
      ownServer(support, () => own("completed")),
    );
    const task = await client.tasks.call(slow, options);
    expect(task.taskId).toBeUndefined();
    expect(sent("tools/call")).toEqual([slow]);
  });

  test("a task is over as soon as it is cancelled", async () => {
    const { client, sent } = await openOwn(
      ownServer("required", () => own("working", { pollInterval: 300 })),
    );
    const task = await client.tasks.call(slow);
    const result = outcome(task.result());
    await vi.advanceTimersByTimeAsync(400);
    await task.cancel();
    expect(await result).toMatchObject({ kind: "cancelled" });
    expect(task.status).toBe("cancelled");
    await task.cancel();
    expect(sent("tasks/cancel")).toHaveLength(1);
  });

  test.each([
    ["is over", () => own("completed"), undefined],
    ["is not", () => own("working"), { code: -32_602 }],
  ])("a refusal to cancel counts where the task %s", async (_, get, error) => {
    const { client } = await openOwn({
      ...ownServer("required", get),
      "tasks/cancel": () => refusal(-32_602, "it is over"),
    });
    const task = await client.tasks.call(slow);
    const cancelled = outcome(task.cancel());
    if (error) expect(await cancelled).toMatchObject(error);
    else expect(await cancelled).toBeUndefined();
  });
});

test("whoever wants to hear of tasks hears what is new of them", async () => {
  const heard: unknown[] = [];
  const { client } = await openExtended(
    server(
      inTurn(
        flat("working", { ...every, statusMessage: "half way" }),
        completed,
      ),
    ),
    {
      tasks: {
        onTask: ({ status, statusMessage }) =>
          heard.push([status, statusMessage]),
      },
    },
  );
  const call = client.request("tools/call", slow);
  await vi.advanceTimersByTimeAsync(5_000);
  await call;
  expect(heard).toEqual([
    ["working", undefined],
    ["working", "half way"],
    ["completed", undefined],
  ]);
});

describe("what goes wrong while somebody waits", () => {
  test("an interval that no timer can have is the longest that it can", async () => {
    const far = { pollIntervalMs: 1e12 };
    const life = inTurn(flat("working", far), completed);
    const begun = { ...flat("working", far), resultType: "task" };
    const { client, sent } = await openExtended(
      server(life, { "tools/call": () => begun }),
      { tasks: { maxPollInterval: Infinity, listen: false } },
    );
    const task = await client.tasks.call(slow);
    const settled = outcome(task.result());
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent("tasks/get")).toEqual([]);
    await client.close();
    await vi.advanceTimersByTimeAsync(1_000);
    await settled;
  });

  test("whoever waits hears of the close at once, and not at the next poll", async () => {
    const rare = flat("working", { pollIntervalMs: 200_000 });
    const { client } = await openExtended(
      server(() => rare, {
        "tools/call": () => ({ ...rare, resultType: "task" }),
      }),
    );
    const task = await client.tasks.call(slow);
    const settled = outcome(task.result());
    await vi.advanceTimersByTimeAsync(10);
    await client.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.race([settled, "waits"])).toMatchObject({
      message: "the client is closed",
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("what could not be cancelled goes on, and is answered what it asks", async () => {
    const elicit = vi.fn(() => ({ action: "decline" as const }));
    const asks = flat("input_required", {
      ...every,
      inputRequests: {
        a: {
          method: "elicitation/create",
          params: {
            mode: "form",
            message: "Sure?",
            requestedSchema: { type: "object", properties: {} },
          },
        },
      },
    });
    let isAnswered = false;
    const { client } = await openExtended(
      server(() => (isAnswered ? completed : asks), {
        "tasks/cancel": () => refusal(-32_603),
        "tasks/update": () => {
          isAnswered = true;
          return {};
        },
      }),
      { settings: { handlers: { elicit } } },
    );
    const task = await client.tasks.call(slow);
    await expect(task.cancel()).rejects.toMatchObject({ code: -32_603 });
    const settled = outcome(task.result({ totalTimeout: 10_000 }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await settled).toMatchObject(hello);
    expect(elicit).toHaveBeenCalledOnce();
  });
});
