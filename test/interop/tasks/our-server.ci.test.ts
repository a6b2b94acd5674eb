import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  TaskStatusNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createServer,
  ProtocolError,
  tool,
  ToolError,
} from "../../../generated/index.ts";
import { tasks } from "../../../generated/extensions/tasks.ts";
import { gate, nameForm, type Gate } from "../../runtime/tasks/wire/subject.ts";
import { ourEndOf } from "./line.ts";
import { patient } from "../../runtime/wait.ts";

/** The official client v1 and its experimental tasks, with a server of ours. */

let client: Client;
let held: Gate;
const holding = vi.fn();
const aborted = vi.fn();
const statuses: string[] = [];

beforeEach(async () => {
  held = gate();
  holding.mockClear();
  aborted.mockClear();
  statuses.length = 0;
  const server = createServer({
    info: { name: "ours", version: "1" },
    extensions: [tasks.with({ pollInterval: 5 })],
    features: [
      tool("report", { task: "required" }, async (_, context) => {
        const task = await context.task();
        task.say("half way");
        return "the report";
      }),
      tool("greet", { task: "optional" }, async (_, context) => {
        const { content } = await context.elicit("name", nameForm);
        return `Hello, ${String(content?.["name"])}`;
      }),
      tool("hold", { task: "required" }, async (_, { signal }) => {
        signal.addEventListener("abort", aborted);
        holding();
        await held.opened;
        return "held";
      }),
      tool("fail", { task: "required" }, () => {
        throw new ToolError("No such city");
      }),
      tool("break", { task: "required" }, () => {
        throw new ProtocolError(-32603, "It broke down", { after: 7 });
      }),
      tool("plain", {}, () => "plain"),
    ],
  });
  client = new Client(
    { name: "official", version: "1" },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler(ElicitRequestSchema, () => ({
    action: "accept",
    content: { name: "Ada" },
  }));
  client.setNotificationHandler(
    TaskStatusNotificationSchema,
    ({ params }) => void statuses.push(params.status),
  );
  const [theirs, ours] = InMemoryTransport.createLinkedPair();
  server.connect(ourEndOf(ours));
  await client.connect(theirs);
  // It learns so which tools are tasks.
  await client.listTools();
});
afterEach(() => client.close());

/** All that a call brings: what becomes of its task, and its end. */
async function callAsTask(
  name: string,
  options: object = {},
): Promise<{ types: string[]; taskId: string; last: unknown }> {
  const { tasks: calls } = client.experimental;
  const stream = calls.callToolStream(
    { name, arguments: {} },
    CallToolResultSchema,
    options,
  );
  const types: string[] = [];
  let taskId = "";
  let last: unknown;
  for await (const message of stream) {
    types.push(message.type);
    if (message.type === "taskCreated") taskId = message.task.taskId;
    last = message;
  }
  return { types, taskId, last };
}

describe("the official client", () => {
  test("has a call that is a task, to its result", async () => {
    const { types, last } = await callAsTask("report");
    expect(types[0]).toBe("taskCreated");
    expect(types).toContain("taskStatus");
    expect(last).toMatchObject({
      type: "result",
      result: { content: [{ type: "text", text: "the report" }] },
    });
    await vi.waitFor(() => expect(statuses).toContain("completed"), patient);
  });

  test("answers what is asked within a task, and without one", async () => {
    const { last } = await callAsTask("greet", { task: { ttl: 60_000 } });
    const content = [{ type: "text", text: "Hello, Ada" }];
    expect(last).toMatchObject({ type: "result", result: { content } });
    const now = await client.callTool({ name: "greet", arguments: {} });
    expect(now).toMatchObject({ content });
    expect(statuses).toContain("input_required");
  });

  test("gets the failure of a tool, and the error of a call", async () => {
    const { tasks: calls } = client.experimental;
    const failed = await callAsTask("fail");
    expect(failed.last).toMatchObject({ type: "error" });
    const result = calls.getTaskResult(failed.taskId, CallToolResultSchema);
    expect(await result).toMatchObject({
      isError: true,
      content: [{ text: "No such city" }],
    });
    const broken = await callAsTask("break");
    expect(broken.last).toMatchObject({ type: "error" });
    await expect(
      calls.getTaskResult(broken.taskId, CallToolResultSchema),
    ).rejects.toMatchObject({ code: -32603, data: { after: 7 } });
  });

  test("looks at its tasks, lists and cancels them", async () => {
    const { tasks: calls } = client.experimental;
    const going = callAsTask("hold");
    await vi.waitFor(
      async () => expect((await calls.listTasks()).tasks).toHaveLength(1),
      patient,
    );
    const [task] = (await calls.listTasks()).tasks;
    const taskId = task?.taskId ?? "";
    expect(await calls.getTask(taskId)).toMatchObject({
      taskId,
      status: "working",
    });
    // A task is listed before its handler begins.
    await vi.waitFor(() => expect(holding).toHaveBeenCalledOnce(), patient);
    expect(await calls.cancelTask(taskId)).toMatchObject({
      taskId,
      status: "cancelled",
    });
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledTimes(1), patient);
    expect((await going).last).toMatchObject({ type: "error" });
    held.open();
    await expect(calls.cancelTask(taskId)).rejects.toMatchObject({
      code: -32602,
    });
    await expect(calls.getTask("no-such-task")).rejects.toMatchObject({
      code: -32602,
    });
  });

  test("calls a tool that is no task as ever", async () => {
    const { types, last } = await callAsTask("plain");
    expect(types).toEqual(["result"]);
    expect(last).toMatchObject({ result: { content: [{ text: "plain" }] } });
  });
});
