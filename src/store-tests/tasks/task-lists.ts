import {
  requireEqual,
  requireRejection,
  requireThat,
} from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import { ProtocolError } from "../../runtime/protocol/errors.ts";
import type { TaskRecord } from "../../runtime/tasks/record.ts";
import type { TaskPage, TaskStore } from "../../runtime/tasks/store/store.ts";
import { sampleTask, saying } from "./sample-task.ts";
import { withoutOwner } from "./task-life.ts";

/** Tests of lists. */
export const taskListTrials: Trials<TaskStore> = {
  "the tasks of an owner are listed by pages, oldest first": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const tasks = Array.from({ length: 7 }, () => sampleTask());
    // Created in another order than listed.
    for (const [at, task] of [...tasks.entries()].reverse())
      await (at % 2 === 0 ? first : second).create(task);
    for (const limit of [1, 3, 7, 100]) {
      const pages = await pagesOf([first, second], "alice", { limit });
      requireEqual(
        `pages of ${limit} together are all tasks, oldest first`,
        pages.flat(),
        tasks,
      );
      requireEqual(
        `pages of ${limit} are full, but for the last`,
        pages.map(({ length }) => length),
        Array.from({ length: Math.ceil(7 / limit) }, (_, at) =>
          Math.min(limit, 7 - at * limit),
        ),
      );
    }
  },

  "tasks that were made at the same time have one order": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const createdAt = new Date().toISOString();
    const tasks = Array.from({ length: 9 }, () =>
      sampleTask({ createdAt, lastUpdatedAt: createdAt }),
    );
    for (const task of tasks) await first.create(task);
    const whole = await pagesOf([first], "alice", { limit: 100 });
    const pages = await pagesOf([second, first], "alice", { limit: 2 });
    requireEqual(
      "in pages they are as in one list",
      pages.flat(),
      whole.flat(),
    );
    requireEqual(
      "each is listed once",
      pages.flat().map(idOf).sort(),
      tasks.map(idOf).sort(),
    );
  },

  "an owner's list has no task of another": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const names = ["alice", "bob", "alice2", "", "undefined", "*"];
    for (const owner of names) await first.create(sampleTask({ owner }));
    await first.create(withoutOwner());
    for (const owner of names)
      requireEqual(
        `only ${JSON.stringify(owner)}'s tasks are listed`,
        (await pagesOf([second], owner, { limit: 10 }))
          .flat()
          .map((task) => task.owner),
        [owner],
      );
    requireEqual(
      "of nobody, only nobody's tasks are listed",
      (await pagesOf([second], undefined, { limit: 10 }))
        .flat()
        .map((task) => task.owner ?? "nobody"),
      ["nobody"],
    );
    requireEqual(
      "who has none has an empty list",
      await second.list("carol", { limit: 10 }),
      { tasks: [] },
    );
  },

  "a list can be that of one session": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const tasks = Array.from({ length: 8 }, (_, at) =>
      withoutOwner(at % 4 === 3 ? {} : { session: at % 2 === 0 ? "s" : "t" }),
    );
    for (const task of tasks) await first.create(task);
    for (const limit of [1, 2, 10])
      requireEqual(
        "only tasks of the session are listed",
        (
          await pagesOf([second, first], undefined, { limit, session: "s" })
        ).flat(),
        tasks.filter(({ session }) => session === "s"),
      );
  },

  "a list tells tasks as they are now": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const [one, two] = [sampleTask(), sampleTask()];
    for (const task of [one, two]) await first.create(task);
    await second.update(one.taskId, saying("later"));
    requireEqual(
      "what is changed is listed in its place",
      (await first.list("alice", { limit: 10 })).tasks,
      [{ ...one, statusMessage: "later" }, two],
    );
  },

  "a place in a list holds when tasks come and go": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    const tasks = Array.from({ length: 6 }, () => sampleTask());
    for (const task of tasks) await first.create(task);
    const page = await first.list("alice", { limit: 3 });
    // The task of the cursor, one before it and one after it.
    for (const at of [2, 0, 4]) await second.remove(tasks[at]?.taskId ?? "");
    const newest = sampleTask();
    await second.create(newest);
    const { next } = page;
    requireThat("there is more than a page", next !== undefined, page);
    const rest = await second.list("alice", {
      limit: 10,
      ...(next !== undefined && { after: next }),
    });
    requireEqual("the next page begins where the one before ended", rest, {
      tasks: [tasks[3], tasks[5], newest],
    });
  },

  "a cursor that no store gave is refused": async (trial) => {
    const store = await trial.store();
    await store.create(sampleTask());
    for (const after of ["", "x", "-1.", "🍵", "%00"]) {
      const what =
        "a cursor that no store gave is refused with a ProtocolError";
      const error = await requireRejection(
        what,
        store.list("alice", { limit: 10, after }),
      );
      requireThat(what, error instanceof ProtocolError, String(error));
    }
  },
};

function idOf({ taskId }: TaskRecord): string {
  return taskId;
}

/** Returns all pages of a list, alternating between the processes. */
async function pagesOf(
  stores: readonly TaskStore[],
  owner: string | undefined,
  page: TaskPage,
): Promise<readonly (readonly TaskRecord[])[]> {
  const pages: (readonly TaskRecord[])[] = [];
  let after: string | undefined;
  do {
    const list = await stores[pages.length % stores.length]?.list(owner, {
      ...page,
      ...(after !== undefined && { after }),
    });
    pages.push(list?.tasks ?? []);
    after = list?.next;
  } while (after !== undefined && pages.length < 100);
  return pages;
}
