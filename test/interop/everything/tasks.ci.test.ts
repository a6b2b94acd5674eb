import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../../generated/index.ts";
import { tasks } from "../../../generated/extensions/tasks.ts";
import { startEverything, type Way } from "./start.ts";

/** The tasks of the reference server, which works on one for some seconds. */

const ways: readonly Way[] = ["stdio", "streamableHttp"];

const elicit = vi.fn(() => ({
  action: "accept" as const,
  content: { interpretation: "snake", name: "Ada" },
}));
const createMessage = vi.fn(() => ({
  role: "assistant" as const,
  content: { type: "text" as const, text: "Forty-two." },
  model: "test",
}));

const errors: Error[] = [];

function newClient() {
  return createClient({
    onError: (error) => errors.push(error),
    info: { name: "interop", version: "1.2.3" },
    capabilities: { elicitation: { form: {} }, sampling: {} },
    extensions: [tasks],
    handlers: { elicit, createMessage },
  });
}

describe.each(ways)("over %s, a client that knows tasks", (way) => {
  let client: ReturnType<typeof newClient>;
  let end: () => Promise<void>;

  beforeEach(async () => {
    elicit.mockClear();
    createMessage.mockClear();
    const started = await startEverything(way);
    ({ end } = started);
    client = newClient();
    await client.connect(started.transport);
    await client.listTools();
  });
  afterEach(async () => {
    await client.close();
    await end();
    expect(errors.splice(0)).toEqual([]);
  });

  test("has the result of one, and is asked within it", async () => {
    const result = await client.callTool({
      name: "simulate-research-query",
      arguments: { topic: "Python", ambiguous: true },
    });
    expect(JSON.stringify(result)).toContain("# Research Report: Python");
    expect(elicit).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(elicit.mock.calls)).toContain(
      "Monty Python comedy group",
    );
  });

  test("takes one in hand, and cancels it", async () => {
    const task = await client.tasks.call({
      name: "simulate-research-query",
      arguments: { topic: "nothing" },
    });
    const taskId = task.taskId ?? "";
    expect(await client.getTask({ taskId })).toMatchObject({
      status: "working",
    });
    await task.cancel();
    expect(await client.getTask({ taskId })).toMatchObject({
      status: "cancelled",
    });
    await expect(task.result()).rejects.toMatchObject({
      name: "CancelledError",
    });
  });

  test.each([
    ["trigger-elicitation-request-async", {}, "- Name: Ada"],
    ["trigger-sampling-request-async", { prompt: "6 x 7?" }, "Forty-two."],
  ])("answers by one of its own: %s", async (name, given, text) => {
    const result = await client.callTool({ name, arguments: given });
    expect(JSON.stringify(result)).toContain("[COMPLETED]");
    expect(JSON.stringify(result)).toContain(text);
  });
});
