import { afterEach, describe, expect, test, vi } from "vitest";
import {
  begin,
  extension,
  look,
  resultOf,
  undeclared,
  until,
  type Examiner,
} from "./examiner.ts";
import {
  accept,
  examine,
  gate,
  job,
  maybe,
  nameForm,
  plain,
  serverOf,
  ways,
} from "./subject.ts";

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const missing = {
  code: -32021,
  message: expect.any(String),
  data: { requiredCapabilities: { extensions: { [extension]: {} } } },
};

let examiner: Examiner;
afterEach(() => examiner.close());

const call = (name: string, more: object = {}): [string, object] => [
  "tools/call",
  { name, arguments: {}, ...more },
];

describe.each(ways)("over %s, a call that becomes a task", (way) => {
  test("is answered with its handle, flat, and nothing of the other generation", async () => {
    const { opened, open } = gate();
    const server = serverOf([job(() => opened.then(() => "done"))]);
    examiner = examine(way, server);
    const handle = await resultOf(examiner.ask(...call("job")));
    expect(handle).toMatchObject({
      resultType: "task",
      taskId: expect.any(String),
      status: "working",
      createdAt: expect.stringMatching(isoTime),
      lastUpdatedAt: expect.stringMatching(isoTime),
    });
    const { ttlMs, pollIntervalMs } = handle;
    expect(ttlMs === null || Number.isSafeInteger(ttlMs)).toBe(true);
    expect(Number.isSafeInteger(pollIntervalMs)).toBe(true);
    expect(Number(pollIntervalMs)).toBeGreaterThan(0);
    const known = [
      ...["_meta", "resultType", "taskId", "status", "statusMessage"],
      ...["createdAt", "lastUpdatedAt", "ttlMs", "pollIntervalMs"],
    ];
    expect(known).toEqual(expect.arrayContaining(Object.keys(handle)));
    open();
  });

  test("can be read as soon as it is answered", async () => {
    const { opened, open } = gate();
    const server = serverOf([job(() => opened.then(() => "done"))]);
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    expect(await look(examiner, taskId)).toMatchObject({
      resultType: "complete",
      taskId,
      status: "working",
    });
    open();
  });

  test("is one at the server's word: an optional tool decides as it runs", async () => {
    const server = serverOf([
      maybe(async (context) => {
        const { id } = await context.task();
        return `as ${typeof id}`;
      }),
      maybe(() => "at once", "never"),
    ]);
    examiner = examine(way, server);
    const taskId = await begin(examiner, "maybe");
    expect(await until(examiner, taskId, "completed")).toMatchObject({
      result: { content: [{ text: "as string" }] },
    });
    const now = await resultOf(examiner.ask(...call("never")));
    expect(now).toMatchObject({
      resultType: "complete",
      content: [{ text: "at once" }],
    });
    expect(now).not.toHaveProperty("taskId");
  });

  test("asks what it needs before that in the usual way, and forgets the state of that", async () => {
    const server = serverOf([
      maybe(async (context) => {
        const { content } = await context.elicit("user_name", nameForm);
        await context.task();
        return `Hello, ${String(content?.["name"])}`;
      }),
    ]);
    examiner = examine(way, server);
    const first = await resultOf(examiner.ask(...call("maybe")));
    expect(first).toMatchObject({
      resultType: "input_required",
      inputRequests: { user_name: { method: "elicitation/create" } },
    });
    expect(first).not.toHaveProperty("taskId");
    const { requestState } = first;
    const again = {
      inputResponses: { user_name: accept({ name: "Ada" }) },
      ...(requestState !== undefined && { requestState }),
    };
    const second = await resultOf(examiner.ask(...call("maybe", again)));
    expect(second).toMatchObject({ resultType: "task" });
    expect(second).not.toHaveProperty("requestState");
    expect(second).not.toHaveProperty("inputRequests");
    const task = await until(examiner, String(second["taskId"]), "completed");
    expect(task).toMatchObject({
      result: { content: [{ text: "Hello, Ada" }] },
    });
  });
});

