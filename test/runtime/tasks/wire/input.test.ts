import { afterEach, describe, expect, test } from "vitest";
import type { FormAnswer, ServerContext } from "../../../../generated/index.ts";
import {
  begin,
  extension,
  fieldsOf,
  look,
  pause,
  resultOf,
  until,
  type Examiner,
  type Fields,
} from "./examiner.ts";
import { accept, examine, job, nameForm, serverOf, ways } from "./subject.ts";

let examiner: Examiner;
afterEach(() => examiner.close());

const asking = (message: string): typeof nameForm => ({ ...nameForm, message });

async function nameBy(context: ServerContext, key: string): Promise<string> {
  const { action, content } = await context.elicit(key, asking(`${key}?`));
  return `${key}: ${action} ${String(content?.["name"])}`;
}

/** The questions that are open, by key. */
function openOf(task: Fields): Fields {
  return fieldsOf(task["inputRequests"]);
}

/** Answers, and gives what is said to that. */
function update(taskId: string, inputResponses: object): Promise<Fields> {
  return resultOf(examiner.ask("tasks/update", { taskId, inputResponses }));
}

const acknowledgement = (result: Fields): Fields =>
  Object.fromEntries(Object.entries(result).filter(([key]) => key !== "_meta"));

describe.each(ways)("over %s, a task that needs input", (way) => {
  test("shows what it asks, and goes on with the answer", async () => {
    const server = serverOf([job((context) => nameBy(context, "a"))]);
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    const task = await until(examiner, taskId, "input_required");
    expect(task).toMatchObject({
      resultType: "complete",
      inputRequests: {
        a: { method: "elicitation/create", params: { message: "a?" } },
      },
    });
    expect(openOf(await look(examiner, taskId))).toEqual(openOf(task));
    const said = await update(taskId, { a: accept({ name: "Ada" }) });
    expect(acknowledgement(said)).toEqual({ resultType: "complete" });
    expect(await until(examiner, taskId, "completed")).toMatchObject({
      result: { content: [{ text: "a: accept Ada" }] },
    });
  });

  test("waits on until the last answer is there, whatever the order", async () => {
    const server = serverOf([
      job(async (context) => {
        const names = await Promise.all(
          ["a", "b", "c"].map((key) => nameBy(context, key)),
        );
        return names.join(", ");
      }),
    ]);
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    const task = await until(examiner, taskId, "input_required");
    expect(Object.keys(openOf(task)).toSorted()).toEqual(["a", "b", "c"]);
    await update(taskId, { b: accept({ name: "Bea" }) });
    const rest = await look(examiner, taskId);
    expect(rest["status"]).toBe("input_required");
    expect(Object.keys(openOf(rest)).toSorted()).toEqual(["a", "c"]);
    await update(taskId, {
      c: { action: "decline" },
      a: accept({ name: "Ada" }),
    });
    expect(await until(examiner, taskId, "completed")).toMatchObject({
      result: {
        content: [
          { text: "a: accept Ada, b: accept Bea, c: decline undefined" },
        ],
      },
    });
  });

  test("takes nothing that it did not ask for, and nothing twice", async () => {
    const server = serverOf([
      job(async (context) =>
        [await nameBy(context, "a"), await nameBy(context, "b")].join(", "),
      ),
    ]);
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    await until(examiner, taskId, "input_required");
    const early = await update(taskId, {
      b: accept({ name: "too early" }),
      nobody: { neither: "an answer" },
      nothing: 5,
    });
    expect(acknowledgement(early)).toEqual({ resultType: "complete" });
    expect(Object.keys(openOf(await look(examiner, taskId)))).toEqual(["a"]);
    await update(taskId, { a: accept({ name: "Ada" }) });
    await update(taskId, { a: accept({ name: "Eve" }) });
    const task = await until(examiner, taskId, "input_required");
    expect(Object.keys(openOf(task))).toEqual(["b"]);
    await update(taskId, { b: accept({ name: "Bea" }) });
    expect(await until(examiner, taskId, "completed")).toMatchObject({
      result: { content: [{ text: "a: accept Ada, b: accept Bea" }] },
    });
  });

  test("uses no key for two questions", async () => {
    const seen = new Map<string, Set<string>>();
    const server = serverOf([
      job(async (context) => {
        const told: string[] = [];
        for (const message of ["one?", "two?"]) {
          const { content } = await context.elicit("a", asking(message));
          told.push(String(content?.["name"]));
        }
        return told.join();
      }),
    ]);
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    for (let turn = 0; turn < 2_000; turn++) {
      const task = await look(examiner, taskId);
      if (!["working", "input_required"].includes(String(task["status"])))
        break;
      for (const [key, asked] of Object.entries(openOf(task))) {
        const messages = seen.get(key) ?? new Set();
        messages.add(String(fieldsOf(fieldsOf(asked)["params"])["message"]));
        seen.set(key, messages);
        await update(taskId, { [key]: accept({ name: key }) });
      }
      await pause();
    }
    expect(seen.size).toBeGreaterThan(0);
    for (const messages of seen.values()) expect(messages.size).toBe(1);
    expect(["completed", "failed"]).toContain(
      (await look(examiner, taskId))["status"],
    );
  });

  test("acknowledges an answer that comes when it is over", async () => {
    examiner = examine(way, serverOf([job(() => "done")]));
    const taskId = await begin(examiner);
    await until(examiner, taskId, "completed");
    const said = await update(taskId, { a: accept({}) });
    expect(acknowledgement(said)).toEqual({ resultType: "complete" });
  });

  test.each([undefined, null, 5, "a", []])(
    "refuses %j for answers",
    async (inputResponses) => {
      const server = serverOf([job((context) => nameBy(context, "a"))]);
      examiner = examine(way, server);
      const taskId = await begin(examiner);
      await until(examiner, taskId, "input_required");
      const params = { taskId, inputResponses };
      const { error } = await examiner.ask("tasks/update", params);
      expect(error?.code).toBe(-32602);
      expect(Object.keys(openOf(await look(examiner, taskId)))).toEqual(["a"]);
    },
  );

  test("asks nothing that the client did not say it can be asked", async () => {
    const server = serverOf([job((context) => nameBy(context, "a"))]);
    examiner = examine(way, server);
    const capabilities = { extensions: { [extension]: {} } };
    const call = examiner.ask(
      "tools/call",
      { name: "job", arguments: {} },
      { capabilities },
    );
    const { result, error } = await call;
    if (error) return expect(error.code).toBe(-32021);
    const taskId = String(result?.["taskId"]);
    for (let turn = 0; turn < 500; turn++) {
      const task = await look(examiner, taskId);
      expect(openOf(task)).toEqual({});
      expect(task["status"]).not.toBe("input_required");
      if (task["status"] !== "working") break;
      await pause();
    }
    const { status } = await look(examiner, taskId);
    expect(["completed", "failed"]).toContain(status);
  });

  test("gives the handler what a form that it typed itself makes of the answer", async () => {
    const answers: FormAnswer<unknown>[] = [];
    const schema = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        validate: (value: unknown) => ({ value }),
        jsonSchema: {
          input: () => nameForm.requestedSchema,
          output: () => nameForm.requestedSchema,
        },
      },
    };
    const server = serverOf([
      job(async (context) => {
        answers.push(await context.ask("sure", schema, "Sure?"));
        return "done";
      }),
    ]);
    examiner = examine(way, server);
    const taskId = await begin(examiner);
    const task = await until(examiner, taskId, "input_required");
    expect(openOf(task)).toMatchObject({
      sure: { method: "elicitation/create", params: { message: "Sure?" } },
    });
    await update(taskId, { sure: accept({ name: "Ada" }) });
    await until(examiner, taskId, "completed");
    expect(answers).toMatchObject([
      { action: "accept", content: { name: "Ada" } },
    ]);
  });
});
