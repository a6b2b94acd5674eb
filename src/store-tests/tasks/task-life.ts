import {
  requireEqual,
  requireRejection,
  requireThat,
} from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { pause, twoOf } from "../support/trial.ts";
import type { TaskRecord } from "../../runtime/tasks/record.ts";
import type { TaskStore } from "../../runtime/tasks/store/store.ts";
import { sampleTask, saying } from "./sample-task.ts";

/** Tests of the life of a task. */
export const taskLifeTrials: Trials<TaskStore> = {
  "a task is read by every process, as it was told": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const tasks: readonly TaskRecord[] = [
      sampleTask({
        session: "s",
        statusMessage: 'caf\u00e9 \u8336\u{1f375} "quoted" {braces} \\ \n %s',
        pollInterval: 500,
        withdrawn: ["a", "b"],
        answers: { c: { action: "accept", content: { empty: {}, list: [] } } },
      }),
      sampleTask({ owner: "", status: "completed", result: { content: [] } }),
      sampleTask({
        ttl: null,
        status: "failed",
        error: { code: -1, message: "" },
      }),
      withoutOwner(),
    ];
    for (const task of tasks) {
      await first.create(task);
      for (const store of [first, second])
        requireEqual(
          "a task is read as it was told",
          await store.read(task.taskId),
          task,
        );
    }
    requireEqual(
      "one that is not there is not read",
      await second.read(sampleTask().taskId),
      undefined,
    );
  },

  "a task is kept when that is said, whatever becomes of its process": async (
    trial,
  ) => {
    const dying = await trial.process();
    const task = sampleTask();
    const store = await trial.store();
    await dying.store.create(task);
    await dying.store.update(task.taskId, saying("half"));
    await dying.kill();
    const found = await store.read(task.taskId);
    requireEqual("a task outlives the process that made it", found, {
      ...task,
      statusMessage: "half",
    });
  },

  "a task is taken as it is at that moment": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const content: { text: string }[] = [{ text: "told" }];
    const task = sampleTask({ status: "completed", result: { content } });
    const creating = first.create(task);
    for (const one of content) one.text = "changed since";
    await creating;
    for (const store of [first, second])
      requireEqual(
        "what is changed of it afterwards is not kept",
        (await store.read(task.taskId))?.result,
        { content: [{ text: "told" }] },
      );
  },

  "a name is taken once": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const task = sampleTask({ statusMessage: "first" });
    await first.create(task);
    requireTypeError(
      "a name that is taken is refused",
      await requireRejection(
        "a name that is taken is refused",
        second.create({ ...task, statusMessage: "second", owner: "bob" }),
      ),
    );
    requireEqual(
      "who has the name keeps it",
      (await second.read(task.taskId))?.statusMessage,
      "first",
    );
    for (let round = 0; round < 5; round++) {
      const same = sampleTask();
      const results = await Promise.allSettled(
        [first, second, first, second].map((store) => store.create(same)),
      );
      requireEqual(
        "of several that take a name at once, one has it",
        results.filter(({ status }) => status === "fulfilled").length,
        1,
      );
    }
  },

  "what JSON cannot hold is refused": async (trial) => {
    const store = await trial.store();
    const circular: { [key: string]: unknown } = {};
    circular["self"] = circular;
    for (const result of [{ big: 1n }, circular]) {
      const task = sampleTask({ status: "completed", result });
      requireTypeError(
        "a task that JSON cannot hold is refused",
        await requireRejection(
          "a task that JSON cannot hold is refused",
          store.create(task),
        ),
      );
      requireEqual(
        "what is refused is not kept",
        await store.read(task.taskId),
        undefined,
      );
      await store.create(sampleTask({ taskId: task.taskId }));
    }
  },

  "a task that is removed is gone, and does not come back": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const [task, other] = [sampleTask(), sampleTask()];
    await first.create(task);
    await first.create(other);
    await second.remove(task.taskId);
    await second.remove(task.taskId);
    await first.remove("never-there");
    for (const store of [first, second]) {
      requireEqual(
        "what is removed is not read",
        await store.read(task.taskId),
        undefined,
      );
      requireEqual(
        "what is removed is not changed",
        await store.update(task.taskId, saying("x")),
        undefined,
      );
      requireEqual(
        "a change does not bring it back",
        await store.read(task.taskId),
        undefined,
      );
      requireEqual(
        "what is removed is not listed",
        (await store.list("alice", { limit: 10 })).tasks,
        [other],
      );
    }
  },

  "a task that is past its time is not there": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const short = fresh({ ttl: shortMs });
    const [long, forever] = [fresh({ ttl: 60_000 }), fresh({ ttl: null })];
    for (const task of [short, long, forever]) await first.create(task);
    await pause(1.5 * shortMs);
    for (const store of [second, first]) {
      requireEqual(
        "what is past its time is not read",
        await store.read(short.taskId),
        undefined,
      );
      requireEqual(
        "what is past its time is not changed",
        await store.update(short.taskId, saying("x")),
        undefined,
      );
      requireEqual(
        "what is past its time is not listed, and all else is",
        (await store.list("alice", { limit: 10 })).tasks.map(idOf).sort(),
        [long, forever].map(idOf).sort(),
      );
      requireEqual(
        "what has no end of its time is there",
        await store.read(forever.taskId),
        forever,
      );
    }
  },

  "a task may be given another time": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const { shortMs } = trial.times;
    const longer = fresh({ ttl: shortMs });
    const shorter = fresh({ ttl: null });
    for (const task of [longer, shorter]) await first.create(task);
    await second.update(longer.taskId, (task) => ({ ...task, ttl: 60_000 }));
    await second.update(shorter.taskId, (task) => ({ ...task, ttl: shortMs }));
    await pause(1.5 * shortMs);
    const found = await Promise.all(
      [longer, shorter].map(async ({ taskId }) => {
        const task = await first.read(taskId);
        return task !== undefined;
      }),
    );
    requireEqual("its newest time counts", found, [true, false]);
  },
};

function idOf({ taskId }: TaskRecord): string {
  return taskId;
}

/** Returns a task that was created now. */
function fresh(given: Partial<TaskRecord>): TaskRecord {
  const at = new Date().toISOString();
  return sampleTask({ createdAt: at, lastUpdatedAt: at, ...given });
}

/** Returns a task without an owner. */
export function withoutOwner(given: Partial<TaskRecord> = {}): TaskRecord {
  const { owner, ...task } = sampleTask(given);
  return task;
}

export function requireTypeError(promise: string, error: unknown): void {
  requireThat(
    `${promise} with a TypeError`,
    error instanceof TypeError,
    String(error),
  );
}
