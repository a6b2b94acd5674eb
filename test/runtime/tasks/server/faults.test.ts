import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import type { TaskStore } from "../../../../src/runtime/tasks/store/store.ts";
import { form, valueOf } from "../../questions.ts";
import { settle } from "../../wire.ts";
import { newTask } from "../records.ts";
import { coreAsker, modernAsker } from "./asker.ts";
import {
  type TaskServer,
  serverOf as newServer,
  type TaskContext,
  type Work,
} from "./server.ts";
import { OwedEnds } from "../../../../src/runtime/tasks/server/owed.ts";
import { patient } from "../../wait.ts";

const servers: TaskServer[] = [];
const serverOf: typeof newServer = (...args) => {
  const server = newServer(...args);
  servers.push(server);
  return server;
};
// Else one whose store fails would try again each second, in the tests of other files too.
afterEach(async () => {
  for (const { tasks } of servers.splice(0)) await tasks.close();
});

const endless: Work = () => new Promise(() => {});
const secret = "connect to db.internal as root";

/** A store of a program's own: it does what it has to, and no more. */
function plainStore(): TaskStore {
  const { create, read, update, list, remove } = memoryTaskStore();
  return { create, read, update, list, remove };
}

describe("a handler that comes too late with context.task()", () => {
  test("makes no task that nobody would end, and hears why", async () => {
    let kept: TaskContext | undefined;
    const store = memoryTaskStore();
    const server = serverOf(
      (_, context) => {
        kept = context;
        return "done";
      },
      { store },
      { task: "optional" },
    );
    await modernAsker(server).ask("tools/call", { name: "work" });
    await expect(kept?.task()).rejects.toThrow(TypeError);
    expect([store.size, server.tasks.running]).toEqual([0, 0]);
  });
});

test("an answer is one of its own key, also where every object has such a member", async () => {
  const asker = modernAsker(
    serverOf(async (_, context) => {
      const keys = ["first", "constructor", "__proto__"];
      const answers = [];
      for (const key of keys)
        answers.push(await context.elicit(key, form("Your name?")));
      return JSON.stringify(answers);
    }),
  );
  const { taskId } = await asker.begin();
  const answers = ["Ada", "Eve", "Ida"].map((name) => ({
    action: "accept",
    content: { name },
  }));
  for (const [turn, key] of ["first", "constructor", "__proto__"].entries()) {
    await asker.until(taskId, "input_required");
    const inputResponses = Object.fromEntries([[key, answers[turn]]]);
    await asker.ask("tasks/update", { taskId, inputResponses });
    await settle();
  }
  const { result } = await asker.until(taskId, "completed");
  expect(valueOf(result as never)).toEqual(answers);
});

describe("a store that tells of nothing", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("lets nobody wait for a result when the time is over", async () => {
    const options = { store: plainStore(), ttl: 2_000 };
    const asker = await coreAsker(serverOf(endless, options));
    const { taskId } = await asker.begin();
    const waits = asker.refused("tasks/result", { taskId });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await waits).toMatchObject({ code: -32602 });
  });

  /** A store that is away for so many updates. */
  const awayFor = (
    count: number,
  ): { readonly store: TaskStore; readonly updates: () => number } => {
    const kept = plainStore();
    let updates = 0;
    const update: TaskStore["update"] = (taskId, change) =>
      ++updates <= count ? failing() : kept.update(taskId, change);
    return { store: { ...kept, update }, updates: () => updates };
  };

  test("keeps what a task came to while it is away, and nobody works on that any more", async () => {
    const { store, updates } = awayFor(300);
    const server = serverOf(() => "done", { store }, { onError: () => {} });
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(updates()).toBe(2);
    expect(server.tasks.running).toBe(0);
    await vi.advanceTimersByTimeAsync(297_000);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "working",
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "completed",
      result: { content: [{ text: "done" }] },
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(updates()).toBe(301);
  });

  test("does not keep it for ever: the task has failed then", async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "Date", "performance"],
    });
    const { store } = awayFor(3_602);
    const server = serverOf(
      () => "done",
      { store, ttl: Infinity },
      { onError: () => {} },
    );
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await vi.advanceTimersByTimeAsync(3_606_000);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "failed",
      error: { message: "The result could not be stored" },
    });
  });

  test("does not keep more than it may: what goes beyond fails, and is not lost before", async () => {
    const { store } = awayFor(5);
    const texts = ["a", "b", "c"].map((one) => one.repeat(3_500_000));
    const server = serverOf(
      () => texts.shift() ?? "",
      { store },
      { onError: () => {} },
    );
    const asker = modernAsker(server);
    const ids: unknown[] = [];
    for (let count = 0; count < 3; count++)
      ids.push((await asker.begin())["taskId"]);
    await vi.advanceTimersByTimeAsync(10_000);
    const ends = ids.map(async (taskId) => {
      const task = await asker.ask("tasks/get", { taskId });
      return task["status"];
    });
    expect(await Promise.all(ends)).toEqual([
      "completed",
      "completed",
      "failed",
    ]);
  });

  test("tells who polls while it is away, and not why", async () => {
    const errors: Error[] = [];
    let isAway = false;
    const kept = plainStore();
    const store: TaskStore = {
      ...kept,
      read: (taskId) => (isAway ? failing() : kept.read(taskId)),
    };
    const onError = (error: Error): void => void errors.push(error);
    const asker = modernAsker(serverOf(endless, { store }, { onError }));
    const { taskId } = await asker.begin();
    isAway = true;
    expect(await asker.refused("tasks/get", { taskId })).toEqual({
      code: -32603,
      message: "The task store is unavailable: try again",
    });
    expect(errors).toMatchObject([{ message: secret }]);
  });
});

