import { requireEqual, requireThat } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf, type Trial } from "../support/trial.ts";
import type { TaskRecord } from "../../runtime/tasks/record.ts";
import type { TaskStore } from "../../runtime/tasks/store/store.ts";
import { sampleTask, saying } from "./sample-task.ts";

type Heard = (TaskRecord | undefined)[];

/** Tests of watching. */
export const taskWatchTrials: Trials<TaskStore> = {
  "who watches hears of changes, whoever makes them": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask();
    await first.create(task);
    const [own, others] = [watch(first, task), watch(second, task)];
    for (const [message, store] of [
      ["1", first],
      ["2", second],
      ["3", first],
    ] as const) {
      await store.update(task.taskId, saying(message));
      for (const heard of [own, others])
        await trial.until(
          "who watches hears what a task is now",
          () => heard.at(-1)?.statusMessage === message,
        );
    }
    await second.remove(task.taskId);
    for (const heard of [own, others])
      await trial.until(
        "who watches hears that a task is gone",
        () => heard.length > 0 && heard.at(-1) === undefined,
      );
  },

  "changes are heard in their order, and the last one always": async (
    trial,
  ) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask({ statusMessage: "0" });
    await first.create(task);
    const all = [watch(first, task), watch(second, task)];
    for (let count = 0; count < 5; count++)
      await Promise.all(
        [first, second, first, second].map((store) =>
          store.update(task.taskId, (before) => ({
            ...before,
            statusMessage: `${Number(before.statusMessage) + 1}`,
          })),
        ),
      );
    for (const heard of all) {
      await trial.until(
        "the last change is heard",
        () => heard.at(-1)?.statusMessage === "20",
      );
      const numbers = heard.map((one) => Number(one?.statusMessage));
      requireEqual(
        "what is heard later is not older",
        numbers,
        [...numbers].sort((one, other) => one - other),
      );
    }
  },

  "no change is lost between the beginning to watch and the first reading":
    async (trial) => {
      const [first, second] = await twoOf(trial.stores(2));
      for (let round = 0; round < 20; round++) {
        const task = sampleTask();
        await first.create(task);
        const changing = first.update(task.taskId, saying("changed"));
        const heard = watch(second, task);
        const read = await second.read(task.taskId);
        await changing;
        if (read?.statusMessage !== "changed")
          await trial.until(
            "a change that was not read is heard",
            () => heard.at(-1)?.statusMessage === "changed",
          );
      }
    },

  "nobody hears of a change before it is kept": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask({ statusMessage: "0" });
    await first.create(task);
    const early: unknown[] = [];
    const readings: Promise<void>[] = [];
    let last: TaskRecord | undefined;
    for (const store of [first, second])
      store.watch?.(task.taskId, (heard) => {
        last = heard;
        const reading = Promise.resolve(second.read(task.taskId));
        readings.push(
          reading.then((read) => {
            const [told, kept] = [heard, read].map((one) =>
              Number(one?.statusMessage),
            );
            if (!((kept ?? 0) >= (told ?? 0))) early.push({ told, kept });
          }),
        );
      });
    for (let count = 1; count <= 10; count++)
      await first.update(task.taskId, saying(`${count}`));
    await trial.until(
      "the last change is heard",
      () => last?.statusMessage === "10",
    );
    await Promise.all(readings);
    requireEqual("what is heard can be read", early, []);
  },

  "nobody hears before watching has begun": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask();
    await first.create(task);
    const changing = first.update(task.taskId, saying("x"));
    for (const store of [first, second]) {
      let hasBegun = false;
      let isEarly = false;
      store.watch?.(task.taskId, () => {
        if (!hasBegun) isEarly = true;
      });
      hasBegun = true;
      await changing;
      requireEqual("nothing is heard within `watch` itself", isEarly, false);
    }
  },

  "who ends watching hears nothing more, and others go on": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask();
    await first.create(task);
    const ended: Heard = [];
    const hear = (one: TaskRecord | undefined): void => void ended.push(one);
    const stop = second.watch?.(task.taskId, hear);
    const heard = watch(second, task);
    await first.update(task.taskId, saying("one"));
    await heardBy(trial, [ended, heard], "one");
    stop?.();
    await first.update(task.taskId, saying("two"));
    await heardBy(trial, [heard], "two");
    await trial.quiet();
    requireEqual(
      "who has ended hears nothing more",
      ended.at(-1)?.statusMessage,
      "one",
    );
  },

  "who watches one task hears of no other": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const [task, other] = [sampleTask(), sampleTask()];
    for (const each of [task, other]) await first.create(each);
    const heard = watch(second, task);
    await first.update(other.taskId, saying("other"));
    await first.update(task.taskId, saying("own"));
    await heardBy(trial, [heard], "own");
    requireEqual(
      "only the task itself is heard of",
      heard.every((one) => one?.taskId === task.taskId),
      true,
    );
  },

  "who watches hears that a task is past its time": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const at = new Date().toISOString();
    const task = sampleTask({
      createdAt: at,
      lastUpdatedAt: at,
      ttl: trial.times.shortMs,
    });
    await first.create(task);
    const all = [watch(first, task), watch(second, task)];
    for (const heard of all)
      await trial.until(
        "who watches hears that a task is gone by itself",
        () => heard.length > 0 && heard.at(-1) === undefined,
      );
  },
};

function watch(store: TaskStore, { taskId }: TaskRecord): Heard {
  const heard: Heard = [];
  requireThat(
    "a store of several processes has `watch`",
    store.watch !== undefined,
    "undefined",
  );
  store.watch?.(taskId, (task) => void heard.push(task));
  return heard;
}

async function heardBy(
  trial: Trial<TaskStore>,
  listeners: readonly Heard[],
  message: string,
): Promise<void> {
  for (const heard of listeners)
    await trial.until(
      "who watches hears what a task is now",
      () => heard.at(-1)?.statusMessage === message,
    );
}
