import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import type { TaskStore } from "../../../../src/runtime/tasks/store/store.ts";
import { form, type Fields } from "../../questions.ts";
import { modernRequest } from "../../revisions.ts";
import { settle } from "../../wire.ts";
import {
  askable,
  coreAsker,
  declared,
  modernAsker,
  type Asker,
} from "./asker.ts";
import { serverOf, type Work } from "./server.ts";

const accept = { action: "accept", content: {} };

/** Says something, asks something, and is done. */
const speaking: Work = async (_, context) => {
  const task = await context.task();
  task.say("half way");
  await context.elicit("sure", form("Sure?"));
  return "done";
};

/** Hears until a task is over, and gives what was told of it. */
async function hearAll(asker: Asker, method: string): Promise<Fields[]> {
  const told: Fields[] = [];
  for (;;) {
    const message = asker.heard.shift() ?? (await asker.wire.next());
    if (message["method"] !== method) continue;
    const params = message["params"] as Fields;
    told.push(params);
    if (params["status"] === "completed" || params["status"] === "failed")
      return told;
  }
}

/** Listens to tasks, and gives what the server promises to tell. */
async function listen(asker: Asker, taskIds: unknown[]): Promise<unknown> {
  asker.send("subscriptions/listen", { notifications: { taskIds } });
  for (;;) {
    const { method, params } = await asker.wire.next();
    if (method !== "notifications/subscriptions/acknowledged") continue;
    return (params as { notifications: unknown }).notifications;
  }
}

describe("where the extension is, who subscribed", () => {
  test("hears each change, as it would be polled", async () => {
    const server = serverOf(speaking);
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await asker.until(taskId, "input_required");
    const listener = modernAsker(server);
    expect(await listen(listener, [taskId])).toEqual({ taskIds: [taskId] });
    const polled = await asker.ask("tasks/get", { taskId });
    await asker.ask("tasks/update", {
      taskId,
      inputResponses: { sure: accept },
    });
    const told = await hearAll(listener, "notifications/tasks");
    expect(told.map(({ status }) => status)).toEqual([
      "input_required",
      "working",
      "completed",
    ]);
    const { resultType, _meta, ...first } = polled;
    expect(told[0]).toEqual({ ...first, _meta: expect.anything() });
    const after = await asker.ask("tasks/get", { taskId });
    expect(told.at(-1)).toMatchObject({ result: after["result"] });
    expect(told[0]?.["_meta"]).toHaveProperty([
      "io.modelcontextprotocol/subscriptionId",
    ]);
  });

  test("is not kept for a task that is over, and many tasks are no leak", async () => {
    const store = memoryTaskStore();
    let watching = 0;
    const counting: TaskStore = {
      ...store,
      watch(taskId, hear) {
        watching++;
        let end: (() => void) | undefined = store.watch(taskId, hear);
        return () => {
          if (end) watching--;
          end?.();
          end = undefined;
        };
      },
    };
    const warnings: Error[] = [];
    const warn = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warn);
    const server = serverOf(speaking, { store: counting });
    const asker = modernAsker(server);
    const taskIds: unknown[] = [];
    for (let made = 0; made < 12; made++)
      taskIds.push((await asker.begin())["taskId"]);
    const listener = modernAsker(server);
    await listen(listener, taskIds);
    await settle();
    expect(watching).toBe(24);
    for (const taskId of taskIds) await asker.ask("tasks/cancel", { taskId });
    await settle();
    process.off("warning", warn);
    expect(watching).toBe(0);
    expect(warnings).toEqual([]);
  });

  test("hears of nothing that is another's, or is not there", async () => {
    const server = serverOf(speaking);
    const ada = modernAsker(server, declared, "ada");
    const { taskId } = await ada.begin();
    const eve = modernAsker(server, declared, "eve");
    expect(await listen(eve, [taskId, "none", "none"])).toEqual({
      taskIds: [],
    });
    await ada.until(taskId, "input_required");
    await ada.ask("tasks/cancel", { taskId });
    await eve.wire.expectSilence();
  });

  test("hears nothing behind the end of the subscription", async () => {
    const server = serverOf(speaking);
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await asker.until(taskId, "input_required");
    const listener = modernAsker(server);
    const id = listener.send("subscriptions/listen", {
      notifications: { taskIds: [taskId] },
    });
    await listener.wire.next();
    await listener.wire.next();
    listener.wire.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id },
    });
    await settle();
    await asker.ask("tasks/cancel", { taskId });
    await listener.wire.expectSilence();
  });

  test("without declaring the extension is refused", async () => {
    const server = serverOf(speaking);
    const { wire } = modernAsker(server);
    const asked = { notifications: { taskIds: ["a"] } };
    expect(
      await wire.ask(modernRequest(1, "subscriptions/listen", asked, askable)),
    ).toMatchObject({
      error: {
        code: -32021,
        data: {
          requiredCapabilities: {
            extensions: { "io.modelcontextprotocol/tasks": {} },
          },
        },
      },
    });
  });

  test("to something else is promised that alone", async () => {
    const server = serverOf(speaking);
    const { wire } = modernAsker(server);
    const asked = { notifications: { toolsListChanged: true } };
    expect(
      await wire.ask(modernRequest(1, "subscriptions/listen", asked, askable)),
    ).toMatchObject({ params: { notifications: { toolsListChanged: true } } });
  });
});

