import { describe, expect, test } from "vitest";
import { createServer, tool } from "../../../../generated/index.ts";
import { tasks } from "../../../../generated/extensions/tasks.ts";
import type { Fields } from "../../questions.ts";
import { modernRequest, request, serverInfo } from "../../revisions.ts";
import { settle } from "../../wire.ts";
import {
  byBearer,
  eventsOf,
  handlerOf,
  openSession,
  typeOf,
} from "../../http/session-client.ts";
import { clientOf } from "../../http/stateless-client.ts";
import { declared } from "./asker.ts";

/** A server as programs make it, with the rows that are emitted. */
const server = () =>
  createServer({
    info: serverInfo,
    onError() {},
    extensions: [tasks],
    features: [
      tool("work", { task: "required" }, async (_, context) => {
        const { action } = await context.elicit("sure", {
          message: "Sure?",
          requestedSchema: { type: "object", properties: {} },
        });
        return action;
      }),
    ],
  });

let lastId = 0;
const ask = (method: string, params: Fields) =>
  modernRequest(++lastId, method, params, declared);

describe("where the extension is", () => {
  test("each request about a task is routed by its name", async () => {
    const client = clientOf(server());
    const result = async (method: string, params: Fields, name?: string) => {
      const more = name === undefined ? {} : { "mcp-name": name };
      const { status, messages } = await client.ask(ask(method, params), more);
      return { status, ...messages[0] } as {
        status: number;
        result?: Fields;
        error?: Fields;
      };
    };
    const created = await result("tools/call", { name: "work" });
    const taskId = String(created.result?.["taskId"]);
    const got = await result("tasks/get", { taskId }, taskId);
    expect(got).toMatchObject({ status: 200, result: { taskId } });
    for (const name of ["another", undefined])
      expect(await result("tasks/get", { taskId }, name)).toMatchObject({
        status: 400,
        error: { code: -32020 },
      });
    const until = async (status: string): Promise<Fields> => {
      for (let polls = 0; polls < 200; polls++) {
        const task = await result("tasks/get", { taskId }, taskId);
        if (task.result?.["status"] === status) return task.result;
        await settle();
      }
      throw new Error(`the task never was ${status}`);
    };
    await until("input_required");
    const inputResponses = { sure: { action: "decline" } };
    expect(
      await result("tasks/update", { taskId, inputResponses }, taskId),
    ).toMatchObject({ result: { resultType: "complete" } });
    expect((await until("completed"))["result"]).toMatchObject({
      content: [{ text: "decline" }],
    });
  });
});

describe("where the core has tasks", () => {
  test("polls are answered at once, and the result brings what is asked", async () => {
    const handler = handlerOf(server());
    const client = await openSession(handler, {
      capabilities: { elicitation: {} },
    });
    const { result } = (await client.ask(
      request(1, "tools/call", { name: "work", task: {} }),
    )) as { result: { task: { taskId: string } } };
    const { taskId } = result.task;
    const got = await client.post(request(2, "tasks/get", { taskId }));
    expect(typeOf(got)).toBe("application/json");
    await got.text();
    const events = eventsOf(
      await client.post(request(3, "tasks/result", { taskId })),
    );
    const asked = await events.message();
    expect(asked).toMatchObject({
      method: "elicitation/create",
      params: {
        _meta: { "io.modelcontextprotocol/related-task": { taskId } },
      },
    });
    const answer = { action: "decline" };
    await client.post({ jsonrpc: "2.0", id: asked["id"], result: answer });
    expect(await events.message()).toMatchObject({
      id: 3,
      result: { content: [{ text: "decline" }] },
    });
  });

  test("a session sees no task of another's principal, and goes on with its own in the next", async () => {
    const handler = handlerOf(server(), { authorize: byBearer });
    const as = (principal: string) =>
      openSession(handler, { headers: { authorization: principal } });
    const ada = await as("ada");
    const { result } = (await ada.ask(
      request(1, "tools/call", { name: "work", task: {} }),
    )) as { result: { task: { taskId: string } } };
    const { taskId } = result.task;
    const eve = await as("eve");
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"])
      expect(await eve.ask(request(2, method, { taskId }))).toMatchObject({
        error: { code: -32602 },
      });
    expect(await eve.ask(request(3, "tasks/list"))).toMatchObject({
      result: { tasks: [] },
    });
    await ada.delete();
    const again = await as("ada");
    expect(await again.ask(request(4, "tasks/get", { taskId }))).toMatchObject({
      result: { taskId },
    });
    expect(await again.ask(request(5, "tasks/list"))).toMatchObject({
      result: { tasks: [{ taskId }] },
    });
  });
});
