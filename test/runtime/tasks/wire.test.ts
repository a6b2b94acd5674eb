import { describe, expect, test } from "vitest";
import {
  isCreateTaskResult,
  isTask,
} from "../../../generated/2025-11-25/guards.ts";
import {
  answer,
  ask,
  cancelTask,
  completeTask,
  failTask,
  say,
} from "../../../src/runtime/tasks/life.ts";
import type { TaskRecord } from "../../../src/runtime/tasks/record.ts";
import {
  coreTask,
  nestedTask,
  readCoreTask,
  readNestedTask,
  relatedTaskOf,
  relatedTo,
} from "../../../src/runtime/tasks/wire/core-form.ts";
import {
  detailedTask,
  flatTask,
  readFlatTask,
  readTaskInPlace,
  taskInPlace,
} from "../../../src/runtime/tasks/wire/extension-form.ts";
import { newTask, start, sure } from "./records.ts";

const fresh = newTask({
  owner: "ann",
  session: "s1",
  pollInterval: 500,
  statusMessage: "queued",
});
const asked = ask(fresh, "a", sure, start) ?? fresh;
const half = ask(asked, "b", sure, start) ?? fresh;
const lives = {
  working: say(fresh, "half way", start) ?? fresh,
  input_required: answer(half, { a: {} }, start) ?? fresh,
  completed: completeTask(half, { content: [] }, start) ?? fresh,
  failed: failTask(half, { code: -32603, message: "no" }, start) ?? fresh,
  cancelled: cancelTask(half, undefined, start) ?? fresh,
};
const all = Object.values(lives);

const flat = {
  taskId: "one",
  createdAt: "2030-01-01T00:00:00.000Z",
  lastUpdatedAt: "2030-01-01T00:00:00.000Z",
  ttlMs: 60_000,
  pollIntervalMs: 500,
};

describe("the extension's form of a task", () => {
  test("is flat, and says the units of its times", () => {
    expect(flatTask(fresh)).toEqual({
      ...flat,
      status: "working",
      statusMessage: "queued",
    });
    expect(flatTask(newTask({ ttl: null }))).not.toHaveProperty(
      "pollIntervalMs",
    );
    expect(flatTask(newTask({ ttl: null }))).toHaveProperty("ttlMs", null);
  });

  test("of a result in its place says that it is one", () => {
    expect(taskInPlace(fresh)).toEqual({
      resultType: "task",
      ...flatTask(fresh),
    });
  });

  test.each([
    ["working", {}],
    ["input_required", { inputRequests: { b: sure } }],
    ["completed", { result: { content: [] } }],
    ["failed", { error: { code: -32603, message: "no" } }],
    ["cancelled", {}],
  ] as const)("has with %s what belongs to it", (status, details) => {
    const detailed = detailedTask(lives[status]);
    expect(detailed).toEqual({ ...flatTask(lives[status]), ...details });
    expect(detailed).toMatchObject({ status });
  });

  test("tells nothing of its owner, its session, and what was answered", () => {
    for (const task of all)
      expect(JSON.stringify(detailedTask(task))).not.toMatch(
        /ann|s1|owner|session|answers|method":"tools/,
      );
  });

  test("is read as it was written", () => {
    for (const task of all)
      expect(readFlatTask(detailedTask(task))).toEqual(seen(task));
    expect(readTaskInPlace(taskInPlace(fresh))).toEqual(seen(fresh));
    expect(readTaskInPlace({ content: [] })).toBeUndefined();
  });
});

describe("the core's form of a task", () => {
  test("is what its revision has", () => {
    for (const task of all) {
      expect(isTask(coreTask(task))).toBe(true);
      expect(isCreateTaskResult(nestedTask(task))).toBe(true);
    }
    const { ttlMs, pollIntervalMs, ...same } = flat;
    expect(coreTask(fresh)).toEqual({
      ...same,
      status: "working",
      statusMessage: "queued",
      ttl: ttlMs,
      pollInterval: pollIntervalMs,
    });
  });

  test("has failed when its tool has", () => {
    const task = completeTask(fresh, { content: [], isError: true }) ?? fresh;
    expect(coreTask(task)).toMatchObject({
      status: "failed",
      statusMessage: "the tool failed: see the result",
    });
    expect(detailedTask(task)).toMatchObject({ status: "completed" });
  });

  test("is read as it was written", () => {
    for (const task of all) {
      const { questions, result, error, ...frame } = seen(task);
      expect(readCoreTask(coreTask(task))).toEqual(frame);
      expect(readNestedTask(nestedTask(task))).toEqual(frame);
    }
    expect(readNestedTask({ content: [] })).toBeUndefined();
    expect(readNestedTask({ task: "one" })).toBeUndefined();
  });

  test("of what belongs to a task says so beside what else `_meta` says", () => {
    const related = relatedTo("one", { content: [], _meta: { mine: 1 } });
    expect(related).toEqual({
      content: [],
      _meta: {
        mine: 1,
        "io.modelcontextprotocol/related-task": { taskId: "one" },
      },
    });
    expect(relatedTaskOf(related)).toBe("one");
    expect(relatedTaskOf({ _meta: {} })).toBeUndefined();
  });
});

describe("a task that is read", () => {
  test.each([
    ["taskId", { status: "working" }],
    ["taskId", { taskId: "", status: "working" }],
    ["status", { taskId: "one", status: "asleep" }],
    [
      "inputRequests",
      { taskId: "one", status: "input_required", inputRequests: { a: 1 } },
    ],
    ["result", { taskId: "one", status: "completed", result: [] }],
    ["error", { taskId: "one", status: "failed", error: { code: "x" } }],
  ])("is none with such a %s", (field, value) => {
    expect(() => readFlatTask(value)).toThrow(`${field} of a task: expected`);
  });

  test("may have advice that is none", () => {
    const value = {
      taskId: "one",
      status: "working",
      ttlMs: "long",
      pollIntervalMs: -1,
    };
    expect(readFlatTask(value)).toEqual({
      taskId: "one",
      status: "working",
      createdAt: "",
      lastUpdatedAt: "",
      ttl: null,
    });
  });
});

function seen(task: TaskRecord): Partial<TaskRecord> {
  const { method, owner, session, answers, withdrawn, ...rest } = task;
  return rest;
}
