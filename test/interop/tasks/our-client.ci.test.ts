import {
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
} from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../../generated/index.ts";
import { tasks } from "../../../generated/extensions/tasks.ts";
import { nameForm } from "../../runtime/tasks/wire/subject.ts";
import { ourEndOf } from "./line.ts";
import { patient } from "../../runtime/wait.ts";

/** A client of ours with the official server v1 and its experimental tasks. */

const pollInterval = 5;
const elicit = vi.fn(() => ({
  action: "accept" as const,
  content: { name: "Ada" },
}));
const createMessage = vi.fn(() => ({
  role: "assistant" as const,
  content: { type: "text" as const, text: "Forty-two." },
  model: "test",
}));

function connectedClient() {
  return createClient({
    info: { name: "ours", version: "1" },
    capabilities: { elicitation: { form: {} }, sampling: {} },
    extensions: [tasks],
    handlers: { elicit, createMessage },
  });
}

let client: ReturnType<typeof connectedClient>;
let server: McpServer;

beforeEach(async () => {
  elicit.mockClear();
  createMessage.mockClear();
  server = officialServer();
  const [theirs, ours] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  client = connectedClient();
  await client.connect(ourEndOf(ours));
});
afterEach(() => client.close());

const content = (text: string) => [{ type: "text" as const, text }];

/** Tools that are tasks, as the official SDK has them. */
function officialServer(): McpServer {
  const made = new McpServer(
    { name: "official", version: "1" },
    {
      capabilities: {
        tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
      },
      taskStore: new InMemoryTaskStore(),
      taskMessageQueue: new InMemoryTaskMessageQueue(),
    },
  );
  addTask(made, "report", () => Promise.resolve(content("the report")));
  addTask(made, "greet", async (ask) => {
    const { name } = (await ask()) ?? {};
    return content(`Hello, ${String(name)}`);
  });
  addTask(made, "hold", () => new Promise(() => {}));
  made.registerTool("plain", {}, () => ({ content: content("plain") }));
  return made;
}

type Ask = () => Promise<Record<string, unknown> | undefined>;

function addTask(
  to: McpServer,
  name: string,
  work: (ask: Ask) => Promise<ReturnType<typeof content>>,
): void {
  to.experimental.tasks.registerToolTask(
    name,
    { execution: { taskSupport: "required" } },
    {
      async createTask({ taskStore }) {
        const task = await taskStore.createTask({ ttl: 60_000, pollInterval });
        const { taskId } = task;
        const ask: Ask = async () => {
          await taskStore.updateTaskStatus(taskId, "input_required");
          const answer = await to.server.request(
            {
              method: "elicitation/create",
              params: { mode: "form", ...nameForm },
            },
            ElicitResultSchema,
            { relatedTask: { taskId } },
          );
          await taskStore.updateTaskStatus(taskId, "working");
          return answer.content;
        };
        void work(ask).then((done) =>
          taskStore.storeTaskResult(taskId, "completed", { content: done }),
        );
        return { task };
      },
      getTask: ({ taskId, taskStore }) => taskStore.getTask(taskId),
      async getTaskResult({ taskId, taskStore }) {
        const result = await taskStore.getTaskResult(taskId);
        return { ...result, content: content(textOf(result)) };
      },
    },
  );
}

/** The text of a result, which the store types no closer. */
function textOf(result: { readonly [key: string]: unknown }): string {
  const [block] = Object(result["content"]) as readonly { text?: string }[];
  return block?.text ?? "";
}

describe("a client of ours", () => {
  test("gets the result of a call, whichever way it came", async () => {
    for (const [name, text] of [
      ["report", "the report"],
      ["plain", "plain"],
    ] as const)
      expect(await client.callTool({ name })).toMatchObject({
        content: [{ type: "text", text }],
      });
  });

  test("answers what is asked within a task, once", async () => {
    expect(await client.callTool({ name: "greet" })).toMatchObject({
      content: [{ text: "Hello, Ada" }],
    });
    expect(elicit).toHaveBeenCalledTimes(1);
  });

  test("has the task in hand, and takes it up again by its id", async () => {
    const task = await client.tasks.call({ name: "report" });
    const { taskId = "" } = task;
    expect(taskId).toMatch(/^[0-9a-f]{32}$/);
    const later = client.tasks.resume(taskId);
    for (const one of [task, later])
      expect(await one.result()).toMatchObject({
        content: [{ text: "the report" }],
      });
  });

  test("cancels a task, by hand and when its signal fires", async () => {
    const task = await client.tasks.call({ name: "hold" });
    await task.cancel();
    const { tasks: listed } = await client.listTasks();
    expect(listed).toMatchObject([
      { taskId: task.taskId, status: "cancelled" },
    ]);
    const abort = new AbortController();
    const call = client.callTool({ name: "hold" }, { signal: abort.signal });
    await vi.waitFor(
      async () => expect((await client.listTasks()).tasks).toHaveLength(2),
      patient,
    );
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: "CancelledError" });
    await vi.waitFor(
      async () =>
        expect(
          (await client.listTasks()).tasks.map(({ status }) => status),
        ).toEqual(["cancelled", "cancelled"]),
      patient,
    );
  });
});

/** What a server asks as a task, to its end. */
async function lastOf<Message>(
  stream: AsyncIterable<Message>,
): Promise<Message[]> {
  const messages: Message[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

describe("asked by the official server, a client of ours", () => {
  test("samples as a task", async () => {
    const { tasks: asking } = server.server.experimental;
    const messages = await lastOf(
      asking.createMessageStream(
        {
          messages: [
            { role: "user", content: { type: "text", text: "Six by seven?" } },
          ],
          maxTokens: 10,
        },
        { task: { ttl: 60_000 } },
      ),
    );
    expect(messages[0]).toMatchObject({
      type: "taskCreated",
      task: { status: "working", ttl: 60_000 },
    });
    expect(messages.at(-1)).toMatchObject({
      type: "result",
      result: { content: { text: "Forty-two." } },
    });
    expect(createMessage).toHaveBeenCalledTimes(1);
  });

  test("asks its user as a task", async () => {
    const { tasks: asking } = server.server.experimental;
    const messages = await lastOf(
      asking.elicitInputStream(
        { mode: "form", ...nameForm },
        { task: { ttl: 60_000 } },
      ),
    );
    expect(messages.at(-1)).toMatchObject({
      type: "result",
      result: { action: "accept", content: { name: "Ada" } },
    });
    expect(elicit).toHaveBeenCalledTimes(1);
  });

  test("declares what it can do as a task, and lists and cancels", async () => {
    expect(server.server.getClientCapabilities()?.tasks).toMatchObject({
      requests: {
        sampling: { createMessage: {} },
        elicitation: { create: {} },
      },
    });
    elicit.mockImplementationOnce(() => new Promise(() => {}) as never);
    const { tasks: asking } = server.server.experimental;
    const stream = asking.elicitInputStream(
      { mode: "form", ...nameForm },
      { task: {} },
    );
    const { value } = await stream.next();
    if (value?.type !== "taskCreated") throw new Error("no task");
    const { taskId } = value.task;
    expect((await asking.listTasks()).tasks).toMatchObject([{ taskId }]);
    expect(await asking.cancelTask(taskId)).toMatchObject({
      taskId,
      status: "cancelled",
    });
    await expect(asking.getTask("no-such-task")).rejects.toMatchObject({
      code: -32602,
    });
  });
});
