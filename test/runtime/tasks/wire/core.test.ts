import { afterEach, describe, expect, test } from "vitest";
import { ProtocolError, ToolError } from "../../../../generated/index.ts";
import { fieldsOf, type Fields } from "./examiner.ts";
import {
  beginCore,
  call,
  codeOf,
  openSession,
  related,
  untilCore,
  type Session,
} from "./session.ts";
import {
  accept,
  gate,
  job,
  maybe,
  nameForm,
  plain,
  serverOf,
  ways,
} from "./subject.ts";

/** Tasks as the core of 2025-11-25 has them. */

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

let session: Session;
afterEach(() => session.close());

describe.each(ways)("over %s, a server with tasks", (way) => {
  test("declares them, and which tools may be one", async () => {
    const server = serverOf([job(() => ""), maybe(() => ""), plain(() => "")]);
    session = await openSession(way, server);
    expect(session.opened["capabilities"]).toMatchObject({
      tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    });
    const { tools } = fieldsOf((await session.ask("tools/list"))["result"]);
    const supports = (tools as Fields[]).map((listed) => [
      listed["name"],
      fieldsOf(listed["execution"])["taskSupport"] ?? "forbidden",
    ]);
    expect(Object.fromEntries(supports)).toEqual({
      job: "required",
      maybe: "optional",
      plain: "forbidden",
    });
    for (const listed of tools as Fields[])
      expect(listed).not.toHaveProperty("task");
  });

  test("makes one of a call that asks for it, and of no other", async () => {
    const server = serverOf([
      job(() => "job"),
      maybe(() => "maybe"),
      plain(() => "plain"),
    ]);
    session = await openSession(way, server);
    const task = {};
    for (const name of ["job", "maybe"]) {
      const { result } = await session.ask(...call(name, { task }));
      expect(result).toMatchObject({
        task: {
          taskId: expect.any(String),
          status: "working",
          createdAt: expect.stringMatching(isoTime),
          lastUpdatedAt: expect.stringMatching(isoTime),
        },
      });
      expect(fieldsOf(result)["task"]).toHaveProperty("ttl");
      for (const field of ["content", "taskId", "resultType"])
        expect(result).not.toHaveProperty(field);
    }
    for (const name of ["maybe", "plain"])
      expect((await session.ask(...call(name)))["result"]).toMatchObject({
        content: [{ text: name }],
      });
    expect(codeOf(await session.ask(...call("job")))).toBe(-32601);
    expect(codeOf(await session.ask(...call("plain", { task })))).toBe(-32601);
  });

  test("keeps it as long as was asked for, within bounds, and says for how long", async () => {
    const server = serverOf([job(() => "done")]);
    session = await openSession(way, server);
    const ttlOf = async (ttl: number): Promise<number> => {
      const taskId = await beginCore(session, "job", { ttl });
      const { result } = await session.ask("tasks/get", { taskId });
      return Number(fieldsOf(result)["ttl"]);
    };
    expect(await ttlOf(30_000)).toBe(30_000);
    expect(await ttlOf(Number.MAX_SAFE_INTEGER)).toBeLessThan(
      365 * 24 * 3_600_000,
    );
  });

  test("says of its state what the schema has, and does not repeat the id", async () => {
    const server = serverOf([
      job(async (context) => {
        (await context.task()).say("half way");
        await gate().opened;
        return "never";
      }),
    ]);
    session = await openSession(way, server);
    const taskId = await beginCore(session);
    const task = await untilCore(session, taskId, "working");
    const known = [
      ...["taskId", "status", "statusMessage", "createdAt"],
      ...["lastUpdatedAt", "ttl", "pollInterval", "_meta"],
    ];
    expect(known).toEqual(expect.arrayContaining(Object.keys(task)));
    expect(task).not.toHaveProperty(["_meta", related]);
  });
});

describe.each(ways)("over %s, the result of a task", (way) => {
  test("waits until it is over, and is what the call would have had", async () => {
    const { opened, open } = gate();
    const server = serverOf([job(() => opened.then(() => "done"))]);
    session = await openSession(way, server);
    const taskId = await beginCore(session);
    const heard: Fields[] = [];
    const asked = session.ask("tasks/result", { taskId });
    void asked.then((answer) => heard.push(answer));
    // Whatever is said beside it: the id in the params counts.
    const _meta = { [related]: { taskId: "another" } };
    const beside = await session.ask("tasks/get", { taskId, _meta });
    expect(beside["result"]).toMatchObject({ taskId, status: "working" });
    expect(heard).toEqual([]);
    open();
    expect((await asked)["result"]).toMatchObject({
      content: [{ type: "text", text: "done" }],
      _meta: { [related]: { taskId } },
    });
    // And again.
    const again = await session.ask("tasks/result", { taskId });
    expect(again["result"]).toMatchObject({ content: [{ text: "done" }] });
  });

  test("of a tool that failed is that failure, and the task has failed", async () => {
    const server = serverOf([
      job(() => {
        throw new ToolError("No such city");
      }),
    ]);
    session = await openSession(way, server);
    const taskId = await beginCore(session);
    await untilCore(session, taskId, "failed");
    const { result } = await session.ask("tasks/result", { taskId });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: "No such city" }],
      _meta: { [related]: { taskId } },
    });
  });

  test("of a call that failed is its error, and the task says why", async () => {
    const server = serverOf([
      job(() => {
        throw new ProtocolError(-32603, "API rate limit exceeded", {
          after: 7,
        });
      }),
    ]);
    session = await openSession(way, server);
    const taskId = await beginCore(session);
    expect(await untilCore(session, taskId, "failed")).toMatchObject({
      statusMessage: expect.stringContaining("API rate limit exceeded"),
    });
    const { error } = await session.ask("tasks/result", { taskId });
    expect(error).toMatchObject({
      code: -32603,
      message: "API rate limit exceeded",
      data: { after: 7 },
    });
  });
});

describe.each(ways)("over %s, a task that needs input", (way) => {
  test("says so, and asks where its result is waited for", async () => {
    const server = serverOf([
      job(async (context) => {
        const { content } = await context.elicit("a", nameForm);
        return `Hello, ${String(content?.["name"])}`;
      }),
    ]);
    session = await openSession(way, server);
    const taskId = await beginCore(session);
    await untilCore(session, taskId, "input_required");
    const result = session.ask("tasks/result", { taskId });
    const question = await session.asked();
    expect(question).toMatchObject({
      method: "elicitation/create",
      params: {
        message: nameForm.message,
        _meta: { [related]: { taskId } },
      },
    });
    session.answer(question, {
      ...accept({ name: "Ada" }),
      _meta: { [related]: { taskId } },
    });
    expect((await result)["result"]).toMatchObject({
      content: [{ text: "Hello, Ada" }],
    });
    await untilCore(session, taskId, "completed");
  });

  test("goes back to work between two questions", async () => {
    const { opened, open } = gate();
    const server = serverOf([
      job(async (context) => {
        await context.elicit("a", nameForm);
        await opened;
        await context.elicit("b", nameForm);
        return "done";
      }),
    ]);
    session = await openSession(way, server);
    const taskId = await beginCore(session);
    const result = session.ask("tasks/result", { taskId });
    session.answer(await session.asked(), accept({ name: "Ada" }));
    await untilCore(session, taskId, "working");
    open();
    const second = await session.asked();
    await untilCore(session, taskId, "input_required");
    session.answer(second, { action: "decline" });
    expect((await result)["result"]).toMatchObject({
      content: [{ text: "done" }],
    });
  });
});