test("where the core has tasks, the client hears of each change by itself", async () => {
  const server = serverOf(speaking);
  const asker = await coreAsker(server);
  const other = await coreAsker(server);
  const { taskId } = await asker.begin();
  const waits = asker.send("tasks/result", { taskId });
  let answered: Fields | undefined;
  while (!answered) {
    const message = await asker.wire.next();
    asker.heard.push(message);
    if (message["method"] === "elicitation/create")
      asker.wire.send({ jsonrpc: "2.0", id: message["id"], result: accept });
    if (message["id"] === waits && "result" in message) answered = message;
  }
  const told = await hearAll(asker, "notifications/tasks/status");
  expect(told.map(({ status }) => status)).toEqual([
    "working",
    "input_required",
    "working",
    "completed",
  ]);
  for (const task of told) {
    expect(task).toMatchObject({ taskId, ttl: 3_600_000 });
    expect(task).not.toHaveProperty("_meta");
    expect(task).not.toHaveProperty("result");
  }
  expect(told[1]).toMatchObject({ statusMessage: "half way" });
  await other.wire.expectSilence();
});

describe("a task is silent", () => {
  const loud: Work = async (_, context) => {
    context.progress(1, 3);
    context.log("error", "before");
    const { id } = await context.task();
    context.progress(2, 3);
    context.log("error", "after");
    const peer = context.peer as {
      notify(method: string, params: object): Promise<void>;
      request(method: string, params: object): Promise<unknown>;
    };
    const sent = await Promise.allSettled([
      peer.notify("notifications/message", { level: "error", data: "after" }),
      peer.request("elicitation/create", form("Sure?")),
    ]);
    const refused = sent.filter(({ status }) => status === "rejected");
    return id === undefined ? "no task" : `refused: ${refused.length}`;
  };

  test("of its progress and its log, from when it is one", async () => {
    const server = serverOf(loud, {}, { task: "optional" });
    for (const asker of [
      modernAsker(server, declared),
      await coreAsker(server),
    ]) {
      const _meta = {
        progressToken: "p",
        "io.modelcontextprotocol/logLevel": "debug",
      };
      const core = asker.send("tools/call", {
        name: "work",
        task: {},
        _meta,
      });
      const { result } = await asker.answerTo(core);
      const { taskId, task } = result as {
        taskId?: string;
        task?: { taskId: string };
      };
      const over = await asker.until(taskId ?? task?.taskId, "completed");
      expect(JSON.stringify(asker.heard)).not.toContain("after");
      expect(
        asker.heard.filter(({ method }) => method === "notifications/progress")
          .length,
      ).toBeLessThan(2);
      expect(over).toMatchObject({ status: "completed" });
    }
  });

  test("a handler hears that it can send nothing by itself", async () => {
    const asker = modernAsker(serverOf(loud));
    const { taskId } = await asker.begin();
    expect(await asker.until(taskId, "completed")).toMatchObject({
      result: { content: [{ text: "refused: 2" }] },
    });
  });
});

describe("what a handler says", () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "Date", "performance"],
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is kept ten times a second at most, and the last of it always", async () => {
    const store = memoryTaskStore();
    let updates = 0;
    const counting = {
      ...store,
      update: (...given: Parameters<typeof store.update>) => {
        updates++;
        return store.update(...given);
      },
    };
    let end: (result: string) => void = () => {};
    const server = serverOf(
      async (_, context) => {
        const task = await context.task();
        for (let part = 1; part <= 1_000; part++) task.say(`part ${part}`);
        return new Promise((resolve) => (end = resolve));
      },
      { store: counting },
    );
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await vi.advanceTimersByTimeAsync(2);
    expect(updates).toBe(10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(updates).toBe(11);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "working",
      statusMessage: "part 1000",
    });
    end("done");
    await vi.advanceTimersByTimeAsync(1);
    expect(await asker.ask("tasks/get", { taskId })).not.toHaveProperty(
      "statusMessage",
    );
  });

  test("is cut where it is long", async () => {
    const server = serverOf(async (_, context) => {
      (await context.task()).say("é".repeat(5_000));
      return new Promise(() => {});
    });
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    await vi.advanceTimersByTimeAsync(2);
    const { statusMessage } = await asker.ask("tasks/get", { taskId });
    expect(statusMessage).toBe(`${"é".repeat(1_000)}…`);
  });
});
