import { afterEach, describe, expect, test } from "vitest";
import {
  createCluster,
  memoryCluster,
} from "../../../../src/runtime/cluster.ts";
import type { HttpHandler } from "../../../../src/runtime/http.ts";
import {
  clientOf,
  handlerOf,
  eventsOf,
  openSession,
  type SessionClient,
} from "../../http/session-client.ts";
import { form, valueOf, type Fields } from "../../questions.ts";
import { request } from "../../revisions.ts";
import { askable } from "../server/asker.ts";
import { serverOf, type Work } from "../server/server.ts";
import { sharedTasks } from "./shared-tasks.ts";

const open: HttpHandler[] = [];
afterEach(async () => {
  const all = open.splice(0);
  await Promise.all(all.map((handler) => handler.close({ graceMs: 0 })));
});

const accept = { action: "accept", content: {} };

/** Asks one thing, and tells how it was answered. */
const asking: Work = async (_, context) =>
  JSON.stringify(await context.elicit("sure", form("Sure?")));

/** A session as each of three processes serves it. */
async function session(work: Work) {
  const memory = memoryCluster();
  const begin = sharedTasks();
  const handlers = Array.from({ length: 3 }, () => {
    const cluster = createCluster(memory.process());
    const server = serverOf(work, { store: begin().store });
    return handlerOf(server, { cluster });
  });
  open.push(...handlers);
  const [first, second, third] = handlers;
  if (!first || !second || !third) throw new Error("there are three");
  const one = await openSession(first, { capabilities: askable });
  return {
    one,
    two: clientOf(second, one.headers),
    three: clientOf(third, one.headers),
    stranger: await openSession(second, { capabilities: askable }),
  };
}

let lastId = 0;
const ask = async (
  client: SessionClient,
  method: string,
  params: Fields = {},
): Promise<Fields> => {
  const answer = await client.ask(request(++lastId, method, params));
  expect(answer).toHaveProperty("result");
  return answer["result"] as Fields;
};

const begin = async (client: SessionClient): Promise<Fields> => {
  const call = { name: "work", arguments: {}, task: {} };
  return (await ask(client, "tools/call", call))["task"] as Fields;
};

async function until(
  client: SessionClient,
  taskId: unknown,
  status: string,
): Promise<void> {
  for (let polls = 0; polls < 500; polls++) {
    const task = await ask(client, "tasks/get", { taskId });
    if (task["status"] === status) return;
  }
  throw new Error(`the task never was ${status}`);
}

describe("in a session that several processes serve, a task", () => {
  test("is listed by each, and for nobody else", async () => {
    const { one, two, stranger } = await session(() => "done");
    const { taskId } = await begin(one);
    expect(await ask(two, "tasks/list")).toMatchObject({ tasks: [{ taskId }] });
    expect(await ask(stranger, "tasks/list")).toEqual({ tasks: [] });
  });

  test("asks in the answer of one, is answered at another, and goes on at a third", async () => {
    const { one, two, three } = await session(asking);
    const { taskId } = await begin(one);
    await until(three, taskId, "input_required");
    const response = await two.post(
      request(++lastId, "tasks/result", { taskId }),
    );
    const events = eventsOf(response);
    const { id, method } = await events.message();
    expect(method).toBe("elicitation/create");
    const { status } = await three.post({ jsonrpc: "2.0", id, result: accept });
    expect(status).toBe(202);
    const { result } = await events.message();
    expect(valueOf(result as Fields)).toEqual(accept);
  });

  test("is cancelled at one, and the stream of another tells of that", async () => {
    const { one, two, three } = await session(asking);
    const { taskId } = await begin(one);
    await until(two, taskId, "input_required");
    const events = eventsOf(await three.get());
    await ask(two, "tasks/cancel", { taskId });
    for (;;) {
      const { method, params } = await events.message();
      expect(method).toBe("notifications/tasks/status");
      expect(params).toMatchObject({ taskId });
      if ((params as Fields)["status"] === "cancelled") break;
    }
    await events.cut();
  });
});
