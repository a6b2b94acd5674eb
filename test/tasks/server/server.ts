import * as d2025nov from "../../../generated/2025-11-25/dispatch.ts";
import * as d2026 from "../../../generated/2026-07-28/dispatch.ts";
import * as d2025june from "../../../generated/2025-06-18/dispatch.ts";
import type { Context } from "../../../src/runtime/peer/context.ts";
import { buildServer } from "../../../src/runtime/server/create-server.ts";
import type { ServerExtension } from "../../../src/runtime/server/extension.ts";
import type { ServerSettings } from "../../../src/runtime/server/settings.ts";
import { defineTool } from "../../../src/runtime/features/tool/tool.ts";
import type { SpokenRevision } from "../../../src/runtime/table/protocol-table.ts";
import type { TaskServerOptions } from "../../../src/runtime/tasks/server/options.ts";
import type { RunningTask } from "../../../src/runtime/tasks/server/running-task.ts";
import {
  serveTasks,
  type ServerTasks,
} from "../../../src/runtime/tasks/server/serve-tasks.ts";
import { createMemoryPair } from "../../../src/runtime/peer/memory.ts";
import {
  initializeAs,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverInfo,
} from "../../runtime/revisions.ts";
import type { Askers, Fields } from "../../runtime/questions.ts";
import { createWire, type Wire } from "../../runtime/wire.ts";
import { tasksId, tasksTable } from "./tasks-rows.ts";

const spoken: readonly SpokenRevision[] = [
  { table: d2026.serverProtocol, sends: d2026.serverSends },
  {
    table: d2025nov.serverProtocol,
    sends: {
      "tools/call": d2025nov.serverSends["tools/call"]?.slice(0, 1) ?? [],
    },
  },
  { table: d2025june.serverProtocol },
];

function tasksWith(
  options: TaskServerOptions,
): ServerExtension<"tasks", ServerTasks> {
  return {
    id: tasksId,
    name: "tasks",
    serve: (host) => ({
      ...serveTasks(tasksId, host, options),
      extend(one) {
        const rows = tasksTable.revisions[one.table.revision]?.server;
        if (!rows) return one;
        const { table, sends = {} } = one;
        const merged = { ...sends };
        for (const [method, entries] of Object.entries(rows.sends ?? {}))
          merged[method] = [...entries, ...(sends[method] ?? [])];
        return {
          ...one,
          table: {
            ...table,
            requests: { ...table.requests, ...rows.requests },
            notifications: { ...table.notifications, ...rows.notifications },
          },
          sends: merged,
        };
      },
    }),
  };
}
export type TaskContext = Context & Askers & { task(): Promise<RunningTask> };
export type Work = (args: Fields, context: TaskContext) => unknown;

export function toolNamed(
  name: string,
  task: string | undefined,
  handler: Work,
) {
  const options = task === undefined ? {} : { task };
  return defineTool(
    name,
    { ...options, input: anything } as never,
    handler as never,
  );
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
};

export function serverOf(
  features: readonly ReturnType<typeof toolNamed>[],
  options: TaskServerOptions = {},
  settings: Partial<ServerSettings> = {},
) {
  return buildServer(
    spoken,
    {
      info: serverInfo,
      onError() {},
      features,
      ...settings,
      extensions: [tasksWith(options)] as const,
    },
    ({ request, notify }) => ({ request, notify }),
  );
}
export {
  modernRequest,
  newestHandshake,
  notification,
  request,
  initializeAs,
  createWire,
  createMemoryPair,
  type Wire,
};
