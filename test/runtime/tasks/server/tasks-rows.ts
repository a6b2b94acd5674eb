import type { ExtensionTable } from "../../../../src/runtime/protocol/revision/extension.ts";
import type { ResultEntry } from "../../../../src/runtime/protocol/revision/protocol-table.ts";
import type { Issue } from "../../../../src/runtime/protocol/issue.ts";
import { isObject } from "../../../../src/runtime/protocol/message.ts";
import { modern } from "../../revisions.ts";

export const tasksId = "io.modelcontextprotocol/tasks";

const capability = {
  side: "client",
  path: ["extensions", tasksId],
  flag: false,
} as const;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => Number.isSafeInteger(value);

/** A guard of objects, by what their fields are; `?` ends the names of those that may be absent. */
function fields(checks: Record<string, Check>) {
  return (value: unknown): Issue | undefined => {
    if (!isObject(value)) return { path: [], message: "expected an object" };
    for (const [name, check] of Object.entries(checks)) {
      const key = name.replace("?", "");
      const isAbsent = name.endsWith("?") && value[key] === undefined;
      if (!isAbsent && !check(value[key]))
        return { path: [key], message: "not what it is to be" };
    }
    return undefined;
  };
}

const task: Record<string, Check> = {
  taskId: isText,
  createdAt: isText,
  lastUpdatedAt: isText,
  ttlMs: (value) => value === null || isNumber(value),
  "pollIntervalMs?": isNumber,
  "statusMessage?": isText,
};

const details: Record<string, Record<string, Check>> = {
  working: {},
  cancelled: {},
  input_required: { inputRequests: isObject },
  completed: { result: isObject },
  failed: {
    error: (value) =>
      isObject(value) && isNumber(value["code"]) && isText(value["message"]),
  },
};

function detailed(value: unknown): Issue | undefined {
  const own = isObject(value) ? details[String(value["status"])] : undefined;
  return own
    ? fields({ ...task, ...own })(value)
    : { path: ["status"], message: "no status" };
}

const complete = fields({ resultType: (type) => type === "complete" });

const created: ResultEntry = {
  when: { property: "resultType", value: "task" },
  validate: fields({ ...task, status: isText }),
};

/** What the extension adds to the newest revision, as a server sees it: written by hand. */
export const tasksTable: ExtensionTable & { readonly name: "tasks" } = {
  id: tasksId,
  name: "tasks",
  revisions: {
    [modern]: {
      server: {
        requests: {
          "tasks/get": row("getTask", { taskId: isText }),
          "tasks/update": row("updateTask", {
            taskId: isText,
            inputResponses: isObject,
          }),
          "tasks/cancel": row("cancelTask", { taskId: isText }),
        },
        notifications: {
          "notifications/tasks": {
            handler: "taskStatus",
            direction: "serverToClient",
            capability,
          },
        },
        results: { "tools/call": [created] },
        sends: {
          "tasks/get": [
            { validate: (value) => complete(value) ?? detailed(value) },
          ],
          "tasks/update": [{ validate: complete }],
          "tasks/cancel": [{ validate: complete }],
          "notifications/tasks": [{ validate: detailed }],
        },
        subscriptions: {
          "notifications/tasks": { filter: "taskIds", param: "taskId" },
        },
      },
      client: { requests: {}, notifications: {} },
    },
  },
};

function row(handler: string, params: Record<string, Check>) {
  return {
    handler,
    name: "taskId",
    direction: "clientToServer",
    capability,
    params: { required: true, validate: fields(params) },
  } as const;
}
