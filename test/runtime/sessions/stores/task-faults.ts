import { isOver } from "../../../../src/runtime/tasks/life.ts";
import type { TaskRecord, TaskStore } from "../../../../src/runtime/tasks.ts";
import type { Fault } from "./fault.ts";
import { faultyTasks } from "./suites.ts";

/** What all processes of a faulty store know. */
const made = new Map<string, TaskRecord>();

function remembering(store: TaskStore): TaskStore {
  return {
    ...store,
    async create(task, bytesAtWork) {
      await store.create(task, bytesAtWork);
      made.set(task.taskId, task);
    },
  };
}

export const taskFaults: Readonly<Record<string, Fault>> = {
  "a change is lost that comes at the same time as another": {
    tests: faultyTasks((sound) => ({
      ...sound,
      async update(taskId, change) {
        const before = await sound.read(taskId);
        await Promise.resolve();
        const after = before && change(before);
        return sound.update(taskId, () => after);
      },
    })),
    foundBy: "of several changes at once none is lost",
    says: "each change is given what the one before it made",
  },

  "a task ends twice": {
    tests: faultyTasks((sound) => ({
      ...sound,
      async update(taskId, change) {
        const before = await sound.read(taskId);
        await Promise.resolve();
        const after = before && change(before);
        return (await sound.update(taskId, () => after)) && after;
      },
    })),
    foundBy: "a task ends once, whoever ends it",
    says: "of two that end a task at once, both are told how it has ended",
  },

  "a task is heard of before it is kept": {
    tests: faultyTasks((sound) => {
      const heard = new Set<(task: TaskRecord | undefined) => void>();
      return {
        ...sound,
        watch(_, hear) {
          heard.add(hear);
          return () => heard.delete(hear);
        },
        update: (taskId, change) =>
          sound.update(taskId, (before) => {
            const after = change(before);
            for (const hear of heard) hear(after);
            return after;
          }),
      };
    }),
    foundBy: "nobody hears of a change before it is kept",
    says: "what is heard can be read",
  },

  "who watches hears only of its own process": {
    tests: faultyTasks((sound) => {
      const heard = new Set<(task: TaskRecord | undefined) => void>();
      return {
        ...sound,
        watch(_, hear) {
          heard.add(hear);
          return () => heard.delete(hear);
        },
        async update(taskId, change) {
          const after = await sound.update(taskId, change);
          for (const hear of heard) hear(after);
          return after;
        },
      };
    }),
    foundBy: "who watches hears of changes, whoever makes them",
    says: "who watches hears what a task is now: not so within 500 ms",
  },

  "who watches hears at once, within the call": {
    tests: faultyTasks((sound) => ({
      ...sound,
      watch(taskId, hear) {
        hear(made.get(taskId));
        return sound.watch?.(taskId, hear) ?? (() => {});
      },
    })),
    foundBy: "nobody hears before watching has begun",
    says: "nothing is heard within `watch` itself",
  },

  "an owner's list has tasks of others": {
    tests: faultyTasks((sound) => ({
      ...remembering(sound),
      async list(owner, page) {
        const { tasks } = await sound.list(undefined, page);
        return tasks.length > 0 ? { tasks } : sound.list(owner, page);
      },
    })),
    foundBy: "an owner's list has no task of another",
    says: 'only "alice"\'s tasks are listed',
  },

  "a list is as tasks came, and not as they were made": {
    tests: faultyTasks((sound) => ({
      ...sound,
      async list(owner, page) {
        const list = await sound.list(owner, page);
        return { ...list, tasks: [...list.tasks].reverse() };
      },
    })),
    foundBy: "the tasks of an owner are listed by pages, oldest first",
    says: "together are all tasks, oldest first",
  },

  "a place in a list is a number of tasks": {
    tests: faultyTasks((sound) => ({
      ...sound,
      async list(owner, { limit, after = "0" }) {
        const { tasks } = await sound.list(owner, { limit: 1_000 });
        const end = Number(after) + limit;
        return {
          tasks: tasks.slice(Number(after), end),
          ...(end < tasks.length && { next: `${end}` }),
        };
      },
    })),
    foundBy: "a place in a list holds when tasks come and go",
    says: "the next page begins where the one before ended",
  },

  "a name is given away twice": {
    tests: faultyTasks((sound) => ({
      ...sound,
      async create(task, bytesAtWork) {
        if (await sound.read(task.taskId))
          await sound.update(task.taskId, () => ({ ...task, owner: "alice" }));
        else await sound.create(task, bytesAtWork);
      },
    })),
    foundBy: "a name is taken once",
    says: "a name that is taken is refused",
  },

  "the number of tasks has no bound": {
    tests: faultyTasks((sound) => ({
      ...sound,
      create: (task, bytesAtWork) =>
        sound.create(task, bytesAtWork).catch(() => {}),
    })),
    foundBy: "there are as many tasks as there may be, in all processes",
    says: "where there is no room, a TaskStoreFullError tells maxTasks",
  },

  "what a process keeps beside a task is not counted": {
    tests: faultyTasks((sound) => ({
      ...sound,
      create: (task) => sound.create(task),
    })),
    foundBy: "what is kept beside a task at work is counted until it ends",
    says: "where there is no room, a TaskStoreFullError tells maxBytes",
  },

  "a process that begins is told what others work on": {
    tests: faultyTasks((sound) => ({
      ...remembering(sound),
      async open(left) {
        await sound.open?.(left);
        return [...made.values()].filter((task) => !isOver(task));
      },
    })),
    foundBy:
      "what a dead process left is told to one that begins, and nothing else",
    says: "of processes that live, nothing is left",
  },

  "nobody is told what a dead process left": {
    tests: faultyTasks((sound) => ({
      ...sound,
      open: async () => {
        await sound.open?.();
        return [];
      },
    })),
    foundBy:
      "what a dead process left is told to one that begins, and nothing else",
    says: "what a dead process left is told to one that begins",
  },

  "what is past its time is there": {
    tests: faultyTasks((sound) => ({
      ...remembering(sound),
      read: async (taskId) => (await sound.read(taskId)) ?? made.get(taskId),
    })),
    foundBy: "a task that is past its time is not there",
    says: "what is past its time is not read",
  },

  "a task is kept without what is asked of it by the way": {
    tests: faultyTasks((sound) => ({
      ...sound,
      async read(taskId) {
        const task = await sound.read(taskId);
        if (!task) return undefined;
        const { withdrawn, ...rest } = task;
        return rest;
      },
    })),
    foundBy: "a task is read by every process, as it was told",
    says: "a task is read as it was told",
  },

  "a change is kept in its own process for a while": {
    tests: faultyTasks((sound) => ({
      ...sound,
      async update(taskId, change) {
        const before = await sound.read(taskId);
        const after = before && change(before);
        setTimeout(() => void sound.update(taskId, () => after), 20);
        return after ?? before;
      },
    })),
    foundBy:
      "a task is kept when that is said, whatever becomes of its process",
    says: "a task outlives the process that made it",
  },

  "a change is seen later": {
    tests: faultyTasks((sound) => ({
      ...sound,
      async update(taskId, change) {
        const before = await sound.read(taskId);
        const after = before && change(before);
        setTimeout(() => void sound.update(taskId, () => after), 20);
        return after ?? before;
      },
    })),
    foundBy: "a change is seen by every process when it is done",
    says: "what is changed is read",
  },

  "what a change throws is told in the store's own words": {
    tests: faultyTasks((sound) => ({
      ...sound,
      update: (taskId, change) =>
        sound.update(taskId, change).catch((cause: unknown) => {
          throw new Error("the store failed", { cause });
        }),
    })),
    foundBy: "what a change throws is what it is rejected with",
    says: "what a change throws is what it is rejected with",
  },

  "a task may be given to another owner": {
    tests: faultyTasks((sound) => ({
      ...sound,
      update: (taskId, change) =>
        sound.update(taskId, change).catch(() => undefined),
    })),
    foundBy: "what a task is known by never changes",
    says: "a change of taskId is refused",
  },

  "a change to what JSON cannot hold is left out without a word": {
    tests: faultyTasks((sound) => ({
      ...sound,
      update: (taskId, change) =>
        sound.update(taskId, change).catch(() => undefined),
    })),
    foundBy: "what JSON cannot hold changes nothing",
    says: "a change to what JSON cannot hold is refused",
  },

  "what has no room is not ended either": {
    tests: faultyTasks((sound) => {
      let isFull = false;
      return {
        ...sound,
        async update(taskId, change) {
          if (isFull) return sound.read(taskId);
          return sound.update(taskId, change).catch((error: unknown) => {
            isFull = true;
            throw error;
          });
        },
      };
    }),
    foundBy: "a task that grows too large is kept as it was, and can still end",
    says: "what ends it in a few words finds room",
  },
};
