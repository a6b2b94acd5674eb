import { describe, expect, test } from "vitest";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import { form, valueOf } from "../../questions.ts";
import { settle } from "../../wire.ts";
import { coreAsker, declared, modernAsker, type Asker } from "./asker.ts";
import { serverOf, type TaskContext, type Work } from "./server.ts";

const never: Work = (_, { signal }) =>
  new Promise((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as Error)),
  );
const unknown = {
  code: -32602,
  message: "Task not found: unknown or expired.",
};
const accept = (value: string): object => ({
  action: "accept",
  content: { value },
});

/** Asks for two things at once, and tells the answers. */
const twoQuestions: Work = async (_, context) => {
  const answers = await Promise.all(
    ["name", "city"].map((key) => context.elicit(key, form(`Your ${key}?`))),
  );
  return JSON.stringify(answers);
};

describe("a task that is polled", () => {
  test("is told with what its status has, and as complete", async () => {
    const server = serverOf(twoQuestions);
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    const asking = await asker.until(taskId, "input_required");
    expect(asking).toMatchObject({
      resultType: "complete",
      inputRequests: {
        name: {
          method: "elicitation/create",
          params: form("Your name?"),
        },
        city: { method: "elicitation/create" },
      },
    });
    // It is told again as long as nobody has answered.
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      inputRequests: asking["inputRequests"],
    });
    expect(asking).not.toHaveProperty("result");
  });

  test("has the result as it would have been answered", async () => {
    const asker = modernAsker(
      serverOf(() => ({
        content: [{ type: "text", text: "done" }],
        _meta: { own: 1 },
      })),
    );
    const { taskId } = await asker.begin();
    const task = await asker.until(taskId, "completed");
    expect(task["result"]).toMatchObject({
      resultType: "complete",
      content: [{ type: "text", text: "done" }],
      _meta: { own: 1 },
    });
    expect(JSON.stringify(task)).not.toContain("related-task");
    // It can be read as often as one likes.
    expect(await asker.ask("tasks/get", { taskId })).toEqual(task);
  });
});

describe("a task that nobody knows", () => {
  const methods = [
    ["tasks/get", {}],
    ["tasks/update", { inputResponses: {} }],
    ["tasks/cancel", {}],
  ] as const;

  test.each(methods)("%s", async (method, more) => {
    const asker = modernAsker(serverOf(never));
    for (const taskId of ["", "none", "../../etc/passwd", "0".repeat(32)])
      expect(await asker.refused(method, { taskId, ...more })).toEqual(unknown);
  });

  test.each(["tasks/get", "tasks/result", "tasks/cancel"])(
    "%s of the core",
    async (method) => {
      const asker = await coreAsker(serverOf(never));
      expect(await asker.refused(method, { taskId: "none" })).toEqual(unknown);
    },
  );
});

test("who did not declare the extension cannot follow a task", async () => {
  const server = serverOf(never);
  const { taskId } = await modernAsker(server).begin();
  for (const [method, more] of [
    ["tasks/get", {}],
    ["tasks/update", { inputResponses: {} }],
    ["tasks/cancel", {}],
  ] as const)
    expect(
      await modernAsker(server, { tasks: {} }).refused(method, {
        taskId,
        ...more,
      }),
    ).toMatchObject({
      code: -32021,
      data: {
        requiredCapabilities: {
          extensions: { "io.modelcontextprotocol/tasks": {} },
        },
      },
    });
});

test.each(["tasks/list", "tasks/result"])(
  "%s is no method of the extension",
  async (method) => {
    const server = serverOf(never);
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    expect(await asker.refused(method, { taskId })).toMatchObject({
      code: -32601,
    });
  },
);

