import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  ProtocolError,
  ToolError,
} from "../../../../src/runtime/protocol/errors.ts";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import type { TaskStore } from "../../../../src/runtime/tasks/store/store.ts";
import { form } from "../../questions.ts";
import { cancel } from "../../revisions.ts";
import { settle } from "../../wire.ts";
import { newTask } from "../records.ts";
import { coreAsker, declared, modernAsker, type Asker } from "./asker.ts";
import { serverOf, type Work } from "./server.ts";

/** A handler that ends when it is told to, and notes why. */
function waiting(): {
  work: Work;
  reasons: unknown[];
  /** Resolves when it is at work. */
  begun: Promise<void>;
} {
  const reasons: unknown[] = [];
  let begin: () => void = () => {};
  return {
    reasons,
    begun: new Promise((resolve) => (begin = resolve)),
    work: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        begin();
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason);
          reject(signal.reason as Error);
        });
      }),
  };
}

describe("a tool that failed", () => {
  const failing: Work = (args) => {
    if (args["expected"]) throw new ToolError("there is no such city");
    return {
      content: [{ type: "text", text: "the city is closed" }],
      isError: true,
    };
  };

  test.each([[{}], [{ expected: true }]])(
    "has completed, where the extension is: %o",
    async (args) => {
      const asker = modernAsker(serverOf(failing));
      const { taskId } = await asker.begin(args);
      expect(await asker.until(taskId, "completed")).toMatchObject({
        result: { isError: true },
      });
    },
  );

  test("has failed, where the core has tasks, and its result can be fetched", async () => {
    const asker = await coreAsker(serverOf(failing));
    const { taskId } = await asker.begin();
    expect(await asker.until(taskId, "failed")).toMatchObject({
      statusMessage: "the city is closed",
    });
    expect(await asker.ask("tasks/result", { taskId })).toEqual({
      content: [{ type: "text", text: "the city is closed" }],
      isError: true,
      _meta: { "io.modelcontextprotocol/related-task": { taskId } },
    });
  });
});

describe("an error of JSON-RPC", () => {
  const refusing: Work = () => {
    throw new ProtocolError(-32050, "The quota is used up", { left: 0 });
  };
  const error = { message: "The quota is used up", data: { left: 0 } };

  test("fails a task of the extension", async () => {
    const asker = modernAsker(serverOf(refusing));
    const { taskId } = await asker.begin();
    const task = await asker.until(taskId, "failed");
    expect(task).toMatchObject({
      statusMessage: "The quota is used up",
      error,
    });
    // It is what the call would have been answered with.
    const plain = modernAsker(serverOf(refusing, {}, { task: "optional" }));
    expect(task["error"]).toEqual(
      await plain.refused("tools/call", { name: "work" }),
    );
    expect(task).not.toHaveProperty("result");
  });

  test("fails one of the core, and answers who fetches its result", async () => {
    const asker = await coreAsker(serverOf(refusing));
    const { taskId } = await asker.begin();
    const task = await asker.until(taskId, "failed");
    expect(task).toMatchObject({ statusMessage: "The quota is used up" });
    expect(task).not.toHaveProperty("error");
    expect(await asker.refused("tasks/result", { taskId })).toEqual(
      expect.objectContaining(error),
    );
  });
});

test("what only the server's user is to know is reported, and not told", async () => {
  const errors: Error[] = [];
  const broken: Work = (args) =>
    args["unsound"] ? { content: 5 } : Promise.reject(new TypeError("7"));
  const server = serverOf(
    broken,
    {},
    { onError: (error) => errors.push(error) },
  );
  const asker = modernAsker(server);
  const unsound = await asker.begin({ unsound: true });
  expect(await asker.until(unsound["taskId"], "failed")).toMatchObject({
    error: { code: -32603, message: "Internal error" },
  });
  expect(errors).toMatchObject([{ name: "UnsendableError" }]);
  const odd = await asker.begin();
  expect(await asker.until(odd["taskId"], "completed")).toMatchObject({
    result: { isError: true, content: [{ text: "The tool work failed" }] },
  });
  expect(errors[1]).toBeInstanceOf(TypeError);
});

