import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import {
  ask,
  cancelTask,
  completeTask,
  failTask,
  say,
} from "../../../src/runtime/tasks/life.ts";
import type { TaskRecord } from "../../../src/runtime/tasks/record.ts";
import {
  TaskStoreFullError,
  type TaskStoreBounds,
} from "../../../src/runtime/tasks/store/bounds.ts";
import { memoryTaskStore } from "../../../src/runtime/tasks/store/memory.ts";
import { fileTaskStore } from "../../../src/runtime/tasks/node.ts";
import type { MeasuredTaskStore } from "../../../src/runtime/tasks/store/store.ts";
import { newTask, start, sure } from "./records.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "mcp-gen-tasks-"));
});
afterAll(() => rmSync(root, { recursive: true }));

const open: MeasuredTaskStore[] = [];

beforeEach(() => {
  // What reads and writes files waits for no timer.
  const toFake = ["Date", "setTimeout", "clearTimeout"] as const;
  vi.useFakeTimers({ now: start, toFake: [...toFake] });
});

afterEach(async () => {
  vi.useRealTimers();
  for (const store of open.splice(0)) await store.close();
});

/** Stores that keep the same promises, by where they keep tasks. */
const kinds = {
  memory: memoryTaskStore,
  files: (bounds?: TaskStoreBounds) =>
    fileTaskStore(join(root, randomUUID()), bounds),
} as const;

const many = async (
  store: MeasuredTaskStore,
  count: number,
  seed: Partial<TaskRecord> = {},
): Promise<void> => {
  for (let at = 0; at < count; at++)
    await store.create(newTask({ ...seed, taskId: `${seed.owner}${at}` }));
};

const big = (bytes: number): { text: string } => ({
  text: "x".repeat(bytes / 2),
});