describe("a task of somebody", () => {
  const asked: readonly (readonly [string, object])[] = [
    ["tasks/get", {}],
    ["tasks/update", { inputResponses: { name: accept("Eve") } }],
    ["tasks/cancel", {}],
  ];

  test("is not there for others", async () => {
    const store = memoryTaskStore();
    const server = serverOf(twoQuestions, { store });
    const ada = modernAsker(server, declared, "ada");
    const { taskId } = await ada.begin();
    const before = await ada.until(taskId, "input_required");
    for (const other of [
      modernAsker(server, declared, "eve"),
      modernAsker(server, declared),
      await coreAsker(server, undefined, "eve"),
    ])
      for (const [method, more] of asked) {
        const { code, message } = await other.refused(method, {
          taskId,
          ...more,
        });
        // The core has no method to update.
        if (code !== -32601) expect({ code, message }).toEqual(unknown);
      }
    expect(await ada.ask("tasks/get", { taskId })).toEqual(before);
    expect(await store.read(String(taskId))).toMatchObject({ owner: "ada" });
  });

  test("what is nobody's is not theirs", async () => {
    const server = serverOf(never);
    const { taskId } = await modernAsker(server).begin();
    const ada = modernAsker(server, declared, "ada");
    expect(await ada.refused("tasks/get", { taskId })).toEqual(unknown);
  });

  test("is there for them on another connection", async () => {
    const server = serverOf(never);
    const { taskId } = await modernAsker(server, declared, "ada").begin();
    const again = modernAsker(server, declared, "ada");
    expect(await again.ask("tasks/get", { taskId })).toMatchObject({ taskId });
  });
});