describe("cancelling", () => {
  test("tells the handler, and is answered again and again", async () => {
    const { work, reasons, begun } = waiting();
    const asker = modernAsker(serverOf(work));
    const { taskId } = await asker.begin();
    await begun;
    for (let times = 0; times < 3; times++)
      expect(await asker.ask("tasks/cancel", { taskId })).toEqual({
        resultType: "complete",
        _meta: expect.anything(),
      });
    expect(await asker.until(taskId, "cancelled")).not.toHaveProperty("result");
    expect(reasons).toMatchObject([{ name: "CancelledError" }]);
  });

  test("is acknowledged for what is over, and changes nothing of it", async () => {
    const asker = modernAsker(serverOf(() => "done"));
    const { taskId } = await asker.begin();
    const task = await asker.until(taskId, "completed");
    await asker.ask("tasks/cancel", { taskId });
    expect(await asker.ask("tasks/get", { taskId })).toEqual(task);
  });

  test("holds, whatever the handler does afterwards", async () => {
    let finish: (result: string) => void = () => {};
    const ended = new Promise<string>((resolve) => (finish = resolve));
    const asker = modernAsker(serverOf(() => ended));
    const { taskId } = await asker.begin();
    await asker.ask("tasks/cancel", { taskId });
    finish("done");
    await settle();
    await settle();
    const task = await asker.ask("tasks/get", { taskId });
    expect(task).toMatchObject({ status: "cancelled" });
    expect(task).not.toHaveProperty("result");
  });

  test("ends what is asked", async () => {
    const refused: unknown[] = [];
    const asker = modernAsker(
      serverOf(async (_, context) => {
        await context.elicit("sure", form("Sure?")).catch((error: unknown) => {
          refused.push(error);
        });
        return "done";
      }),
    );
    const { taskId } = await asker.begin();
    await asker.until(taskId, "input_required");
    await asker.ask("tasks/cancel", { taskId });
    await settle();
    expect(refused).toMatchObject([{ name: "CancelledError" }]);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "cancelled",
    });
  });

  test("of the core gives the task, and refuses what is over", async () => {
    const { work, reasons, begun } = waiting();
    const asker = await coreAsker(serverOf(work));
    const { taskId } = await asker.begin();
    await begun;
    expect(await asker.ask("tasks/cancel", { taskId })).toMatchObject({
      taskId,
      status: "cancelled",
    });
    expect(reasons).toHaveLength(1);
    expect(await asker.refused("tasks/cancel", { taskId })).toEqual({
      code: -32602,
      message: "The task cannot be cancelled: it is cancelled already",
    });
    expect(await asker.refused("tasks/result", { taskId })).toMatchObject({
      message: "The task was cancelled",
    });
  });

  test("is not what taking the request back does, nor the end of the connection", async () => {
    const { work, reasons } = waiting();
    const server = serverOf(work);
    const store = modernAsker(server);
    for (const asker of [modernAsker(server), await coreAsker(server)]) {
      const id = asker.send("tools/call", {
        name: "work",
        task: {},
        arguments: {},
      });
      const { result } = await asker.answerTo(id);
      const { taskId, task } = result as {
        taskId?: string;
        task?: { taskId: string };
      };
      asker.wire.send(cancel(id));
      await settle();
      await asker.wire.close();
      await settle();
      expect(reasons).toEqual([]);
      const known = { taskId: taskId ?? task?.taskId };
      expect(await store.ask("tasks/get", known)).toMatchObject({
        status: "working",
      });
    }
  });

  test("reaches the signal that the handler had before it was a task", async () => {
    const reasons: unknown[] = [];
    const server = serverOf(
      async (_, context) => {
        const { signal } = context;
        signal.addEventListener("abort", () => reasons.push(signal.reason));
        await context.task();
        return new Promise(() => {});
      },
      {},
      { task: "optional" },
    );
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await asker.ask("tasks/cancel", { taskId });
    expect(reasons).toMatchObject([{ name: "CancelledError" }]);
    expect(server.tasks.running).toBe(0);
  });
});

