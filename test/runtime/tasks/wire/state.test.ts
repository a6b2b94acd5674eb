import { afterEach, describe, expect, test, vi } from "vitest";
import { ProtocolError, ToolError } from "../../../../generated/index.ts";
import { tasks } from "../../../../generated/extensions/tasks.ts";
import { memoryTaskStore } from "../../../../src/runtime/tasks.ts";
import {
  begin,
  heardUntil,
  look,
  pause,
  resultOf,
  until,
  type Examiner,
} from "./examiner.ts";
import { windClock } from "./clock.ts";
import { examine, gate, job, serverOf, ways } from "./subject.ts";

let examiner: Examiner;
afterEach(async () => {
  vi.useRealTimers();
  await examiner.close();
});

describe.each(ways)("over %s, the state of a task", (way) => {
  test("is working until it is over, and says how far it is", async () => {
    const { opened, open } = gate();
    const said = gate();
    const server = serverOf([
      job(async (context) => {
        const task = await context.task();
        await said.opened;
        task.say("half way");
        await opened;
        return "done";
      }),
    ]);
    examiner = examine(way, server);
    windClock();
    const taskId = await begin(examiner);
    const first = await look(examiner, taskId);
    vi.advanceTimersByTime(1_500);
    said.open();
    let second = await look(examiner, taskId);
    for (let turn = 0; turn < 500 && !second["statusMessage"]; turn++) {
      await pause();
      second = await look(examiner, taskId);
    }
    expect(second).toMatchObject({
      status: "working",
      statusMessage: "half way",
    });
    expect(second["createdAt"]).toBe(first["createdAt"]);
    const times = [first, second].map(({ lastUpdatedAt }) =>
      Date.parse(String(lastUpdatedAt)),
    );
    expect(times[1]).toBeGreaterThanOrEqual((times[0] ?? 0) + 1_500);
    for (const field of ["result", "error", "inputRequests", "requestState"])
      expect(second).not.toHaveProperty(field);
    open();
    await until(examiner, taskId, "completed");
  });

  test("that is completed holds the result, as the call would have had it", async () => {
    examiner = examine(way, serverOf([job(() => "done")]));
    const task = await until(examiner, await begin(examiner), "completed");
    expect(task).toMatchObject({
      resultType: "complete",
      result: { content: [{ type: "text", text: "done" }] },
    });
    expect(task).not.toHaveProperty("error");
    expect(JSON.stringify(task)).not.toContain("related-task");
  });

  test("of a tool that failed is completed, with the failure as its result", async () => {
    const server = serverOf([
      job(() => {
        throw new ToolError("No such city");
      }),
    ]);
    examiner = examine(way, server);
    const task = await until(examiner, await begin(examiner), "completed");
    expect(task).toMatchObject({
      result: { isError: true, content: [{ text: "No such city" }] },
    });
    expect(task).not.toHaveProperty("error");
  });

  test("that failed holds the error of JSON-RPC, and says why", async () => {
    const server = serverOf([
      job(() => {
        throw new ProtocolError(-32603, "API rate limit exceeded", {
          after: 7,
        });
      }),
    ]);
    examiner = examine(way, server);
    const task = await until(examiner, await begin(examiner), "failed");
    expect(task).toMatchObject({
      resultType: "complete",
      statusMessage: expect.stringContaining("API rate limit exceeded"),
      error: {
        code: -32603,
        message: "API rate limit exceeded",
        data: { after: 7 },
      },
    });
    expect(task).not.toHaveProperty("result");
  });

  test("that is over never changes", async () => {
    const server = serverOf([job(() => "done")]);
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    const over = await until(examiner, taskId, "completed");
    await examiner.ask("tasks/cancel", { taskId });
    await examiner.ask("tasks/update", { taskId, inputResponses: {} });
    await pause();
    expect(await look(examiner, taskId)).toEqual(over);
  });

  test("is kept for its time to live, and no longer", async () => {
    const ttl = 60_000;
    examiner = examine(
      way,
      serverOf([job(() => "done")], { tasks: tasks.with({ ttl }) }),
    );
    windClock();
    const handle = await resultOf(
      examiner.ask("tools/call", { name: "job", arguments: {} }),
    );
    expect(handle["ttlMs"]).toBe(ttl);
    const taskId = String(handle["taskId"]);
    await until(examiner, taskId, "completed");
    await vi.advanceTimersByTimeAsync(ttl - 1_000);
    expect(await look(examiner, taskId)).toMatchObject({ status: "completed" });
    await vi.advanceTimersByTimeAsync(2_000);
    const { error } = await examiner.ask("tasks/get", { taskId });
    expect(error?.code).toBe(-32602);
  });
});

