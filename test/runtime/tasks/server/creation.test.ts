import { describe, expect, test, vi } from "vitest";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import type { TaskStore } from "../../../../src/runtime/tasks/store/store.ts";
import { form, valueOf } from "../../questions.ts";
import { modernRequest } from "../../revisions.ts";
import { settle } from "../../wire.ts";
import { askable, coreAsker, modernAsker } from "./asker.ts";
import { older, serverOf, toolOf, type Work } from "./server.ts";
import { tasksId } from "./tasks-rows.ts";
import { patient } from "../../wait.ts";

const call = { name: "work" };
const done: Work = () => "done";
const result = { content: [{ type: "text", text: "done" }] };

/** A tool that becomes a task where it can, and tells whether it did. */
const tellsTask: Work = async (_, context) => {
  const { id } = await context.task();
  return `a task: ${id !== undefined}`;
};
const told = (isTask: boolean): object => ({
  content: [{ type: "text", text: `a task: ${isTask}` }],
});

describe("where the extension is", () => {
  test("the server declares it, and not the capability of the core", async () => {
    const { capabilities } = await modernAsker(serverOf(done)).ask(
      "server/discover",
    );
    expect(capabilities).toMatchObject({ extensions: { [tasksId]: {} } });
    expect(capabilities).not.toHaveProperty("tasks");
  });

  test("a tool that has to be a task is one, for who declares the extension", async () => {
    const created = await modernAsker(serverOf(done)).ask("tools/call", call);
    expect(created).toMatchObject({
      resultType: "task",
      status: "working",
      ttlMs: 3_600_000,
      pollIntervalMs: 1_000,
    });
    expect(created).not.toHaveProperty("requestState");
    expect(created["taskId"]).toMatch(/^[0-9a-f]{32}$/);
    expect(created["createdAt"]).toBe(created["lastUpdatedAt"]);
    expect(new Date(String(created["createdAt"])).toISOString()).toBe(
      created["createdAt"],
    );
  });

  test("who does not declare it is told what is missing, and the tool does not run", async () => {
    let runs = 0;
    const server = serverOf(() => `${++runs}`);
    const undeclared = {
      code: -32021,
      data: { requiredCapabilities: { extensions: { [tasksId]: {} } } },
    };
    for (const capabilities of [
      {},
      // The capability of the core is no declaration.
      { tasks: { requests: { tools: { call: {} } } } },
      { extensions: { "com.example/other": {} } },
    ])
      expect(
        await modernAsker(server, capabilities).refused("tools/call", call),
      ).toMatchObject(undeclared);
    expect(runs).toBe(0);
  });

  test("each request declares for itself", async () => {
    const server = serverOf(tellsTask, {}, { task: "optional" });
    const asker = modernAsker(server);
    expect(await asker.ask("tools/call", call)).toHaveProperty("taskId");
    const without = modernRequest("without", "tools/call", call, askable);
    expect(await asker.wire.ask(without)).toMatchObject({
      result: told(false),
    });
  });

  test("with an optional tool the handler decides", async () => {
    const server = serverOf(
      async (args, context) => {
        if (args["large"]) await context.task();
        return "done";
      },
      {},
      { task: "optional" },
    );
    const asker = modernAsker(server);
    const small = await asker.ask("tools/call", call);
    expect(small).toMatchObject({ resultType: "complete", ...result });
    const { taskId } = await asker.begin({ large: true });
    expect(await asker.until(taskId, "completed")).toMatchObject({ result });
  });

  test("the param of the core is let be", async () => {
    const server = serverOf(tellsTask, {}, { task: "optional" });
    const params = { ...call, task: { ttl: 5_000 } };
    expect(
      await modernAsker(server, askable).ask("tools/call", params),
    ).toMatchObject(told(false));
    expect(await modernAsker(server).ask("tools/call", params)).toMatchObject({
      ttlMs: 3_600_000,
    });
    const plain = serverOf(done, {}, { task: undefined });
    expect(await modernAsker(plain).ask("tools/call", params)).toMatchObject(
      result,
    );
  });

  test("what is asked before the task is asked as the revision does it", async () => {
    const server = serverOf(
      async (_, context) => {
        const name = await context.elicit("name", form("Your name?"));
        const { id } = await context.task();
        return JSON.stringify([name, id !== undefined]);
      },
      {},
      { task: "optional" },
    );
    const asker = modernAsker(server);
    const first = await asker.ask("tools/call", call);
    expect(first).toMatchObject({
      resultType: "input_required",
      inputRequests: { name: { method: "elicitation/create" } },
    });
    const answer = { action: "accept", content: { name: "Ada" } };
    const created = await asker.ask("tools/call", {
      ...call,
      requestState: first["requestState"],
      inputResponses: { name: answer },
    });
    expect(created).toMatchObject({ resultType: "task", status: "working" });
    expect(created).not.toHaveProperty("requestState");
    const task = await asker.until(created["taskId"], "completed");
    expect(task).not.toHaveProperty("requestState");
    expect(valueOf(task["result"] as never)).toEqual([answer, true]);
  });
});

