import * as d2025june from "../../../../generated/2025-06-18/dispatch.ts";
import * as d2025nov from "../../../../generated/2025-11-25/dispatch.ts";
import * as d2026 from "../../../../generated/2026-07-28/dispatch.ts";
import type { UntypedCaller } from "../../../../src/runtime/peer/caller.ts";
import type { Context } from "../../../../src/runtime/peer/context.ts";
import type { Feature } from "../../../../src/runtime/features/feature.ts";
import { defineTool } from "../../../../src/runtime/features/tool.ts";
import { buildServer } from "../../../../src/runtime/server/create-server.ts";
import type { Repeatable } from "../../../../src/runtime/server/input/once.ts";
import type { ServerSettings } from "../../../../src/runtime/server/settings.ts";
import type { SpokenRevision } from "../../../../src/runtime/protocol/revision/protocol-table.ts";
import {
  defineTasks,
  type TasksOptions,
} from "../../../../src/runtime/tasks/define-tasks.ts";
import type { RunningTask } from "../../../../src/runtime/tasks/server/running-task.ts";
import type { Askers, Fields } from "../../questions.ts";
import { serverInfo } from "../../revisions.ts";
import { tasksTable } from "./tasks-rows.ts";

/** One with the extension, one whose core has tasks, and one without. */
const revisions: readonly SpokenRevision[] = [
  { table: d2026.serverProtocol, sends: d2026.serverSends },
  {
    table: d2025nov.serverProtocol,
    sends: {
      "tools/call": d2025nov.serverSends["tools/call"]?.slice(0, 1) ?? [],
    },
  },
  { table: d2025june.serverProtocol },
];

export const older: string = d2025june.revision;

export const tasks = defineTasks(tasksTable);

export type TaskContext = Context &
  Askers &
  Repeatable & { task(): Promise<RunningTask> };

/** What a tool of these tests does. */
export type Work = (args: Fields, context: TaskContext) => unknown;

/** A tool that takes anything, and says of tasks what it is given. */
export function toolOf(
  name: string,
  task: "required" | "optional" | undefined,
  handler: Work,
  visible?: () => boolean,
): Feature {
  const options = { input: anything, visible, ...(task && { task }) };
  return defineTool(name, options, handler);
}

const anything = {
  "~standard": {
    version: 1,
    vendor: "none",
    validate: (value: unknown) => ({ value }),
    jsonSchema: {
      input: () => ({ type: "object" }),
      output: () => ({ type: "object" }),
    },
  },
} as const;

export type TaskServer = ReturnType<typeof serverOf>;

/** A server with one tool, `work`, whose calls are tasks; it keeps its errors to itself. */
export function serverOf(
  handler: Work,
  options: TasksOptions = {},
  settings: Partial<ServerSettings> & {
    readonly task?: "required" | "optional" | undefined;
  } = {},
) {
  const { features = [], task, ...rest } = settings;
  const support = "task" in settings ? task : "required";
  return buildServer(
    revisions,
    {
      info: serverInfo,
      onError() {},
      capabilities: { logging: {} },
      ...rest,
      features: [toolOf("work", support, handler), ...features],
      extensions: [tasks.with(options)],
    },
    ({ request, notify }: UntypedCaller) => ({ request, notify }),
  );
}