describe("time", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("of its handler does not begin for a task that is cancelled before", async () => {
    let runs = 0;
    const asker = modernAsker(serverOf(() => `${++runs}`));
    const id = asker.send("tools/call", { name: "work" });
    const { result } = await asker.answerTo(id);
    const { taskId } = result as { taskId: string };
    await asker.ask("tasks/cancel", { taskId });
    await vi.advanceTimersByTimeAsync(5);
    expect(runs).toBe(0);
  });

  test("is not over before it is said to be, and then the task is gone", async () => {
    const asker = modernAsker(serverOf(() => "done", { ttl: 10_000 }));
    const { taskId, ttlMs } = await asker.begin();
    expect(ttlMs).toBe(10_000);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "completed",
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(await asker.refused("tasks/get", { taskId })).toMatchObject({
      code: -32602,
    });
  });

  test("ends a handler that never ends, however long it is", async () => {
    const month = 30 * 24 * 3_600_000;
    const { work, reasons } = waiting();
    const server = serverOf(work, { ttl: month });
    const asker = modernAsker(server);
    await asker.begin();
    await vi.advanceTimersByTimeAsync(month - 10);
    expect(reasons).toEqual([]);
    expect(server.tasks.running).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(reasons).toMatchObject([{ name: "TimeoutError" }]);
    expect(server.tasks.running).toBe(0);
  });

  test("need not be over at all", async () => {
    const asker = modernAsker(serverOf(() => "done", { ttl: Infinity }));
    const { taskId, ttlMs } = await asker.begin();
    expect(ttlMs).toBeNull();
    await vi.advanceTimersByTimeAsync(365 * 24 * 3_600_000);
    await asker.until(taskId, "completed");
  });

  test("ends who waits for the result", async () => {
    const asker = await coreAsker(serverOf(waiting().work, { ttl: 5_000 }));
    const { taskId } = await asker.begin();
    const waits = asker.refused("tasks/result", { taskId });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await waits).toMatchObject({ code: -32602 });
  });
});

describe("a server that is closed", () => {
  test("tells its tasks as failed, its handlers to end, and takes no more", async () => {
    const { work, reasons, begun } = waiting();
    const store = memoryTaskStore();
    let closed = 0;
    const watched: TaskStore = {
      ...store,
      async close() {
        closed++;
        await store.close?.();
      },
    };
    const server = serverOf(work, { store: watched });
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await begun;
    expect(server.tasks.running).toBe(1);
    await server.tasks.close();
    await server.tasks.close();
    expect(closed).toBe(1);
    expect(server.tasks.running).toBe(0);
    expect(reasons).toHaveLength(1);
    expect(await store.read(String(taskId))).toMatchObject({
      status: "failed",
      error: {
        code: -32603,
        message: "The server was closed before the task ended",
      },
    });
    expect(await asker.refused("tools/call", { name: "work" })).toMatchObject({
      code: -32603,
    });
  });
});

