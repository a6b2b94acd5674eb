import { expect, test } from "vitest";
import { DetachedRequest } from "../../../../src/runtime/peer/detached-request.ts";
import type { RequestRecord } from "../../../../src/runtime/peer/record.ts";
import type { Sink } from "../../../../src/runtime/peer/transport.ts";
import { coreHandlers } from "../../../../src/runtime/tasks/server/core-methods.ts";
import { extensionHandlers } from "../../../../src/runtime/tasks/server/extension-methods.ts";
import { Keeper } from "../../../../src/runtime/tasks/server/keeper.ts";
import { taskTimes } from "../../../../src/runtime/tasks/server/options.ts";
import { TaskService } from "../../../../src/runtime/tasks/server/service.ts";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import { newTask } from "../records.ts";

const request = (principal: string): RequestRecord =>
  ({ sink: { principal, send() {} } }) as unknown as RequestRecord;

test.each([
  ["the core", coreHandlers],
  ["the extension", extensionHandlers],
])(
  "a poll of %s is answered without a promise, where the store has the task at hand",
  async (_, handlersOf) => {
    const keeper = new Keeper(memoryTaskStore(), () => {});
    const get = handlersOf(new TaskService(keeper, taskTimes({}))).get(
      "tasks/get",
    );
    await keeper.create(newTask({ taskId: "one", owner: "ada" }), {});
    expect(get?.({ taskId: "one" }, request("ada"))).toMatchObject({
      taskId: "one",
      status: "working",
    });
    expect(() => get?.({ taskId: "one" }, request("bob"))).toThrow(
      "Task not found",
    );
  },
);

test("a task at work keeps nothing of what its answer went to", () => {
  const sink = { principal: "ada", send() {} } as unknown as Sink;
  const record = { sink, ended: false, interception: {} } as {
    -readonly [Name in keyof RequestRecord]: RequestRecord[Name];
  };
  const detached = new DetachedRequest(record);
  detached.letGo(async () => ({}));
  detached.forget();
  expect(record.sink).toBe(sink);
  record.ended = true;
  detached.forget();
  expect(record.sink).not.toBe(sink);
  expect(record.sink.viewer?.principal).toBe("ada");
  expect(record.interception).toBeUndefined();
});
