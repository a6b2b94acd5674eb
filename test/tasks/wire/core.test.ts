import { afterEach, describe, expect, test, vi } from "vitest";
import { ProtocolError, ToolError } from "../../../generated/index.ts";
import { tasks } from "../../../generated/extensions/tasks.ts";
import { windClock } from "./clock.ts";
import { fieldsOf, pause, type Fields } from "./examiner.ts";
import { beginCore, openSession, untilCore, type Session } from "./session.ts";
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

const related = "io.modelcontextprotocol/related-task";
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

let session: Session;
afterEach(async () => {
  vi.useRealTimers();
  await session.close();
});

const call = (name: string, more: object = {}): [string, object] => [
  "tools/call",
  { name, arguments: {}, ...more },
];

const code = ({ error }: Fields): unknown => fieldsOf(error)["code"];

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
    expect(code(await session.ask(...call("job")))).toBe(-32601);
    expect(code(await session.ask(...call("plain", { task })))).toBe(-32601);
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

describe.each(ways)("over %s, tasks in a list", (way) => {
  test("are those of the client, each once, page by page", async () => {
    const server = serverOf([job(() => "done")]);
    session = await openSession(way, server);
    const made: string[] = [];
    for (let count = 0; count < 120; count++)
      made.push(await beginCore(session));
    const listed: unknown[] = [];
    let pages = 0;
    let params: object = {};
    for (;;) {
      pages++;
      const { result } = await session.ask("tasks/list", params);
      const { tasks: page, nextCursor } = fieldsOf(result);
      listed.push(...(page as Fields[]).map(({ taskId }) => taskId));
      if (nextCursor === undefined) break;
      params = { cursor: nextCursor };
    }
    expect(pages).toBeGreaterThan(1);
    expect(listed.toSorted()).toEqual(made.toSorted());
  });

  test("has no page that is not there", async () => {
    session = await openSession(way, serverOf([job(() => "done")]));
    const cursor = "not-a-cursor";
    expect(code(await session.ask("tasks/list", { cursor }))).toBe(-32602);
  });

  test("is nobody else's: not of another session, nor of another principal", async () => {
    const server = serverOf([job(() => "done")]);
    session = await openSession(way, server, { as: "ann" });
    const taskId = await beginCore(session);
    const bob = await openSession(way, server, { as: "bob" });
    expect((await bob.ask("tasks/list"))["result"]).toMatchObject({
      tasks: [],
    });
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"])
      expect(code(await bob.ask(method, { taskId }))).toBe(-32602);
    const ann = await openSession(way, server, { as: "ann" });
    expect((await ann.ask("tasks/get", { taskId }))["result"]).toMatchObject({
      taskId,
    });
    expect((await ann.ask("tasks/list"))["result"]).toMatchObject({
      tasks: [{ taskId }],
    });
    await Promise.all([ann.close(), bob.close()]);
    const one = await openSession(way, server);
    await beginCore(one);
    const other = await openSession(way, server);
    expect((await other.ask("tasks/list"))["result"]).toMatchObject({
      tasks: [],
    });
    await Promise.all([one.close(), other.close()]);
  });
});

describe.each(ways)("over %s, a task that is cancelled", (way) => {
  test("is so before the answer, and stays so whatever comes of it", async () => {
    const { opened, open } = gate();
    const begun = gate<AbortSignal>();
    const server = serverOf([
      job(async ({ signal }) => {
        begun.open(signal);
        await opened;
        return "done all the same";
      }),
    ]);
    session = await openSession(way, server);
    const taskId = await beginCore(session);
    const signal = await begun.opened;
    const waiting = session.ask("tasks/result", { taskId });
    const { result } = await session.ask("tasks/cancel", { taskId });
    expect(result).toMatchObject({ taskId, status: "cancelled" });
    expect(result).not.toHaveProperty(["_meta", related]);
    expect(signal.aborted).toBe(true);
    open();
    // Nobody waits for ever for what does not come.
    expect(await waiting).toHaveProperty("error");
    for (let turn = 0; turn < 5; turn++) await pause();
    await untilCore(session, taskId, "cancelled");
    expect(code(await session.ask("tasks/cancel", { taskId }))).toBe(-32602);
  });

  test("is not when it was over before", async () => {
    session = await openSession(way, serverOf([job(() => "done")]));
    const taskId = await beginCore(session);
    await untilCore(session, taskId, "completed");
    const answer = await session.ask("tasks/cancel", { taskId });
    expect(code(answer)).toBe(-32602);
    expect(fieldsOf(answer["error"])["message"]).toMatch(/\w+ \w+/);
    await untilCore(session, taskId, "completed");
  });
});