describe("where the core has tasks", () => {
  test("the server declares what it does with them, and lists what tools say", async () => {
    const server = serverOf(
      done,
      {},
      {
        features: [
          toolOf("may", "optional", done),
          toolOf("plain", undefined, done),
        ],
      },
    );
    const core = await coreAsker(server);
    const { tools } = await core.ask("tools/list");
    expect(tools).toEqual([
      expect.objectContaining({ execution: { taskSupport: "required" } }),
      expect.objectContaining({ execution: { taskSupport: "optional" } }),
      { name: "plain", inputSchema: { type: "object" } },
    ]);
    const others = [
      modernAsker(server).ask("tools/list"),
      (await coreAsker(server, older)).ask("tools/list"),
    ];
    for (const listed of [{ tools }, ...(await Promise.all(others))])
      expect(JSON.stringify(listed)).not.toContain('"task":');
  });

  test("the client decides", async () => {
    const core = await coreAsker(serverOf(tellsTask, {}, { task: "optional" }));
    expect(await core.ask("tools/call", call)).toEqual(told(false));
    const created = await core.ask("tools/call", { ...call, task: {} });
    expect(created).toMatchObject({
      task: { status: "working", ttl: 3_600_000, pollInterval: 1_000 },
    });
    const { taskId } = created["task"] as { taskId: string };
    expect(created["_meta"]).toEqual({
      "io.modelcontextprotocol/related-task": { taskId },
    });
    expect(await core.ask("tasks/result", { taskId })).toMatchObject(
      told(true),
    );
  });

  test("a tool that has to be a task is not called without, and no other as one", async () => {
    const core = await coreAsker(serverOf(done));
    expect(await core.refused("tools/call", call)).toMatchObject({
      code: -32601,
    });
    const plain = await coreAsker(serverOf(done, {}, { task: undefined }));
    expect(
      await plain.refused("tools/call", { ...call, task: {} }),
    ).toMatchObject({ code: -32601 });
    expect(await plain.ask("tools/call", call)).toEqual(result);
  });

  test("the time that the client asks for is kept within bounds", async () => {
    const options = { ttl: 5_000, maxTtl: 60_000, pollInterval: 250 };
    const core = await coreAsker(serverOf(done, options));
    const ttlOf = async (task: object): Promise<unknown> => {
      const created = await core.ask("tools/call", { ...call, task });
      return (created["task"] as { ttl: unknown }).ttl;
    };
    expect(await ttlOf({})).toBe(5_000);
    expect(await ttlOf({ ttl: 30_000 })).toBe(30_000);
    expect(await ttlOf({ ttl: 90_000_000 })).toBe(60_000);
    expect(await ttlOf({ ttl: 0 })).toBe(1_000);
    expect(await ttlOf({ ttl: -1e300 })).toBe(1_000);
  });
});

test("clients of revisions without tasks are answered when the handler ends", async () => {
  for (const task of ["required", "optional"] as const) {
    const server = serverOf(tellsTask, {}, { task });
    const asker = await coreAsker(server, older);
    expect(await asker.ask("tools/call", call)).toEqual(told(false));
    expect(await asker.refused("tasks/get", { taskId: "a" })).toMatchObject({
      code: -32601,
    });
  }
});

describe("a task can be read before its client hears of it", () => {
  test.each([["required"], ["optional"]] as const)("%s", async (task) => {
    const store = memoryTaskStore();
    let keep: () => void = () => {};
    const slow: TaskStore = {
      ...store,
      async create(record) {
        await new Promise<void>((resolve) => (keep = resolve));
        await store.create(record);
      },
    };
    const asker = modernAsker(serverOf(tellsTask, { store: slow }, { task }));
    asker.send("tools/call", call);
    await settle();
    await asker.wire.expectSilence();
    keep();
    const { result: created } = await asker.wire.next();
    const { taskId } = created as { taskId: string };
    expect(await store.read(taskId)).toMatchObject({ taskId });
  });
});

describe("what a task at work takes in memory", () => {
  const given = { name: "work", arguments: { text: "x".repeat(30_000) } };

  test("counts for the bounds of its store, with what it was called with", async () => {
    const store = memoryTaskStore({ maxBytes: 100_000 });
    let end: ((answer: string) => void) | undefined;
    const wait: Work = () => new Promise<string>((resolve) => (end = resolve));
    const asker = modernAsker(serverOf(wait, { store }));
    const created = await asker.ask("tools/call", given);
    expect(store.bytes).toBeGreaterThan(60_000);
    expect(await asker.refused("tools/call", given)).toMatchObject({
      message: "Too many tasks at once",
    });
    // Its handler begins when the answer is out.
    await vi.waitFor(() => expect(end).toBeDefined(), patient);
    end?.("done");
    await asker.until(String(created["taskId"]), "completed");
    expect(store.bytes).toBeLessThan(10_000);
  });
});

