import { afterEach, describe, expect, test, vi } from "vitest";
import { isCreateTaskResult } from "../../../generated/2025-11-25/guards.ts";
import { memoryTaskStore } from "../../../src/runtime/tasks/store/memory.ts";
import type { TaskStore } from "../../../src/runtime/tasks/store/store.ts";
import type { Sent } from "../script.ts";
import { openOwn, type TaskTalk } from "./client-server.ts";

afterEach(() => {
  vi.useRealTimers();
});

const form = {
  message: "Sure?",
  requestedSchema: { type: "object", properties: {} },
};
const accept = { action: "accept", content: {} };

let ids = 0;

/** Asks the client as its server does, and gives the whole answer. */
async function ask(
  { script }: TaskTalk,
  method: string,
  params: object,
): Promise<Sent> {
  const id = `s${++ids}`;
  script.receive({ jsonrpc: "2.0", id, method, params });
  await vi.advanceTimersByTimeAsync(1);
  const answer = script.sent.find((one) => one.id === id);
  if (!answer) throw new Error("there is no answer yet");
  return answer;
}

/** Has the client make a task, and gives its id. */
async function begin(
  talk: TaskTalk,
  task: object = {},
  method = "elicitation/create",
  params: object = form,
): Promise<string> {
  const { result } = await ask(talk, method, { ...params, task });
  if (!isCreateTaskResult(result)) throw new Error("no task was made");
  expect(result.task).toMatchObject({ status: "working", pollInterval: 1_000 });
  return result.task.taskId;
}

/** A handler that ends when the test says so. */
function slowly(): {
  elicit: (params: object, context: { signal: AbortSignal }) => unknown;
  end(answer: unknown): void;
  signal(): AbortSignal | undefined;
  params(): unknown;
} {
  let end = (_: unknown): void => {};
  let signal: AbortSignal | undefined;
  let seen: unknown;
  return {
    elicit: (params, context) => {
      seen = params;
      ({ signal } = context);
      return new Promise((resolve) => (end = resolve));
    },
    end: (answer) => end(answer),
    signal: () => signal,
    params: () => seen,
  };
}

describe("what a client declares of its tasks", () => {
  test.each([
    ["nothing without handlers", {}, undefined],
    [
      "what there are handlers for",
      { elicit: () => accept },
      {
        ...{ list: {}, cancel: {} },
        requests: { elicitation: { create: {} } },
      },
    ],
    [
      "all of it",
      { elicit: () => accept, createMessage: () => ({}) },
      {
        ...{ list: {}, cancel: {} },
        requests: {
          sampling: { createMessage: {} },
          elicitation: { create: {} },
        },
      },
    ],
    [
      "nothing where the user has tasks alone",
      { elicit: () => accept, getTask: () => ({}) },
      {},
    ],
  ])("is %s", async (_, handlers, tasks) => {
    const { script } = await openOwn({}, { settings: { handlers } });
    const { capabilities } = script.sent[0]?.params ?? {};
    expect((capabilities as { tasks?: object }).tasks).toEqual(tasks);
  });
});

