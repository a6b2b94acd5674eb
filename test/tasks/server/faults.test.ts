import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memoryTaskStore } from "../../../src/runtime/tasks/store/memory.ts";
import type { TaskStore } from "../../../src/runtime/tasks/store/store.ts";
import { form, valueOf } from "../../runtime/questions.ts";
import { settle } from "../../runtime/wire.ts";
import { newTask } from "../records.ts";
import { coreAsker, modernAsker } from "./asker.ts";
import { serverOf, type TaskContext, type Work } from "./server.ts";

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

  test("has no task worked on that has ended while it took nothing", async () => {
    const kept = plainStore();
    let updates = 0;
    const store: TaskStore = {
      ...kept,
      update: (taskId, change) =>
        ++updates < 4 ? failing() : kept.update(taskId, change),
    };
    const server = serverOf(() => "done", { store }, { onError: () => {} });
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(updates).toBe(3);
    expect(server.tasks.running).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "failed",
      error: { message: "The result could not be kept" },
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(updates).toBe(4);
  });
});

const failing = (): Promise<never> => Promise.reject(new Error(secret));

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
    await vi.waitFor(() => expect(told).toHaveLength(1));
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
    await vi.waitFor(() => expect(signals).toHaveLength(2));
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