describe.each(["memory", "files"] as const)(
  "a store of tasks in %s",
  (kind) => {
    const make = (bounds?: TaskStoreBounds): MeasuredTaskStore => {
      const store = kinds[kind](bounds);
      open.push(store);
      return store;
    };

    test("gives what it has at hand without a promise", async () => {
      const store = make();
      await store.create(newTask({ taskId: "one" }));
      expect(store.read("one")).toMatchObject({ taskId: "one" });
      expect(store.read("two")).toBeUndefined();
    });

    test("counts what a task takes at work, until it is over", async () => {
      const store = make({ maxBytes: 30_000 });
      await store.create(newTask({ taskId: "one" }), 20_000);
      const before = store.bytes;
      expect(before).toBeGreaterThan(20_000);
      await store.update("one", (task) => say(task, "half way"));
      expect(store.bytes).toBeGreaterThan(20_000);
      await expect(
        store.create(newTask({ taskId: "two" }), 20_000),
      ).rejects.toMatchObject({ bound: "maxBytes" });
      await store.update("one", (task) => completeTask(task, {}));
      expect(store.bytes).toBeLessThan(before - 20_000);
      await store.create(newTask({ taskId: "two" }), 20_000);
    });

    test("gives what it was given, as JSON has it, and nobody changes that", async () => {
      const store = make();
      const made = { at: new Date(start), deep: { n: 1 } };
      await store.create(newTask());
      await store.update("one", (task) => completeTask(task, made));
      made.deep.n = 2;
      const read = await store.read("one");
      expect(read?.result).toEqual({
        at: made.at.toISOString(),
        deep: { n: 1 },
      });
      expect(Object.isFrozen(read?.result?.["deep"])).toBe(true);
    });

    test("keeps one task by one name", async () => {
      const store = make();
      await store.create(newTask());
      await expect(store.create(newTask())).rejects.toThrow(/already exists/);
      await vi.advanceTimersByTimeAsync(60_000);
      await store.create(newTask({}, start + 60_000));
      expect(store.size).toBe(1);
    });

    test("changes a task in one step, also for two at once", async () => {
      const store = make();
      await store.create(newTask());
      const steps = Array.from({ length: 20 }, (_, at) =>
        store.update("one", (task) =>
          say(task, `${task.statusMessage ?? ""}${at % 10}`),
        ),
      );
      await Promise.all(steps);
      const { statusMessage } = (await store.read("one")) ?? newTask();
      expect(statusMessage).toBe("01234567890123456789");
    });

    test("loses no change that another change makes", async () => {
      const store = make();
      await store.create(newTask());
      let inner: Promise<unknown> | undefined;
      await store.update("one", (task) => {
        inner ??= store.update("one", (now) => ask(now, "a", sure));
        return say(task, "asking");
      });
      await inner;
      expect(await store.read("one")).toMatchObject({
        statusMessage: "asking",
        questions: { a: sure },
      });
    });

    test("leaves a task for which a change gives nothing, or throws", async () => {
      const store = make();
      await store.create(newTask());
      const read = await store.read("one");
      expect(await store.update("one", () => undefined)).toBe(read);
      const failing = store.update("one", () => {
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      const other = (task: TaskRecord): TaskRecord => ({
        ...task,
        owner: "bob",
      });
      await expect(store.update("one", other)).rejects.toThrow(
        /owner of a task cannot change/,
      );
      expect(await store.read("one")).toBe(read);
      expect(await store.update("two", () => newTask())).toBeUndefined();
    });

    test("lists the tasks of an owner alone, oldest first, in pages", async () => {
      const store = make();
      const at = [3, 1, 2, 2];
      for (const [index, second] of at.entries())
        await store.create(
          newTask({ taskId: `t${index}`, owner: "ann" }, start + second),
        );
      await store.create(newTask({ taskId: "bobs", owner: "bob" }));
      await store.create(newTask({ taskId: "nobodys" }));
      const names = async (after?: string): Promise<unknown> => {
        const { tasks, next } = await store.list("ann", {
          limit: 2,
          ...(after !== undefined && { after }),
        });
        return [tasks.map(({ taskId }) => taskId), next];
      };
      const [first, next] = (await names()) as [string[], string];
      expect(first).toEqual(["t1", "t2"]);
      // A cursor is a place: it holds although its task has gone.
      await store.remove("t2");
      expect(await names(next)).toEqual([["t3", "t0"], undefined]);
      expect((await store.list(undefined, { limit: 9 })).tasks).toHaveLength(1);
      expect((await store.list("eve", { limit: 9 })).tasks).toEqual([]);
      await expect(
        store.list("ann", { limit: 9, after: "t2" }),
      ).rejects.toMatchObject({ code: -32602 });
    });

    test("lists what one session made, where that is asked", async () => {
      const store = make();
      for (const session of ["s1", "s2", "s1", "s1"])
        await store.create(newTask({ taskId: `${store.size}`, session }));
      const names = async (after?: string): Promise<unknown> => {
        const page = { limit: 2, session: "s1", ...(after && { after }) };
        const { tasks, next } = await store.list(undefined, page);
        return [tasks.map(({ taskId }) => taskId), next];
      };
      const [first, next] = (await names()) as [string[], string];
      expect(first).toEqual(["0", "2"]);
      expect(await names(next)).toEqual([["3"], undefined]);
    });

    test("keeps a task for its time, and no longer", async () => {
      const store = make();
      await store.create(newTask({ ttl: 5_000 }));
      await store.create(newTask({ taskId: "two", ttl: null }));
      vi.setSystemTime(start + 4_999);
      expect(await store.read("one")).toBeDefined();
      vi.setSystemTime(start + 5_000);
      expect(await store.read("one")).toBeUndefined();
      expect(await store.update("one", (task) => task)).toBeUndefined();
      expect((await store.list(undefined, { limit: 9 })).tasks).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(6_000);
      expect(store.size).toBe(1);
      await store.remove("two");
      expect([store.size, store.bytes]).toEqual([0, 0]);
    });

    test("follows a time that changes", async () => {
      const store = make();
      await store.create(newTask({ ttl: 600_000 }));
      await store.update("one", (task) => ({ ...task, ttl: 2_000 }));
      await vi.advanceTimersByTimeAsync(2_000);
      expect([store.size, store.bytes]).toEqual([0, 0]);
    });

    test("tells who watches a task of each change, and of its end", async () => {
      const store = make();
      await store.create(newTask({ ttl: 5_000 }));
      const heard: unknown[] = [];
      const hear = (task: TaskRecord | undefined): void => {
        heard.push(task?.status ?? "gone");
      };
      const stop = store.watch("one", hear);
      store.watch("one", hear);
      await store.update("one", (task) => ask(task, "a", sure));
      stop();
      await store.update("one", (task) => cancelTask(task));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(heard).toEqual([
        "input_required",
        "input_required",
        "cancelled",
        "gone",
      ]);
    });
    test.each([
      ["maxTasks", { maxTasks: 3 }, "ann", 3],
      ["maxTasksPerOwner", { maxTasksPerOwner: 2 }, "ann", 2],
      ["maxBytes", { maxBytes: 15_000 }, "ann", 4],
      ["maxBytesPerOwner", { maxBytesPerOwner: 15_000 }, "ann", 4],
    ] as const)("is bound by %s", async (bound, bounds, owner, room) => {
      const store = make(bounds);
      await expect(many(store, 10, { owner })).rejects.toMatchObject({
        name: "TaskStoreFullError",
        bound,
      });
      expect(store.size).toBe(room);
      // Another owner has room where the bound is one for each.
      const other = store.create(newTask({ owner: "bob" }));
      if (bound.endsWith("PerOwner")) await other;
      else await expect(other).rejects.toThrow(TaskStoreFullError);
      // Who is nobody is not one owner.
      if (bound.endsWith("PerOwner")) await many(store, 8);
    });

    test("never makes room but by the time of tasks", async () => {
      const store = make({ maxTasks: 2 });
      await store.create(newTask({ taskId: "a", ttl: 1_000 }));
      await store.update("a", (task) => completeTask(task, {}));
      await store.create(newTask({ taskId: "b" }));
      const create = (): Promise<void> =>
        store.create(newTask({ taskId: "c" }));
      await expect(create()).rejects.toThrow(/full \(maxTasks: 2\)/);
      vi.setSystemTime(start + 1_000);
      await create();
      expect(await store.read("b")).toBeDefined();
    });

    test("keeps what grows as it was, and always has room for an end", async () => {
      const store = make({ maxBytes: 12_000 });
      await many(store, 3);
      const grow = store.update("undefined0", (task) =>
        completeTask(task, big(20_000)),
      );
      await expect(grow).rejects.toMatchObject({ bound: "maxBytes" });
      expect(await store.read("undefined0")).toMatchObject({
        status: "working",
      });
      const failed = await store.update("undefined0", (task) =>
        failTask(task, { code: -32603, message: "x".repeat(400) }),
      );
      expect(failed).toMatchObject({ status: "failed" });
      expect(store.bytes).toBeLessThanOrEqual(12_000);
    });

    test("counts what is kept, whatever became of it", async () => {
      const store = make();
      await store.create(newTask());
      const before = store.bytes;
      await store.update("one", (task) => ask(task, "a", sure));
      expect(store.bytes).toBeGreaterThan(before);
      await store.update("one", (task) => completeTask(task, big(100_000)));
      expect(store.bytes).toBeGreaterThan(100_000);
      await store.create(newTask({ taskId: "two" }));
      const both = store.bytes;
      await store.update("two", (task) => cancelTask(task));
      expect(store.bytes).toBeLessThan(both);
      await store.remove("two");
      await store.remove("one");
      expect(store.bytes).toBe(0);
    });

    test("refuses a bound that there is not", () => {
      expect(() => make({ maxTask: 5 } as TaskStoreBounds)).toThrow(
        'has no option "maxTask": there are maxTasks,',
      );
    });

    test.each([
      ["status", { status: "asleep" }],
      ["createdAt", { createdAt: "once" }],
      ["taskId", { taskId: "" }],
      ["result", { result: {} }],
      ["ttl", { ttl: -1 }],
    ])("keeps no record whose %s is none", async (field, fault) => {
      const store = make();
      const record = { ...newTask(), ...fault } as TaskRecord;
      await expect(store.create(record)).rejects.toThrow(
        `the ${field} of a task is invalid`,
      );
      expect(store.bytes).toBe(0);
    });

    test.each(["maxTasks", "maxBytes", "maxTasksPerOwner", "maxBytesPerOwner"])(
      "refuses a %s that is none",
      (name) => {
        expect(() => make({ [name]: 0 })).toThrow(
          `${name} is an integer from 1 on, not 0`,
        );
      },
    );
  },
);
