import type { RunningTask } from "./tasks/server/running-task.ts";

export {
  defineTasks,
  type Tasks,
  type TasksOptions,
  type ToolCallParams,
} from "./tasks/define-tasks.ts";
export type { ClientTaskOptions, TaskState } from "./tasks/client/options.ts";
export type { TaskHandle, TaskResultOptions } from "./tasks/client/handle.ts";
export type {
  ClientTasks,
  ResumeOptions,
  TaskCallOptions,
} from "./tasks/client/use-tasks.ts";
export type { NoAnswer, TaskRecord, TaskStatus } from "./tasks/record.ts";
export type { TaskServerOptions } from "./tasks/server/options.ts";
export type {
  ServerTasks,
  TasksCloseOptions,
} from "./tasks/server/serve-tasks.ts";
export type { RunningTask };
export {
  TaskStoreFullError,
  type TaskStoreBounds,
} from "./tasks/store/bounds.ts";
export { memoryTaskStore } from "./tasks/store/memory.ts";
export type {
  HearLeft,
  MeasuredTaskStore,
  TaskList,
  TaskPage,
  TaskStore,
} from "./tasks/store/store.ts";

// With the ending of what is compiled: so it is right where this file is copied to.
declare module "./protocol/scopes/register.js" {
  interface ToolAdditions {
    /**
     * Whether calls of it are tasks, in servers that name the extension `tasks`.
     *
     * `"required"`: all that its handler does is a task, and only clients that know
     * tasks can call it; those of revisions without tasks are answered when the
     * handler ends. `"optional"`: the client says so, in revisions where clients do;
     * in others the handler does, by `context.task()`.
     *
     * @default no call is
     */
    readonly task?: "required" | "optional";
  }

  interface ServerContextAdditions {
    /**
     * Makes a task of the call of a tool whose option `task` says so, in servers that
     * name the extension `tasks`: the client is answered at once, and follows the task
     * from then on. What the handler asks afterwards, the client is asked as part of
     * the task; its signal aborts when the task is cancelled, or its time is over; what
     * it logs, and how far it says it is by `progress`, is not sent.
     *
     * Where no task is possible, the `id` of what this gives is undefined, and the call
     * is answered when the handler ends. Rejects with a TypeError for a tool that does
     * not say `task`, and with a ProtocolError where there is no room for one more:
     * the handler can go on without.
     *
     * @example
     * const task = await context.task();
     * task.say("half way");
     */
    task(): Promise<RunningTask>;
  }
}