describe("a question that is a task", () => {
  test("is answered by the task, and by its result when the handler is done", async () => {
    const handler = slowly();
    const talk = await openOwn(
      {},
      { settings: { handlers: { elicit: handler.elicit } } },
    );
    const taskId = await begin(talk, { ttl: 60_000 });
    expect(handler.params()).toEqual(form);
    expect(await ask(talk, "tasks/get", { taskId })).toMatchObject({
      result: { taskId, status: "working", ttl: 60_000 },
    });
    const result = talk.script.sent.length;
    talk.script.receive({
      ...{ jsonrpc: "2.0", id: "r", method: "tasks/result" },
      params: { taskId },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(talk.script.sent).toHaveLength(result);
    handler.end(accept);
    await vi.advanceTimersByTimeAsync(1);
    expect(talk.script.sent.find(({ id }) => id === "r")).toEqual({
      ...{ jsonrpc: "2.0", id: "r" },
      result: {
        ...accept,
        _meta: { "io.modelcontextprotocol/related-task": { taskId } },
      },
    });
    expect(talk.sent("notifications/tasks/status")).toMatchObject([
      { taskId, status: "completed" },
    ]);
    expect(await ask(talk, "tasks/list", {})).toMatchObject({
      result: { tasks: [{ taskId, status: "completed" }] },
    });
  });

  test("that no handler may give, fails as the question itself would have", async () => {
    const handlers = { elicit: () => ({ action: "perhaps" }) };
    const talk = await openOwn({}, { settings: { handlers } });
    const taskId = await begin(talk);
    await vi.advanceTimersByTimeAsync(1);
    const message =
      "elicitation/create: the handler's answer does not fit: action: expected accept, decline, cancel";
    expect(await ask(talk, "tasks/get", { taskId })).toMatchObject({
      result: { status: "failed", statusMessage: message },
    });
    expect(await ask(talk, "tasks/result", { taskId })).toMatchObject({
      error: { code: -32_603, message },
    });
  });

  test("ends when its server cancels it, and not twice", async () => {
    const handler = slowly();
    const talk = await openOwn(
      {},
      { settings: { handlers: { elicit: handler.elicit } } },
    );
    const taskId = await begin(talk);
    expect(await ask(talk, "tasks/cancel", { taskId })).toMatchObject({
      result: { taskId, status: "cancelled" },
    });
    expect(handler.signal()?.aborted).toBe(true);
    expect(await ask(talk, "tasks/cancel", { taskId })).toMatchObject({
      error: { code: -32_602, message: expect.stringContaining("cancelled") },
    });
    handler.end(accept);
    await vi.advanceTimersByTimeAsync(1);
    expect(await ask(talk, "tasks/get", { taskId })).toMatchObject({
      result: { status: "cancelled" },
    });
    expect(await ask(talk, "tasks/result", { taskId })).toMatchObject({
      error: { code: -32_603 },
    });
    expect(talk.sent("notifications/tasks/status")).toEqual([]);
  });

  test("goes on when the question is taken back, which is answered already", async () => {
    const handler = slowly();
    const talk = await openOwn(
      {},
      { settings: { handlers: { elicit: handler.elicit } } },
    );
    const taskId = await begin(talk);
    talk.script.notify("notifications/cancelled", { requestId: `s${ids}` });
    await vi.advanceTimersByTimeAsync(1);
    expect(handler.signal()?.aborted).toBe(false);
    expect(await ask(talk, "tasks/get", { taskId })).toMatchObject({
      result: { status: "working" },
    });
  });

  test("is told to end when its time is over, and is not known any more", async () => {
    const handler = slowly();
    const talk = await openOwn(
      {},
      { settings: { handlers: { elicit: handler.elicit } } },
    );
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "performance", "Date"],
    });
    const taskId = await begin(talk, { ttl: 5_000 });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(handler.signal()?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(handler.signal()?.aborted).toBe(true);
    expect(await ask(talk, "tasks/get", { taskId })).toMatchObject({
      error: { code: -32_602 },
    });
  });

  test("is one of the model's as well", async () => {
    const message = {
      ...{ role: "assistant", model: "m" },
      content: { type: "text", text: "hi" },
    };
    const handlers = { createMessage: () => message };
    const talk = await openOwn({}, { settings: { handlers } });
    const taskId = await begin(talk, {}, "sampling/createMessage", {
      messages: [],
      maxTokens: 10,
    });
    expect(await ask(talk, "tasks/result", { taskId })).toMatchObject({
      result: message,
    });
  });
});

test("a server that makes too many tasks is refused", async () => {
  const talk = await openOwn(
    {},
    {
      settings: { handlers: { elicit: () => new Promise(() => {}) } },
      tasks: { store: memoryTaskStore({ maxTasks: 2 }) },
    },
  );
  await begin(talk);
  await begin(talk);
  expect(
    await ask(talk, "elicitation/create", { ...form, task: {} }),
  ).toMatchObject({ error: { code: -32_603 } });
  expect(talk.errors).toHaveLength(1);
});

test("a task of another connection is not known", async () => {
  const handler = slowly();
  const talk = await openOwn(
    {},
    { settings: { handlers: { elicit: handler.elicit } } },
  );
  const taskId = await begin(talk);
  await talk.client.close();
  const next = await talk.reconnect();
  expect(await ask(next, "tasks/get", { taskId })).toMatchObject({
    error: { code: -32_602 },
  });
  expect(await ask(next, "tasks/list", {})).toMatchObject({
    result: { tasks: [] },
  });
});

describe("a store that is away for a while", () => {
  const secret = "connect to db.internal as root";

  /** With a store that takes no changes as long as the test says so. */
  async function openAway(): Promise<{
    readonly talk: TaskTalk;
    readonly handler: ReturnType<typeof slowly>;
    away(isAway: boolean): void;
  }> {
    const kept = memoryTaskStore();
    let isAway = false;
    const update: TaskStore["update"] = (taskId, change) =>
      isAway ? Promise.reject(new Error(secret)) : kept.update(taskId, change);
    const handler = slowly();
    const talk = await openOwn(
      {},
      {
        settings: { handlers: { elicit: handler.elicit } },
        tasks: { store: { ...kept, update } },
      },
    );
    return { talk, handler, away: (now) => (isAway = now) };
  }

  test("has what a handler came to when it is back, and not a failure", async () => {
    const { talk, handler, away } = await openAway();
    const taskId = await begin(talk);
    away(true);
    handler.end(accept);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await ask(talk, "tasks/get", { taskId })).toMatchObject({
      result: { status: "working" },
    });
    // Once: what is tried again by itself is not told each time.
    expect(talk.errors).toMatchObject([{ message: secret }]);
    away(false);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await ask(talk, "tasks/get", { taskId })).toMatchObject({
      result: { status: "completed" },
    });
    expect(await ask(talk, "tasks/result", { taskId })).toMatchObject({
      result: accept,
    });
  });

  test("is told to who cancels", async () => {
    const { talk, handler, away } = await openAway();
    const taskId = await begin(talk);
    away(true);
    expect(await ask(talk, "tasks/cancel", { taskId })).toMatchObject({
      error: {
        code: -32_603,
        message: "The task store is unavailable: try again",
      },
    });
    expect(handler.signal()?.aborted).toBe(false);
    away(false);
    expect(await ask(talk, "tasks/cancel", { taskId })).toMatchObject({
      result: { status: "cancelled" },
    });
    expect(handler.signal()?.aborted).toBe(true);
  });
});