describe("input", () => {
  async function asking(): Promise<[Asker, unknown]> {
    const asker = modernAsker(serverOf(twoQuestions));
    const { taskId } = await asker.begin();
    await asker.until(taskId, "input_required");
    return [asker, taskId];
  }

  test("may come in parts", async () => {
    const [asker, taskId] = await asking();
    expect(
      await asker.ask("tasks/update", {
        taskId,
        inputResponses: { city: accept("Oslo") },
      }),
    ).toEqual({ resultType: "complete", _meta: expect.anything() });
    const half = await asker.ask("tasks/get", { taskId });
    expect(half["status"]).toBe("input_required");
    expect(Object.keys(half["inputRequests"] as object)).toEqual(["name"]);
    await asker.ask("tasks/update", {
      taskId,
      inputResponses: { name: accept("Ada") },
    });
    const task = await asker.until(taskId, "completed");
    expect(valueOf(task["result"] as never)).toEqual([
      accept("Ada"),
      accept("Oslo"),
    ]);
  });

  test("that nobody asked for is let be, whatever it is", async () => {
    const [asker, taskId] = await asking();
    const update = (inputResponses: object): Promise<object> =>
      asker.ask("tasks/update", { taskId, inputResponses });
    await update({ none: 3, __proto__: null, constructor: accept("x") });
    await update(JSON.parse('{"__proto__":{"action":"accept"}}'));
    await update({});
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "input_required",
    });
    await update({ name: accept("Ada"), none: 5 });
    // The first answer to a question holds.
    await update({ name: accept("Eve") });
    await update({ city: accept("Oslo") });
    const task = await asker.until(taskId, "completed");
    expect(valueOf(task["result"] as never)).toEqual([
      accept("Ada"),
      accept("Oslo"),
    ]);
    // Behind the end nothing is taken, and nothing is refused.
    await update({ name: accept("Eve") });
  });

  test("that answers nothing is refused, and nothing of it is taken", async () => {
    const [asker, taskId] = await asking();
    for (const name of [5, {}, { action: "maybe" }, "yes", null, []]) {
      const refusal = await asker.refused("tasks/update", {
        taskId,
        inputResponses: { city: accept("Oslo"), name },
      });
      expect(refusal["code"]).toBe(-32602);
      expect(refusal["message"]).toContain("inputResponses.name");
    }
    const { inputRequests } = await asker.ask("tasks/get", { taskId });
    expect(Object.keys(inputRequests as object)).toEqual(["name", "city"]);
  });

  test("is held against the form that was shown", async () => {
    const requestedSchema = {
      type: "object",
      properties: { age: { type: "integer", minimum: 18 } },
      required: ["age"],
    };
    const asker = modernAsker(
      serverOf(async (_, context) =>
        JSON.stringify(
          await context.elicit("age", { message: "Age?", requestedSchema }),
        ),
      ),
    );
    const { taskId } = await asker.begin();
    await asker.until(taskId, "input_required");
    const answer = (age: unknown): object => ({
      taskId,
      inputResponses: { age: { action: "accept", content: { age } } },
    });
    expect(await asker.refused("tasks/update", answer(12) as never)).toEqual(
      expect.objectContaining({ code: -32602 }),
    );
    await asker.ask("tasks/update", answer(36) as never);
    await asker.until(taskId, "completed");
  });

  test("has a key of its own for each question of a task's life", async () => {
    const keys: string[][] = [];
    const server = serverOf(async (_, context) => {
      // Each has its own context, and so may have the same key.
      const again = context.elicit("name", form("Your name?"));
      const first = await again;
      const second = await context.elicit("name", form("Your name?"));
      await expect(
        context.elicit("name", form("Your other name?")),
      ).rejects.toThrow(TypeError);
      return JSON.stringify([first, second]);
    });
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    const { inputRequests } = await asker.until(taskId, "input_required");
    keys.push(Object.keys(inputRequests as object));
    await asker.ask("tasks/update", {
      taskId,
      inputResponses: { name: accept("Ada") },
    });
    // The same question by the same key is answered already.
    const task = await asker.until(taskId, "completed");
    expect(keys).toEqual([["name"]]);
    expect(valueOf(task["result"] as never)).toEqual([
      accept("Ada"),
      accept("Ada"),
    ]);
  });

  test("that a handler asks for by what it returns has new keys in each round", async () => {
    let rounds = 0;
    const server = serverOf((_, { inputResponses }) => {
      rounds++;
      if (rounds > 2) return JSON.stringify(inputResponses);
      const question = {
        method: "elicitation/create",
        params: form(`Round ${rounds}?`),
      };
      return {
        resultType: "input_required",
        inputRequests: { name: question },
      };
    });
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    for (const key of ["name", "name-2"]) {
      const { inputRequests } = await asker.until(taskId, "input_required");
      expect(Object.keys(inputRequests as object)).toEqual([key]);
      await asker.ask("tasks/update", {
        taskId,
        inputResponses: { [key]: accept(key) },
      });
    }
    const task = await asker.until(taskId, "completed");
    expect(valueOf(task["result"] as never)).toEqual({
      name: accept("name-2"),
    });
  });

  test("is not asked of a client that cannot give it, and no question that nobody could answer", async () => {
    const reasons: unknown[] = [];
    const ask = async (context: TaskContext, params: object): Promise<void> => {
      await context.elicit("x", params).catch((error: unknown) => {
        reasons.push(error);
      });
    };
    const server = serverOf(async (args, context) => {
      await ask(context, args["form"] as object);
      return "done";
    });
    const { extensions } = declared;
    const cannot = modernAsker(server, { extensions: extensions as object });
    const { taskId } = await cannot.begin({ form: form("Sure?") });
    await cannot.until(taskId, "completed");
    const can = modernAsker(server);
    const other = await can.begin({ form: { message: 5 } });
    await can.until(other["taskId"], "completed");
    expect(reasons).toMatchObject([
      { code: -32021 },
      { name: "UnsendableError" },
    ]);
  });

  test("that a handler gives up is asked no more", async () => {
    const server = serverOf(async (_, context) => {
      const giveUp = new AbortController();
      const asked = context.elicit("late", form("Late?"), {
        signal: giveUp.signal,
      });
      setTimeout(() => giveUp.abort(), 0);
      await asked.catch(() => {});
      return JSON.stringify(await context.elicit("name", form("Name?")));
    });
    const asker = modernAsker(server);
    const { taskId } = await asker.begin();
    const asking = async (): Promise<string[]> => {
      const { inputRequests } = await asker.until(taskId, "input_required");
      return Object.keys(inputRequests as object);
    };
    while (!(await asking()).includes("name")) await settle();
    expect(await asking()).toEqual(["name"]);
    await asker.ask("tasks/update", {
      taskId,
      inputResponses: { late: accept("late"), name: accept("Ada") },
    });
    const task = await asker.until(taskId, "completed");
    expect(valueOf(task["result"] as never)).toEqual(accept("Ada"));
  });
});
