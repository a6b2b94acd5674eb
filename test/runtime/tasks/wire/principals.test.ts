import { afterEach, describe, expect, test } from "vitest";
import {
  begin,
  heardUntil,
  look,
  pause,
  resultOf,
  until,
  type Examiner,
} from "./examiner.ts";
import { accept, examine, job, nameForm, serverOf, ways } from "./subject.ts";

let examiner: Examiner;
afterEach(() => examiner.close());

const ann = { as: "ann" };
const bob = { as: "bob" };

const asking = job(async (context) => {
  const { content } = await context.elicit("a", nameForm);
  return String(content?.["name"]);
});

describe.each(ways)("over %s, a task of another", (way) => {
  test("is as one that is not there, in whichever way it is asked for", async () => {
    examiner = examine(way, serverOf([asking]), { proved: true });
    const taskId = await begin(examiner, "job", ann);
    await until(examiner, taskId, "input_required", { unusual: ann });
    const inputResponses = { a: accept({ name: "Bob" }) };
    for (const [method, more] of [
      ["tasks/get", {}],
      ["tasks/update", { inputResponses }],
      ["tasks/cancel", {}],
    ] as const) {
      const ask = (id: string, who: object) =>
        examiner.ask(method, { taskId: id, ...more }, who);
      const { error } = await ask(taskId, bob);
      const { error: unknown } = await ask("no-such-task", bob);
      expect(error?.code).toBe(-32602);
      // But for the id, nothing tells the two apart.
      const told = JSON.stringify(error).replaceAll(taskId, "ID");
      expect(told).toBe(
        JSON.stringify(unknown).replaceAll("no-such-task", "ID"),
      );
    }
    await pause();
    expect(await look(examiner, taskId, ann)).toMatchObject({
      status: "input_required",
    });
  });

  test("is told to nobody else", async () => {
    examiner = examine(way, serverOf([asking]), { proved: true });
    const taskId = await begin(examiner, "job", ann);
    await until(examiner, taskId, "input_required", { unusual: ann });
    const listening = await examiner.listen({ taskIds: [taskId] }, bob);
    expect(JSON.stringify(listening.first)).not.toContain(taskId);
    const own = await examiner.listen({ taskIds: [taskId] }, ann);
    const inputResponses = { a: accept({ name: "Ann" }) };
    await resultOf(
      examiner.ask("tasks/update", { taskId, inputResponses }, ann),
    );
    await heardUntil(own, "completed");
    const nothing = Symbol("nothing");
    const told = listening.next();
    await pause();
    expect(await Promise.race([told, Promise.resolve(nothing)])).toBe(nothing);
  });
});