const failing = (): Promise<never> => Promise.reject(new Error(secret));

describe("who changes a task whose store takes nothing", () => {
  const full = Object.assign(new Error(secret), { isFull: true });
  const whys: [told: string, error: Error][] = [
    ["The task store is unavailable: try again", new Error(secret)],
    ["The task store is full", full],
  ];

  test.each(whys)("hears: %s", async (message, error) => {
    const errors: Error[] = [];
    const kept = plainStore();
    let isAway = false;
    const store: TaskStore = {
      ...kept,
      update: (taskId, change) =>
        isAway ? Promise.reject(error) : kept.update(taskId, change),
      list: (owner, page) =>
        isAway ? Promise.reject(error) : kept.list(owner, page),
    };
    const work: Work = (_, context) =>
      context.elicit("name", form("Your name?")).then(() => "done");
    const onError = (one: Error): void => void errors.push(one);
    const server = serverOf(work, { store }, { onError });
    const modern = modernAsker(server);
    const core = await coreAsker(server);
    const { taskId } = await modern.begin();
    const { taskId: other } = await core.begin();
    await modern.until(taskId, "input_required");
    isAway = true;
    const name = { action: "accept", content: { name: "Ada" } };
    const answers = { taskId, inputResponses: { name } };
    const refused = { code: -32603, message };
    expect(await modern.refused("tasks/update", answers)).toEqual(refused);
    expect(await modern.refused("tasks/cancel", { taskId })).toEqual(refused);
    expect(await core.refused("tasks/cancel", { taskId: other })).toEqual(
      refused,
    );
    expect(await core.refused("tasks/list")).toEqual(refused);
    expect(errors).toEqual([error, error, error, error]);
    isAway = false;
    await modern.ask("tasks/update", answers);
    expect(await modern.until(taskId, "completed")).toMatchObject({
      status: "completed",
    });
    expect(await core.ask("tasks/cancel", { taskId: other })).toMatchObject({
      status: "cancelled",
    });
    // That it is over is no matter of the store.
    expect(await core.refused("tasks/cancel", { taskId: other })).toMatchObject(
      { code: -32602 },
    );
  });

  test("or waits for its result, is not told that it never was", async () => {
    const kept = plainStore();
    let reads = 0;
    const store: TaskStore = {
      ...kept,
      read: (taskId) => (++reads > 1 ? failing() : kept.read(taskId)),
    };
    const server = serverOf(endless, { store }, { onError() {} });
    const asker = await coreAsker(server);
    const { taskId } = await asker.begin();
    expect(await asker.refused("tasks/result", { taskId })).toEqual({
      code: -32603,
      message: "The task store is unavailable: try again",
    });
  });
});

describe("a store that fails", () => {
  test("is told to the server's user, and neither to handlers nor to clients", async () => {
    const errors: Error[] = [];
    const onError = (error: Error): void => void errors.push(error);
    const create = { store: { ...plainStore(), create: failing } };
    const making = modernAsker(
      serverOf(async (_, context) => String(await context.task()), create, {
        task: "optional",
        onError,
      }),
    );
    const refused = await making.refused("tools/call", { name: "work" });
    expect(refused).toMatchObject({ code: -32603 });
    const update = { store: { ...plainStore(), update: failing } };
    const told: unknown[] = [];
    const asking = modernAsker(
      serverOf(
        (_, context) =>
          context
            .elicit("name", form("Your name?"))
            .catch((error: unknown) => void told.push(error)),
        update,
        { onError },
      ),
    );
    await asking.begin();
    await vi.waitFor(() => expect(told).toHaveLength(1), patient);
    expect(JSON.stringify([refused, String(told[0])])).not.toContain(secret);
    expect(errors[0]).toMatchObject({ message: secret });
    expect(errors[1]).toMatchObject({ message: secret });
  });

  test("does not keep a server from its end", async () => {
    const signals: AbortSignal[] = [];
    const watching: Work = (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    let closed = 0;
    const store: TaskStore = {
      ...plainStore(),
      update: failing,
      close: async () => void closed++,
    };
    const server = serverOf(watching, { store }, { onError: () => {} });
    const asker = modernAsker(server);
    await asker.begin();
    await asker.begin();
    await vi.waitFor(() => expect(signals).toHaveLength(2), patient);
    await server.tasks.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect([server.tasks.running, closed]).toEqual([0, 1]);
  });

  test("for a moment has all that was left told as failed", async () => {
    const left = [1, 2, 3].map((each) =>
      newTask({ taskId: `left-${each}`, ttl: null }, Date.now()),
    );
    const kept = plainStore();
    let opened = 0;
    let updates = 0;
    const store: TaskStore = {
      ...kept,
      async open() {
        for (const task of left) await kept.create(task);
        return opened++ === 0 ? left : [];
      },
      update: (taskId, change) =>
        ++updates === 2 ? failing() : kept.update(taskId, change),
    };
    const server = serverOf(endless, { store }, { onError: () => {} });
    const asker = modernAsker(server);
    await asker.refused("tasks/get", { taskId: "left-1" });
    for (const { taskId } of left)
      expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
        status: "failed",
      });
    expect(opened).toBe(1);
  });
});

test("what a store still refuses when all is over is tried no more", async () => {
  vi.useFakeTimers();
  try {
    let refuse = (): void => {};
    const update = vi.fn(
      () =>
        new Promise((_, reject) => (refuse = () => reject(new Error(secret)))),
    );
    const owed = new OwedEnds(update);
    owed.addPlain("one", (task) => task);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(update).toHaveBeenCalledOnce();
    owed.end();
    refuse();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(update).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
