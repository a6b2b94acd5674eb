import {
  createClient,
  type Client,
} from "../../../generated/2025-11-25/index.ts";
import { isCallToolResult } from "../../../generated/2025-11-25/guards.ts";
import type {
  CallToolResult,
  CreateTaskResult,
  ElicitResult,
  Task,
} from "../../../generated/2025-11-25/types.ts";
import { startEverything, type Way } from "./start.ts";

/** A client with every capability, connected to the reference server. */
export interface Subject {
  readonly client: Client;
  /** What the server has asked the client for, by method. */
  readonly asked: Map<string, unknown[]>;
  /** The notifications that have come, by method. */
  readonly heard: Map<string, unknown[]>;
  /** The roots that the client tells the server. */
  readonly roots: { uri: string; name: string }[];
  close(): Promise<void>;
  /** Calls a tool that answers at once, and not by a task. */
  call(name: string, input?: Record<string, unknown>): Promise<CallToolResult>;
}

/** Starts the reference server, and connects to it. */
export async function connectToEverything(way: Way): Promise<Subject> {
  const asked = new Map<string, unknown[]>();
  const heard = new Map<string, unknown[]>();
  const roots = [{ uri: "file:///work", name: "work" }];
  const tasks = createTasks();
  const client = createClient({
    info: { name: "interop", version: "1.2.3" },
    capabilities: {
      elicitation: { form: {}, url: {} },
      sampling: {},
      roots: { listChanged: true },
      tasks: {
        requests: {
          sampling: { createMessage: {} },
          elicitation: { create: {} },
        },
      },
    },
    handlers: {
      listRoots() {
        note(asked, "roots/list", undefined);
        return { roots };
      },
      createMessage(params) {
        note(asked, "sampling/createMessage", params);
        const answer = {
          role: "assistant",
          content: { type: "text", text: "Forty-two." },
          model: "test",
        } as const;
        return params.task ? tasks.create(answer) : answer;
      },
      elicit(params) {
        note(asked, "elicitation/create", params);
        const content =
          params.mode === "url" ? undefined : { name: "Ada", number: 2.5 };
        const answer: ElicitResult = {
          action: "accept",
          ...(content && { content }),
        };
        return params.task ? tasks.create({ ...answer }) : answer;
      },
      getTask: ({ taskId }) => ({ ...tasks.get(taskId) }),
      getTaskPayload: ({ taskId }) => tasks.payload(taskId),
      loggingMessage: (params) => note(heard, "notifications/message", params),
      resourceUpdated: (params) =>
        note(heard, "notifications/resources/updated", params),
      resourceListChanged: (params) =>
        note(heard, "notifications/resources/list_changed", params),
    },
  });
  const { transport, end } = await startEverything(way);
  await client.connect(transport);
  return {
    client,
    async close() {
      await client.close();
      await end();
    },
    asked,
    heard,
    roots,
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input });
      if (isCallToolResult(result)) return result;
      throw new Error(`${name} has started a task`);
    },
  };
}

/** Tasks of the client's own, done when they are asked about the second time. */
function createTasks(): {
  create(payload: { [key: string]: unknown }): CreateTaskResult;
  get(taskId: string): Task;
  payload(taskId: string): { [key: string]: unknown };
} {
  const payloads = new Map<string, { [key: string]: unknown }>();
  const createdAt = new Date().toISOString();
  const task = (taskId: string, status: Task["status"]): Task => ({
    taskId,
    status,
    createdAt,
    lastUpdatedAt: new Date().toISOString(),
    ttl: null,
    pollInterval: 10,
  });
  return {
    create(payload) {
      const taskId = `task-${payloads.size}`;
      payloads.set(taskId, payload);
      return { task: task(taskId, "working") };
    },
    get: (taskId) => task(taskId, "completed"),
    payload: (taskId) => ({
      ...payloads.get(taskId),
      _meta: { "io.modelcontextprotocol/related-task": { taskId } },
    }),
  };
}

function note(
  notes: Map<string, unknown[]>,
  method: string,
  params: unknown,
): void {
  notes.set(method, [...(notes.get(method) ?? []), params]);
}
