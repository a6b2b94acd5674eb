import { describe, expect, test } from "vitest";
import {
  answer,
  ask,
  cancelTask,
  completeTask,
  expiryOf,
  failTask,
  hasUsed,
  isOver,
  say,
  withdraw,
} from "../../../src/runtime/tasks/life.ts";
import type { TaskRecord } from "../../../src/runtime/tasks/record.ts";
import { newTaskId } from "../../../src/runtime/tasks/task-id.ts";
import { newTask, start, sure } from "./records.ts";

const later = start + 1_000;
const yes = { action: "accept", content: {} };

/** What a step makes of a task: it has to make something. */
function after(task: TaskRecord | undefined): TaskRecord {
  if (!task) throw new Error("nothing has changed");
  return task;
}

const asking = after(ask(after(ask(newTask(), "a", sure)), "b", sure));

describe("a task", () => {
  test("begins at work, at the time of its making", () => {
    expect(newTask({ owner: "ann", pollInterval: 50 })).toEqual({
      taskId: "one",
      method: "tools/call",
      owner: "ann",
      status: "working",
      createdAt: "2030-01-01T00:00:00.000Z",
      lastUpdatedAt: "2030-01-01T00:00:00.000Z",
      ttl: 60_000,
      pollInterval: 50,
    });
  });

  test("is kept for its time from its making, or for ever", () => {
    expect(expiryOf(newTask())).toBe(start + 60_000);
    expect(expiryOf(newTask({ ttl: null }))).toBe(Infinity);
  });

  test("says how far it is, and when it said so", () => {
    const said = after(say(newTask(), "half way", later));
    expect(said).toMatchObject({
      statusMessage: "half way",
      lastUpdatedAt: "2030-01-01T00:00:01.000Z",
    });
    expect(say(said, "half way", later + 1)).toBeUndefined();
  });

  test("is never older than it was, though the time of day is set back", () => {
    const said = after(say(newTask(), "half way", later));
    const { lastUpdatedAt } = after(say(said, "done soon", start - 5_000));
    expect(lastUpdatedAt).toBe(said.lastUpdatedAt);
  });

  test("asks, and works on when all is answered", () => {
    expect(asking).toMatchObject({
      status: "input_required",
      questions: { a: sure, b: sure },
    });
    const half = after(answer(asking, { a: yes }));
    expect(half).toMatchObject({
      status: "input_required",
      questions: { b: sure },
      answers: { a: yes },
    });
    const whole = after(answer(half, { b: yes }));
    expect(whole).toMatchObject({
      status: "working",
      answers: { a: yes, b: yes },
    });
    expect(whole.questions).toBeUndefined();
  });

  test("leaves answers that nobody waits for", () => {
    const half = after(answer(asking, { a: yes, nobody: yes }));
    expect(half.answers).toEqual({ a: yes });
    const again = { a: { action: "decline" } };
    expect(answer(half, again)).toBeUndefined();
    expect(answer(newTask(), { a: yes })).toBeUndefined();
    expect(answer(asking, { toString: yes })).toBeUndefined();
  });

  test("takes a key as it is, also where objects have one of that name", () => {
    const asked = after(ask(newTask(), "__proto__", sure));
    expect(Object.keys(asked.questions ?? {})).toEqual(["__proto__"]);
    const responses = Object.fromEntries([["__proto__", yes]]);
    const answered = after(answer(asked, responses));
    expect(Object.keys(answered.answers ?? {})).toEqual(["__proto__"]);
    expect(answered.status).toBe("working");
    expect(hasUsed(newTask(), "constructor")).toBe(false);
  });

  test("never asks twice by one key: open, answered or withdrawn", () => {
    const withdrawn = after(withdraw(asking, "b"));
    const answered = after(answer(withdrawn, { a: yes }));
    expect(answered).toMatchObject({ status: "working", withdrawn: ["b"] });
    for (const [task, key] of [
      [asking, "a"],
      [answered, "a"],
      [answered, "b"],
    ] as const)
      expect(() => ask(task, key, sure)).toThrow(/used only once in a task/);
    expect(answer(answered, { b: yes })).toBeUndefined();
    expect(withdraw(answered, "b")).toBeUndefined();
  });

  test("ends with a result, also with one that says that its tool failed", () => {
    const result = { content: [], isError: true };
    const completed = after(completeTask(asking, result, later));
    expect(completed).toEqual({
      taskId: "one",
      method: "tools/call",
      status: "completed",
      createdAt: newTask().createdAt,
      lastUpdatedAt: "2030-01-01T00:00:01.000Z",
      ttl: 60_000,
      result,
    });
  });

  test("fails with an error, and says why on one line", () => {
    const error = { code: -32603, message: `a\nb${"c".repeat(300)}` };
    const failed = after(failTask(asking, error));
    expect(failed).toMatchObject({ status: "failed", error });
    expect(failed.statusMessage).toMatch(/^a\\u000ab(c{197})…$/);
    expect(failed.questions).toBeUndefined();
  });

  test("changes no more when it has ended", () => {
    const ends = [
      completeTask(asking, {}),
      failTask(asking, { code: 1, message: "no" }),
      cancelTask(asking),
    ].map(after);
    expect(ends.map(({ status }) => status)).toEqual([
      "completed",
      "failed",
      "cancelled",
    ]);
    for (const end of ends) {
      expect(isOver(end)).toBe(true);
      const steps = [
        say(end, "more"),
        ask(end, "c", sure),
        answer(end, { a: yes }),
        withdraw(end, "a"),
        completeTask(end, {}),
        failTask(end, { code: 1, message: "no" }),
        cancelTask(end),
      ];
      expect(steps.every((step) => step === undefined)).toBe(true);
    }
    expect([newTask(), asking].some(isOver)).toBe(false);
  });

  test("has a name that nobody guesses, and that a header can carry", () => {
    const ids = Array.from({ length: 100 }, newTaskId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });
});
