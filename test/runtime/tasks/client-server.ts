import { vi } from "vitest";
import {
  buildClient,
  type ClientEndpoint,
  type ClientSettings,
} from "../../../src/runtime/client/create-client.ts";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import type {
  ProtocolTable,
  RequestEntry,
  ResultEntry,
} from "../../../src/runtime/protocol/revision/protocol-table.ts";
import type { ClientTaskOptions } from "../../../src/runtime/tasks/client/options.ts";
import type { ClientTasks } from "../../../src/runtime/tasks/client/use-tasks.ts";
import {
  defineTasks,
  type ToolCallParams,
} from "../../../src/runtime/tasks/define-tasks.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import { clientProtocol as withTasks } from "../../../generated/2025-11-25/dispatch.ts";
import { clientProtocol as withExtension } from "../../../generated/2026-07-28/dispatch.ts";
import { tasksTable, tasksId } from "./server/tasks-rows.ts";
import {
  createScript,
  legacyServer,
  modernServer,
  welcome,
  type Script,
  type Sent,
} from "../script.ts";

export { tasksId as id };

type Params = { readonly [key: string]: unknown };

/** What a scripted server answers to each method: a result, or an error with a code. */
export interface Answers {
  readonly [method: string]: (
    params: Params,
    message: Sent,
    script: Script,
  ) => object | undefined;
}

/** A refusal, as a server sends it. */
export function refusal(code: number, message = "no"): object {
  return { refused: { code, message } };
}

export type TaskClient = ClientEndpoint &
  UntypedCaller & { readonly tasks: ClientTasks<ToolCallParams, object> };

export interface TaskTalk {
  readonly client: TaskClient;
  readonly script: Script;
  /** The params of all that was sent of a method. */
  sent(method: string): Params[];
  /** When they were sent, in milliseconds since the client was connected. */
  times(method: string): number[];
  readonly errors: Error[];
  /** Connects the client once more, with such a server. */
  reconnect(): Promise<TaskTalk>;
}

interface Opening {
  readonly tasks?: ClientTaskOptions;
  readonly settings?: Partial<ClientSettings>;
  readonly capabilities?: object;
}

const serverCapabilities = {
  tools: { listChanged: true },
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
};

/** A client of the revision whose core has tasks, and its scripted server. */
export function openOwn(
  answers: Answers,
  opening: Opening = {},
): Promise<TaskTalk> {
  const { revision } = withTasks;
  const { capabilities = serverCapabilities } = opening;
  return open(withTasks, answers, opening, (rest) => (message, script) => {
    if (message.method === "initialize")
      script.answer(message, welcome(revision, { ...capabilities }));
    else legacyServer(revision, rest)(message, script);
  });
}

/** A client of the revision that tasks are an extension of, and its scripted server. */
export function openExtended(
  answers: Answers,
  opening: Opening = {},
): Promise<TaskTalk> {
  return open(withExtension, answers, opening, (rest) =>
    modernServer([withExtension.revision], rest),
  );
}

type React = (message: Sent, script: Script) => void;

async function open(
  table: ProtocolTable,
  answers: Answers,
  { tasks = {}, settings }: Opening,
  opened: (rest: React) => React,
): Promise<TaskTalk> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let begun = performance.now();
  const errors: Error[] = [];
  const seen: { readonly at: number; readonly message: Sent }[] = [];
  const react: React = (message, script) => {
    seen.push({ at: performance.now() - begun, message });
    const { id: asked, method = "", params = {} } = message;
    const answer = answers[method]?.(params, message, script);
    if (asked === undefined || method === "") return;
    if (answer && "refused" in answer)
      script.refuse(message, answer.refused as object);
    else if (answer) script.answer(message, answer);
    else if (!answers[method])
      script.refuse(message, { code: -32601, message: "no such method" });
  };
  const script = createScript(opened(react));
  const client = createTaskClient(table, tasks, {
    onError: (error) => errors.push(error),
    ...settings,
  });
  await client.connect(script);
  begun = performance.now();
  const of = (method: string): typeof seen =>
    seen.filter(({ message }) => message.method === method);
  const talk: TaskTalk = {
    client,
    script,
    reconnect: async () => {
      const next = createScript(opened(react));
      await client.connect(next);
      return { ...talk, script: next };
    },
    errors,
    sent: (method) => of(method).map(({ message }) => message.params ?? {}),
    times: (method) => of(method).map(({ at }) => at),
  };
  return talk;
}

/** A client that names the extension, and is not connected yet. */
export function createTaskClient(
  table: ProtocolTable = withExtension,
  tasks: ClientTaskOptions = {},
  settings: Partial<ClientSettings> = {},
): TaskClient {
  return buildClient(
    [{ table }],
    {
      info: { name: "test", version: "1" },
      ...settings,
      extensions: [defineTasks(rows, tasks)],
    },
    ({ request, notify }: UntypedCaller) => ({ request, notify }),
  );
}

const complete = {
  property: "resultType",
  value: "complete",
  orAbsent: true,
} as const;

function request(handler: string, ...fields: string[]): RequestEntry {
  return {
    handler,
    direction: "clientToServer",
    name: "taskId",
    results: [{ when: complete, ...having(...fields) }],
  };
}

function having(...fields: string[]): ResultEntry {
  return {
    validate: (value) => {
      const missing = fields.find(
        (field) => !Object.hasOwn(Object(value), field),
      );
      return missing === undefined
        ? undefined
        : { path: [missing], message: "expected a value" };
    },
  };
}

const none = { requests: {}, notifications: {} };

/** What a client speaks, by whose tasks those are. */
export const tables = { own: withTasks, extension: withExtension } as const;

/** The extension's rows, as far as a client needs them. */
const rows = {
  ...tasksTable,
  revisions: {
    [withExtension.revision]: {
      server: tasksTable.revisions[withExtension.revision]?.server ?? none,
      client: {
        requests: {
          "tasks/get": request("getTask", "taskId", "status"),
          "tasks/update": request("updateTask"),
          "tasks/cancel": request("cancelTask"),
        },
        notifications: {
          "notifications/tasks": {
            handler: "taskStatus",
            direction: "serverToClient",
            params: { required: true, ...having("taskId", "status") },
          },
        },
        results: {
          "tools/call": [
            {
              when: { property: "resultType", value: "task" },
              ...having("taskId", "status"),
            },
          ],
        },
      },
    },
  },
} as const;

const times = {
  createdAt: "2030-01-01T00:00:00.000Z",
  lastUpdatedAt: "2030-01-01T00:00:00.000Z",
};

/** A task in the form of the extension. */
export function flat(status: string, more: object = {}): object {
  return { taskId: "t1", status, ...times, ttlMs: 60_000, ...more };
}

/** A task in the form of the core. */
export function own(status: string, more: object = {}): object {
  return { taskId: "t1", status, ...times, ttl: 60_000, ...more };
}

export const hello: JsonObject = { content: [{ type: "text", text: "hello" }] };

/** Gives each in its turn, and the last for ever. */
export function inTurn(...answers: object[]): () => object {
  let turn = 0;
  return () => answers[Math.min(turn++, answers.length - 1)] ?? {};
}

/** What a promise comes to, which is looked at later. */
export function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => error);
}