describe("a store that is full", () => {
  const store = () => memoryTaskStore({ maxTasks: 1 });

  test("refuses a tool that has to be a task, and tells who runs the server", async () => {
    const errors: Error[] = [];
    let runs = 0;
    const server = serverOf(
      () => `${++runs}`,
      { store: store() },
      { onError: (error) => errors.push(error) },
    );
    const asker = modernAsker(server);
    await asker.begin();
    expect(await asker.refused("tools/call", call)).toMatchObject({
      code: -32603,
      message: "Too many tasks at once",
    });
    await vi.waitFor(() => expect(runs).toBe(1), patient);
    expect(errors).toMatchObject([{ name: "TaskStoreFullError" }]);
  });

  test("lets a handler go on without", async () => {
    const server = serverOf(
      async (_, context) => {
        const task = await context.task().catch(() => undefined);
        return task ? "a task" : "done";
      },
      { store: store() },
      { task: "optional" },
    );
    const asker = modernAsker(server);
    await asker.begin();
    expect(await asker.ask("tools/call", call)).toMatchObject(result);
  });
});

describe("context.task", () => {
  test("is one task, however often it is asked for", async () => {
    const server = serverOf(
      async (_, context) => {
        const [one, other] = await Promise.all([
          context.task(),
          context.task(),
        ]);
        return `${one === other && one === (await context.task())}`;
      },
      {},
      { task: "optional" },
    );
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    expect(await asker.until(taskId, "completed")).toMatchObject({
      result: { content: [{ text: "true" }] },
    });
  });

  test("need not be waited for", async () => {
    const server = serverOf(
      (_, context) => {
        void context.task();
        return "done";
      },
      {},
      { task: "optional" },
    );
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    expect(await asker.until(taskId, "completed")).toMatchObject({ result });
  });

  test("says what to write, where a tool says nothing of tasks", async () => {
    const errors: Error[] = [];
    const server = serverOf(
      tellsTask,
      {},
      { task: undefined, onError: (error) => errors.push(error) },
    );
    for (const asker of [modernAsker(server), await coreAsker(server, older)])
      expect(await asker.ask("tools/call", call)).toMatchObject({
        isError: true,
      });
    expect(errors[0]).toBeInstanceOf(TypeError);
    expect(errors[0]?.message).toContain(
      'context.task: the tool work does not support tasks: set its option task: "optional"',
    );
  });

  test("is for calls of tools", async () => {
    const errors: Error[] = [];
    const server = serverOf(
      done,
      {},
      {
        onError: (error) => errors.push(error),
        handlers: {
          getPrompt: (_: unknown, context: { task(): Promise<unknown> }) =>
            context.task(),
        },
      },
    );
    await modernAsker(server).refused("prompts/get", { name: "a" });
    expect(errors).toMatchObject([
      { name: "TypeError", message: expect.stringContaining("prompts/get") },
    ]);
  });
});

test("a tool that a client may not see is not there, whatever it says of tasks", async () => {
  const hidden = toolOf("hidden", "required", done, () => false);
  const server = serverOf(done, {}, { features: [hidden] });
  const asked = { name: "hidden" };
  for (const asker of [modernAsker(server, {}), await coreAsker(server)])
    expect(await asker.refused("tools/call", asked)).toEqual({
      code: -32602,
      message: "Unknown tool: hidden",
    });
});

test("names of tasks are never the same, and nobody can guess the next", async () => {
  const asker = modernAsker(serverOf(done));
  const ids = new Set<unknown>();
  for (let count = 0; count < 50; count++)
    ids.add((await asker.begin())["taskId"]);
  expect(ids.size).toBe(50);
  const digits = [...ids].map((id) => [...String(id)]);
  // Each of 32 places varies: there is no counter or clock in them.
  for (let place = 0; place < 32; place++)
    expect(new Set(digits.map((one) => one[place])).size).toBeGreaterThan(5);
});

test("times that are not sound are refused", () => {
  const refused = [
    { ttl: 0 },
    { ttl: 1.5 },
    { ttl: NaN },
    { ttl: 5_000, maxTtl: 4_000 },
    { pollInterval: 0 },
    { pollInterval: Infinity },
  ];
  for (const options of refused)
    expect(() => serverOf(done, options)).toThrow(TypeError);
  expect(() => serverOf(done, { ttl: Infinity })).not.toThrow();
});