test("who asks behind the end is told so, and the server's user once", async () => {
  const store = memoryTaskStore();
  const errors: string[] = [];
  let isClosed = false;
  const failing = (taskId: string) => {
    if (isClosed) throw new Error("the store is closed");
    return store.read(taskId);
  };
  const closing: TaskStore = {
    ...store,
    read: failing,
    async close() {
      isClosed = true;
    },
  };
  const server = serverOf(
    () => "done",
    { store: closing },
    { onError: ({ message }) => errors.push(message) },
  );
  const [modern, core] = [modernAsker(server), await coreAsker(server)];
  const { taskId } = await modern.begin();
  await modern.until(taskId, "completed");
  await server.tasks.close();
  const gone = { code: -32603, message: "The server has closed its tasks" };
  const update = { taskId, inputResponses: {} };
  expect(await modern.refused("tasks/get", { taskId })).toMatchObject(gone);
  expect(await modern.refused("tasks/update", update)).toMatchObject(gone);
  expect(await modern.refused("tasks/cancel", { taskId })).toMatchObject(gone);
  expect(await core.refused("tasks/result", { taskId })).toMatchObject(gone);
  expect(await core.refused("tasks/list")).toMatchObject(gone);
  expect(errors).toEqual([
    "a client requested a task after `server.tasks.close()`: close the transport first",
  ]);
});

describe("a store that outlives the process", () => {
  const left = newTask({ taskId: "left", ttl: null }, Date.now());

  /** A store as the next process finds it. */
  function restarted(): TaskStore & { opened: number } {
    const store = memoryTaskStore();
    const outliving = {
      ...store,
      opened: 0,
      async open() {
        outliving.opened++;
        await store.create(left);
        return [left];
      },
    };
    return outliving;
  }

  test("has what nobody works on any more told as failed", async () => {
    const store = restarted();
    const options = { store };
    const server = serverOf(() => "done", options);
    expect(store.opened).toBe(0);
    const asker = modernAsker(server);
    const lost = {
      status: "failed",
      error: {
        code: -32603,
        message: "The server process ended before the task did",
      },
    };
    expect(await asker.ask("tasks/get", { taskId: "left" })).toMatchObject(
      lost,
    );
    // Servers of one store begin it once.
    const other = modernAsker(serverOf(() => "done", options));
    const { taskId } = await other.begin();
    await asker.until(taskId, "completed");
    expect(store.opened).toBe(1);
  });

  test("that cannot be opened is tried again", async () => {
    const errors: Error[] = [];
    const store = restarted();
    let attempts = 0;
    const slow: TaskStore = {
      ...store,
      async open() {
        if (++attempts === 1) throw new Error("the folder is locked");
        return store.open?.() ?? [];
      },
    };
    const server = serverOf(
      () => "done",
      { store: slow },
      { onError: (error) => errors.push(error) },
    );
    const asker = modernAsker(server);
    expect(await asker.refused("tasks/get", { taskId: "left" })).toMatchObject({
      code: -32603,
      message: "The task store is unavailable: try again",
    });
    expect(errors).toMatchObject([{ message: "the folder is locked" }]);
    await asker.ask("tasks/get", { taskId: "left" });
  });
});

test("a result that cannot be kept fails the task, and is reported", async () => {
  const errors: Error[] = [];
  const server = serverOf(
    () => "x".repeat(100_000),
    { store: memoryTaskStore({ maxBytes: 50_000 }) },
    { onError: (error) => errors.push(error) },
  );
  const asker = modernAsker(server);
  const { taskId } = await asker.begin();
  expect(await asker.until(taskId, "failed")).toMatchObject({
    error: { code: -32603, message: "The result could not be stored" },
  });
  expect(errors).toMatchObject([{ name: "TaskStoreFullError" }]);
});

test("a client that took its request back has no task", async () => {
  const store = memoryTaskStore();
  let created: () => void = () => {};
  const slow: TaskStore = {
    ...store,
    async create(record) {
      await new Promise<void>((resolve) => (created = resolve));
      await store.create(record);
    },
  };
  let runs = 0;
  const server = serverOf(() => `${++runs}`, { store: slow });
  const asker: Asker = modernAsker(server, declared);
  const id = asker.send("tools/call", { name: "work" });
  await settle();
  asker.wire.send(cancel(id));
  await settle();
  created();
  await settle();
  await asker.wire.expectSilence();
  expect(runs).toBe(0);
  expect((await store.list(undefined, { limit: 10 })).tasks).toEqual([]);
});
