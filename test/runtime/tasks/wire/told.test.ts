import { afterEach, describe, expect, test } from "vitest";
import {
  begin,
  extension,
  fieldsOf,
  heardUntil,
  look,
  pause,
  resultOf,
  taskIn,
  until,
  type Examiner,
  type Fields,
} from "./examiner.ts";
import {
  accept,
  examine,
  gate,
  job,
  nameForm,
  serverOf,
  ways,
  type Gate,
} from "./subject.ts";

let examiner: Examiner;
afterEach(() => examiner.close());

/** Works, asks, works on and ends: each step when the test says so. */
function steps(): { server: ReturnType<typeof serverOf>; gates: Gate[] } {
  const gates = [gate(), gate()];
  const server = serverOf([
    job(async (context) => {
      const task = await context.task();
      await gates[0]?.opened;
      task.say("asking");
      await context.elicit("a", nameForm);
      await gates[1]?.opened;
      return "done";
    }),
    job(() => "done", "other"),
  ]);
  return { server, gates };
}

/** Statuses as they follow on each other, each once. */
function statusesOf(heard: readonly Fields[]): unknown[] {
  return heard
    .map((message) => taskIn(message)["status"])
    .filter((status, index, all) => status !== all[index - 1]);
}

describe.each(ways)("over %s, one who listens for a task", (way) => {
  test("is told first which tasks it will hear of", async () => {
    const { server } = steps();
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    const { first } = await examiner.listen({ taskIds: [taskId] });
    expect(first).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
      params: {
        notifications: { taskIds: [taskId] },
        _meta: {
          "io.modelcontextprotocol/subscriptionId": expect.anything(),
        },
      },
    });
  });

  test("hears every status of it, whole, as tasks/get would say it", async () => {
    const { server, gates } = steps();
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    const listening = await examiner.listen({ taskIds: [taskId] });
    gates[0]?.open();
    const heard = await heardUntil(listening, "input_required");
    const { resultType: _, _meta: __, ...asked } = await look(examiner, taskId);
    expect(taskIn(heard.at(-1) ?? {})).toEqual(asked);
    expect(asked).toHaveProperty("inputRequests.a.method");
    const inputResponses = { a: accept({ name: "Ada" }) };
    await resultOf(examiner.ask("tasks/update", { taskId, inputResponses }));
    heard.push(...(await heardUntil(listening, "working")));
    gates[1]?.open();
    heard.push(...(await heardUntil(listening, "completed")));
    const statuses = statusesOf(heard);
    // What it is at first may be told too.
    if (statuses[0] === "working") statuses.shift();
    expect(statuses).toEqual(["input_required", "working", "completed"]);
    const {
      resultType: ___,
      _meta: ____,
      ...over
    } = await look(examiner, taskId);
    expect(taskIn(heard.at(-1) ?? {})).toEqual(over);
    expect(over).toMatchObject({ result: { content: [{ text: "done" }] } });
    for (const message of heard)
      expect(message).toMatchObject({
        method: "notifications/tasks",
        params: {
          taskId,
          _meta: {
            "io.modelcontextprotocol/subscriptionId": fieldsOf(
              fieldsOf(listening.first["params"])["_meta"],
            )["io.modelcontextprotocol/subscriptionId"],
          },
        },
      });
  });

  test("hears of no other, though both change at once", async () => {
    const { server, gates } = steps();
    examiner = examine(way, server);
    const mine = await begin(examiner);
    const theirs = await begin(examiner);
    const mineTold = await examiner.listen({ taskIds: [mine] });
    const theirsTold = await examiner.listen({ taskIds: [theirs] });
    gates[0]?.open();
    gates[1]?.open();
    for (const taskId of [mine, theirs]) {
      await until(examiner, taskId, "input_required");
      const inputResponses = { a: accept({ name: "Ada" }) };
      await examiner.ask("tasks/update", { taskId, inputResponses });
    }
    const heard = await heardUntil(mineTold, "completed");
    const other = await heardUntil(theirsTold, "completed");
    const idsOf = (messages: Fields[]): unknown[] => [
      ...new Set(messages.map((message) => taskIn(message)["taskId"])),
    ];
    expect(idsOf(heard)).toEqual([mine]);
    expect(idsOf(other)).toEqual([theirs]);
  });

  test("hears of several, and of what else it asked for", async () => {
    const { server, gates } = steps();
    examiner = examine(way, server);
    const ids = [await begin(examiner), await begin(examiner)];
    const { first, next } = await examiner.listen({
      taskIds: ids,
      toolsListChanged: true,
    });
    expect(first).toMatchObject({
      params: { notifications: { taskIds: ids } },
    });
    gates[0]?.open();
    const left = new Set(ids);
    while (left.size > 0) {
      const message = (await next()) ?? {};
      const { taskId, status } = taskIn(message);
      if (status === "input_required") left.delete(String(taskId));
    }
  });

  test("is promised nothing of a task that is not there", async () => {
    const { server } = steps();
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    const { first } = await examiner.listen({ taskIds: [taskId, "nobody's"] });
    expect(first).toMatchObject({
      params: { notifications: { taskIds: [taskId] } },
    });
  });

  test("is refused where the client did not declare it, and told what is missing", async () => {
    const { server } = steps();
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    const { first } = await examiner.listen(
      { taskIds: [taskId] },
      { capabilities: {} },
    );
    expect(first["error"]).toEqual({
      code: -32021,
      message: expect.any(String),
      data: { requiredCapabilities: { extensions: { [extension]: {} } } },
    });
    // Who asks for other things needs no extension.
    const other = await examiner.listen({}, { capabilities: {} });
    expect(other.first).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
    });
  });

  test("who did not listen is told nothing", async () => {
    const { server, gates } = steps();
    examiner = examine(way, server);
    const silent = await examiner.listen({});
    const taskId = await begin(examiner);
    gates[0]?.open();
    await until(examiner, taskId, "input_required");
    const told = silent.next();
    await pause();
    const nothing = Symbol("nothing");
    expect(await Promise.race([told, Promise.resolve(nothing)])).toBe(nothing);
  });
});