describe.each(ways)("over %s, an id", (way) => {
  test.each(["no-such-task", "", "../../etc/passwd", "x".repeat(500)])(
    "that is none is refused: %s",
    async (taskId) => {
      examiner = examine(way, serverOf([job(() => "done")]));
      for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
        const params = {
          taskId,
          ...(method === "tasks/update" && { inputResponses: {} }),
        };
        const { error } = await examiner.ask(method, params);
        expect(error).toMatchObject({
          code: -32602,
          message: expect.stringMatching(/\w+ \w+/),
        });
        expect(JSON.stringify(error).length).toBeLessThan(2_000);
      }
    },
  );

  test.each([5, null, undefined, { a: 1 }, ["a"]])(
    "that is no text is refused: %j",
    async (taskId) => {
      examiner = examine(way, serverOf([job(() => "done")]));
      const { error } = await examiner.ask("tasks/get", { taskId });
      // Over HTTP the header that names it cannot be right either.
      const codes = way === "HTTP" ? [-32602, -32020] : [-32602];
      expect(codes).toContain(error?.code);
    },
  );

  test("can be guessed by nobody", async () => {
    examiner = examine(way, serverOf([job(() => "done")]));
    const ids: string[] = [];
    for (let count = 0; count < 40; count++) ids.push(await begin(examiner));
    expect(new Set(ids).size).toBe(ids.length);
    // At six bits a sign, 22 signs are 132 bits; each place takes many values.
    for (const id of ids) expect(id.length).toBeGreaterThanOrEqual(22);
    const places = Array.from({ length: 22 }, (_, place) =>
      ids.map((id) => id[place]),
    );
    const varied = places.filter((signs) => new Set(signs).size >= 4);
    expect(varied.length).toBeGreaterThanOrEqual(20);
  });
});

describe.each(ways)("over %s, a store that breaks", (way) => {
  test("is told to who runs the server, and is an internal error to the client", async () => {
    const { create, update, list, remove } = memoryTaskStore();
    const read = (): Promise<never> =>
      Promise.reject(new Error("/var/lib/tasks: no such disk"));
    const store = { create, read, update, list, remove };
    const server = serverOf([job(() => "done")], {
      tasks: tasks.with({ store }),
    });
    examiner = examine(way, server);
    const { error } = await examiner.ask("tasks/get", { taskId: "any" });
    expect(error?.code).toBe(-32603);
    expect(JSON.stringify(error)).not.toContain("disk");
    expect(String(server.errors)).toContain("no such disk");
  });
});

describe.each(ways)("over %s, for a task", (way) => {
  test("no progress and no message of a log is sent", async () => {
    const { opened, open } = gate();
    const server = serverOf([
      job(async (context) => {
        await context.task();
        context.progress(1, 3);
        context.log("error", "before");
        await opened;
        context.progress(2, 3);
        context.log("error", "after");
        return "done";
      }),
    ]);
    examiner = examine(way, server);
    const meta = {
      progressToken: "p",
      "io.modelcontextprotocol/logLevel": "debug",
    };
    const reply = await examiner.ask(
      "tools/call",
      { name: "job", arguments: {} },
      { meta },
    );
    const { taskId } = await resultOf(Promise.resolve(reply));
    const toldBefore = [...reply.before];
    const listening = await examiner.listen({ taskIds: [taskId] });
    open();
    const told = await heardUntil(listening, "completed");
    expect(toldBefore).toEqual([]);
    for (const { method } of told) expect(method).toBe("notifications/tasks");
    expect(reply.before).toEqual([]);
  });
});