describe.each(ways)("over %s, a client that did not declare it", (way) => {
  test("is told what it lacks where nothing else would do, and nothing is done", async () => {
    const work = vi.fn(() => "done");
    examiner = examine(way, serverOf([job(work)]));
    const reply = await examiner.ask(...call("job"), undeclared);
    expect(reply.error).toEqual(missing);
    if (way === "HTTP") expect(reply.status).toBe(400);
    expect(work).not.toHaveBeenCalled();
  });

  test("is served at once where that will do", async () => {
    const server = serverOf([
      maybe(async (context) => {
        const task = await context.task();
        task.say("nobody hears it");
        return `as ${typeof task.id}`;
      }),
    ]);
    examiner = examine(way, server);
    const result = await resultOf(examiner.ask(...call("maybe"), undeclared));
    expect(result).toMatchObject({
      resultType: "complete",
      content: [{ text: "as undefined" }],
    });
    expect(result).not.toHaveProperty("taskId");
  });

  test("is who did not in this request, whatever it did before", async () => {
    const server = serverOf([
      maybe(async (context) => {
        await context.task();
        return "done";
      }),
      job(() => "done"),
    ]);
    examiner = examine(way, server);
    await until(examiner, await begin(examiner), "completed");
    expect((await examiner.ask(...call("job"), undeclared)).error).toEqual(
      missing,
    );
    const result = await resultOf(examiner.ask(...call("maybe"), undeclared));
    expect(result["resultType"]).toBe("complete");
    await until(examiner, await begin(examiner, "maybe"), "completed");
  });

  test.each(["tasks/get", "tasks/update", "tasks/cancel"])(
    "is refused %s, of tasks that are there and tasks that are not alike",
    async (method) => {
      const { opened, open } = gate();
      const server = serverOf([job(() => opened.then(() => "done"))]);
      examiner = examine(way, server);
      for (const taskId of [await begin(examiner), "no-such-task"]) {
        const inputResponses = {};
        const params = {
          taskId,
          ...(method === "tasks/update" && { inputResponses }),
        };
        const { error } = await examiner.ask(method, params, undeclared);
        expect(error).toEqual(missing);
      }
      open();
    },
  );

  test("is also one that knows the tasks of another revision alone", async () => {
    examiner = examine(way, serverOf([job(() => "done")]));
    const tasks = { list: {}, cancel: {}, requests: {} };
    const old = { capabilities: { tasks } };
    expect((await examiner.ask(...call("job"), old)).error).toEqual(missing);
  });
});

describe.each(ways)("over %s, what is left of the other generation", (way) => {
  test("is passed over: a param makes no task of a call, and refuses none", async () => {
    const server = serverOf([
      plain(() => "plain"),
      maybe(() => "maybe"),
      job(() => "done"),
    ]);
    examiner = examine(way, server);
    const task = { ttl: 60_000, pollInterval: 100 };
    for (const name of ["plain", "maybe"]) {
      const result = await resultOf(examiner.ask(...call(name, { task })));
      expect(result).toMatchObject({
        resultType: "complete",
        content: [{ text: name }],
      });
      expect(result).not.toHaveProperty("task");
    }
    const { error } = await examiner.ask(...call("job", { task }), undeclared);
    expect(error).toEqual(missing);
    const handle = await resultOf(examiner.ask(...call("job", { task })));
    expect(handle).toMatchObject({ resultType: "task" });
    expect(handle).not.toHaveProperty("task");
  });

  test.each(["tasks/list", "tasks/result"])(
    "is gone: %s is no method",
    async (method) => {
      examiner = examine(way, serverOf([job(() => "done")]));
      const taskId = await begin(examiner);
      const { error, status } = await examiner.ask(method, { taskId });
      expect(error?.code).toBe(-32601);
      if (way === "HTTP") expect(status).toBe(404);
    },
  );

  test("is declared nowhere: the extension is, and tools say nothing of it", async () => {
    const server = serverOf([job(() => "done"), maybe(() => "done")]);
    examiner = examine(way, server);
    const { capabilities } = await resultOf(examiner.ask("server/discover"));
    expect(capabilities).toMatchObject({ extensions: { [extension]: {} } });
    expect(capabilities).not.toHaveProperty("tasks");
    const { tools } = await resultOf(examiner.ask("tools/list"));
    expect(tools).toHaveLength(2);
    for (const listed of tools as object[]) {
      expect(listed).not.toHaveProperty("task");
      expect(listed).not.toHaveProperty("execution");
    }
  });
});

describe.each(ways)("over %s, a tool that says nothing of tasks", (way) => {
  test("is none, and cannot become one", async () => {
    const refusals: unknown[] = [];
    const server = serverOf([
      plain(async (context) => {
        await context.task().catch((error: unknown) => refusals.push(error));
        return "plain";
      }),
    ]);
    examiner = examine(way, server);
    const result = await resultOf(examiner.ask(...call("plain")));
    expect(result).toMatchObject({
      resultType: "complete",
      content: [{ text: "plain" }],
    });
    expect(refusals).toEqual([expect.any(TypeError)]);
    expect(String(refusals[0])).toMatch(/task:? ?"(optional|required)"/);
  });
});
