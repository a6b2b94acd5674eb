import { requireEqual, requireThat } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import type { Trial } from "../support/trial.ts";
import type { TaskRecord } from "../../runtime/tasks/record.ts";
import type { TaskStore } from "../../runtime/tasks/store/store.ts";
import { sampleTask } from "./sample-task.ts";

/** Tests of tasks whose process died. */
export const taskLeftTrials: Trials<TaskStore> = {
  "what a dead process left is told to one that begins, and nothing else":
    async (trial) => {
      const living = await trial.store();
      await open(living);
      const dying = await trial.process();
      requireEqual(
        "of processes that live, nothing is left",
        await open(dying.store),
        [],
      );
      const [left, done, alive] = [
        sampleTask(),
        sampleTask({ status: "completed", result: {} }),
        sampleTask(),
      ];
      await living.create(alive);
      await dying.store.create(left);
      await dying.store.create(done);
      await dying.kill();
      await untilLeft(trial, left);
      // Another process that opens the store gets it too: it is not marked as failed yet.
      const told = await untilLeft(trial, left);
      requireEqual(
        "only what was not finished, and was worked on by who is dead, is left",
        told.map(({ taskId }) => taskId),
        [left.taskId],
      );
      requireEqual("what is left is told as it is", told, [left]);
    },

  "what a dead process left is told to those that live": async (trial) => {
    const told: TaskRecord[] = [];
    const living = await trial.store();
    requireThat("a store has `open`", living.open !== undefined, "undefined");
    await living.open?.((tasks) => void told.push(...tasks));
    const dying = await trial.process();
    await open(dying.store);
    const [left, alive] = [sampleTask(), sampleTask()];
    await living.create(alive);
    await dying.store.create(left);
    await dying.kill();
    await trial.until("a process that lives is told what is left", () =>
      told.some(({ taskId }) => taskId === left.taskId),
    );
    requireEqual(
      "and nothing that a living one works on",
      told.every(({ taskId }) => taskId === left.taskId),
      true,
    );
  },
};

async function open(store: TaskStore): Promise<readonly TaskRecord[]> {
  requireThat("a store has `open`", store.open !== undefined, "undefined");
  return (await store.open?.()) ?? [];
}

/** Opens a store repeatedly until it returns tasks of dead processes. */
async function untilLeft(
  trial: Trial<TaskStore>,
  { taskId }: TaskRecord,
): Promise<readonly TaskRecord[]> {
  let told: readonly TaskRecord[] = [];
  await trial.until(
    "what a dead process left is told to one that begins",
    async () => {
      told = await open(await trial.store());
      return told.some((one) => one.taskId === taskId);
    },
  );
  return told;
}
