import {
  requireEqual,
  requireRejection,
  requireThat,
} from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import { cancelTask, completeTask } from "../../runtime/tasks/life.ts";
import type { TaskRecord } from "../../runtime/tasks/record.ts";
import type { TaskStore } from "../../runtime/tasks/store/store.ts";
import { sampleTask, saying } from "./sample-task.ts";
import { requireTypeError } from "./task-life.ts";

/** Tests of changes. */
export const taskUpdateTrials: Trials<TaskStore> = {
  "a change is seen by every process when it is done": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask();
    await first.create(task);
    const expected = { ...task, statusMessage: "half", pollInterval: 9 };
    const given = await second.update(task.taskId, (before) => {
      requireEqual("a change is given the task as it is", before, task);
      return { ...before, statusMessage: "half", pollInterval: 9 };
    });
    requireEqual("a change gives what is kept now", given, expected);
    for (const store of [first, second])
      requireEqual(
        "what is changed is read",
        await store.read(task.taskId),
        expected,
      );
    const { statusMessage, ...without } = expected;
    await first.update(task.taskId, () => without);
    requireEqual(
      "what a change leaves out is gone",
      await second.read(task.taskId),
      without,
    );
  },

  "of several changes at once none is lost": async (trial) => {
    const stores = await trial.stores(4);
    const task = sampleTask({ statusMessage: "0" });
    await stores[0]?.create(task);
    await Promise.all(
      stores.flatMap((store) =>
        Array.from({ length: 8 }, () =>
          store.update(task.taskId, (before) => ({
            ...before,
            statusMessage: `${Number(before.statusMessage) + 1}`,
          })),
        ),
      ),
    );
    requireEqual(
      "each change is given what the one before it made",
      (await stores[1]?.read(task.taskId))?.statusMessage,
      "32",
    );
  },

  "a task ends once, whoever ends it": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (let round = 0; round < 15; round++) {
      const task = sampleTask();
      const { taskId } = task;
      await first.create(task);
      const results = await Promise.all([
        first.update(taskId, (before) => completeTask(before, { content: [] })),
        second.update(taskId, (before) => cancelTask(before)),
      ]);
      const kept = await first.read(taskId);
      for (const result of results)
        requireEqual(
          "of two that end a task at once, both are told how it has ended",
          result?.status,
          kept?.status,
        );
      requireEqual(
        "what has ended stays so",
        await second.update(taskId, (before) => completeTask(before, {})),
        kept,
      );
    }
  },

  "a change that changes nothing is given what is kept": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask();
    await first.create(task);
    requireEqual(
      "who leaves a task as it is, is given it",
      await second.update(task.taskId, () => undefined),
      task,
    );
    requireEqual("it is as it was", await first.read(task.taskId), task);
    let isCalled = false;
    requireEqual(
      "for one that is not there nothing is given",
      await second.update(sampleTask().taskId, () => {
        isCalled = true;
        return undefined;
      }),
      undefined,
    );
    requireEqual("and nobody is asked how to change it", isCalled, false);
  },

  "what a change throws is what it is rejected with": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask();
    await first.create(task);
    const own = new RangeError("a change of the test throws");
    const error = await requireRejection(
      "what a change throws is what it is rejected with",
      second.update(task.taskId, () => {
        throw own;
      }),
    );
    requireThat(
      "what a change throws is what it is rejected with",
      error === own,
      String(error),
    );
    requireEqual("the task is as it was", await first.read(task.taskId), task);
    requireEqual(
      "and can be changed",
      (await second.update(task.taskId, saying("on")))?.statusMessage,
      "on",
    );
  },

  "what a task is known by never changes": async (trial) => {
    const store = await trial.store();
    const task = sampleTask({ session: "s" });
    await store.create(task);
    const changes: readonly Partial<TaskRecord>[] = [
      { taskId: "other" },
      { method: "other" },
      { owner: "bob" },
      { session: "other" },
      { createdAt: new Date(0).toISOString() },
    ];
    for (const change of changes) {
      const what = `a change of ${Object.keys(change).join()} is refused`;
      requireTypeError(
        what,
        await requireRejection(
          what,
          store.update(task.taskId, (before) => ({ ...before, ...change })),
        ),
      );
    }
    requireEqual("the task is as it was", await store.read(task.taskId), task);
  },

  "what JSON cannot hold changes nothing": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask();
    await first.create(task);
    requireTypeError(
      "a change to what JSON cannot hold is refused",
      await requireRejection(
        "a change to what JSON cannot hold is refused",
        second.update(task.taskId, (before) => ({
          ...before,
          status: "completed",
          result: { big: 1n },
        })),
      ),
    );
    requireEqual("the task is as it was", await first.read(task.taskId), task);
  },
};
