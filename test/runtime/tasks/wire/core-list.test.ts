import { afterEach, describe, expect, test, vi } from "vitest";
import { tasks } from "../../../../generated/extensions/tasks.ts";
import { windClock } from "./clock.ts";
import { fieldsOf, pause, type Fields } from "./examiner.ts";
import {
  beginCore,
  codeOf,
  openSession,
  related,
  untilCore,
  type Session,
} from "./session.ts";
import { accept, gate, job, nameForm, serverOf, ways } from "./subject.ts";
import { patient } from "../../wait.ts";

/** Tasks as the core of 2025-11-25 has them. */

let session: Session;
afterEach(async () => {
  vi.useRealTimers();
  await session.close();
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
    expect(codeOf(await session.ask("tasks/list", { cursor }))).toBe(-32602);
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
      expect(codeOf(await bob.ask(method, { taskId }))).toBe(-32602);
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
    expect(codeOf(await session.ask("tasks/cancel", { taskId }))).toBe(-32602);
  });

  test("is not when it was over before", async () => {
    session = await openSession(way, serverOf([job(() => "done")]));
    const taskId = await beginCore(session);
    await untilCore(session, taskId, "completed");
    const answer = await session.ask("tasks/cancel", { taskId });
    expect(codeOf(answer)).toBe(-32602);
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
    await vi.waitFor(() => expect(statuses()).toContain("completed"), patient);
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
        expect(codeOf(answer)).toBe(-32602);
      }
    },
  );
});

test("What the core of that revision lacks is no method", async () => {
  session = await openSession("stdio", serverOf([job(() => "done")]));
  const taskId = await beginCore(session);
  const inputResponses = {};
  const answer = await session.ask("tasks/update", { taskId, inputResponses });
  expect(codeOf(answer)).toBe(-32601);
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
  expect(codeOf(await session.ask("tasks/get", { taskId }))).toBe(-32602);
  expect((await session.ask("tasks/list"))["result"]).toMatchObject({
    tasks: [],
  });
});