describe.each(ways)("over %s, of a task", (way) => {
  test("each status is told, whole, and without its id in _meta", async () => {
    const { opened, open } = gate();
    const server = serverOf([
      job(async (context) => {
        await opened;
        await context.elicit("a", nameForm);
        return "done";
      }),
    ]);
    session = await openSession(way, server);
    const taskId = await beginCore(session);
    const result = session.ask("tasks/result", { taskId });
    open();
    session.answer(await session.asked(), accept({ name: "Ada" }));
    await result;
    const statuses = (): unknown[] =>
      session.told
        .filter(({ method }) => method === "notifications/tasks/status")
        .map(({ params }) => fieldsOf(params)["status"]);
    await vi.waitFor(() => expect(statuses()).toContain("completed"));
    expect(statuses()).toContain("input_required");
    expect(statuses().at(-1)).toBe("completed");
    for (const { params } of session.told) {
      expect(params).toMatchObject({
        taskId,
        createdAt: expect.any(String),
        lastUpdatedAt: expect.any(String),
      });
      expect(params).toHaveProperty("ttl");
      expect(params).not.toHaveProperty(["_meta", related]);
    }
  });
});

describe.each(ways)("over %s, an id that is none", (way) => {
  test.each(["tasks/get", "tasks/result", "tasks/cancel"])(
    "is refused by %s",
    async (method) => {
      session = await openSession(way, serverOf([job(() => "done")]));
      for (const taskId of ["no-such-task", "", "../x", 5, null]) {
        const answer = await session.ask(method, { taskId });
        expect(code(answer)).toBe(-32602);
      }
    },
  );
});

test("What the core of that revision lacks is no method", async () => {
  session = await openSession("stdio", serverOf([job(() => "done")]));
  const taskId = await beginCore(session);
  const inputResponses = {};
  const answer = await session.ask("tasks/update", { taskId, inputResponses });
  expect(code(answer)).toBe(-32601);
});

test("A task is gone behind its time to live", async () => {
  windClock();
  const server = serverOf([job(() => "done")], {
    tasks: tasks.with({ ttl: 60_000 }),
  });
  session = await openSession("stdio", server);
  const taskId = await beginCore(session, "job", { ttl: 5_000 });
  await untilCore(session, taskId, "completed");
  await vi.advanceTimersByTimeAsync(6_000);
  expect(code(await session.ask("tasks/get", { taskId }))).toBe(-32602);
  expect((await session.ask("tasks/list"))["result"]).toMatchObject({
    tasks: [],
  });
});

describe.each(["2025-06-18", "2025-03-26", "2024-11-05"])(
  "a client of %s, which knows no tasks",
  (revision) => {
    test("is served at once, whatever a tool says of them", async () => {
      const server = serverOf([
        job(async (context) => `as ${typeof (await context.task()).id}`),
        maybe(async (context) => `as ${typeof (await context.task()).id}`),
      ]);
      session = await openSession("stdio", server, { revision });
      expect(session.opened["capabilities"]).not.toHaveProperty("tasks");
      const { result } = await session.ask("tools/list");
      for (const listed of fieldsOf(result)["tools"] as Fields[])
        for (const field of ["task", "execution"])
          expect(listed).not.toHaveProperty(field);
      for (const name of ["job", "maybe"])
        for (const more of [{}, { task: { ttl: 1 } }])
          expect(
            (await session.ask(...call(name, more)))["result"],
          ).toMatchObject({ content: [{ text: "as undefined" }] });
      const params = { taskId: "a" };
      expect(code(await session.ask("tasks/get", params))).toBe(-32601);
    });
  },
);
