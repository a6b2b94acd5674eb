import { afterEach, describe, expect, test } from "vitest";
import {
  begin,
  isOver,
  look,
  pause,
  requestOf,
  resultOf,
  until,
  type Examiner,
  type Fields,
} from "./examiner.ts";
import { pipeTo } from "./over-stdio.ts";
import { examine, gate, job, nameForm, serverOf, ways } from "./subject.ts";

let examiner: Examiner | undefined;
afterEach(() => examiner?.close());

/** Waits until the call is given up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });
}

const bare = ({ _meta: _, ...rest }: Fields): Fields => rest;

describe.each(ways)("over %s, a task that is cancelled", (way) => {
  test("tells the handler, and is so in the end; the answer says nothing of it", async () => {
    const begun = gate();
    const told = gate<string>();
    const server = serverOf([
      job(async ({ signal }) => {
        begun.open();
        await aborted(signal).catch(() => told.open("told"));
        throw signal.reason;
      }),
    ]);
    const one = (examiner = examine(way, server));
    const taskId = await begin(one);
    await begun.opened;
    const said = await resultOf(one.ask("tasks/cancel", { taskId }));
    expect(bare(said)).toEqual({ resultType: "complete" });
    expect(await told.opened).toBe("told");
    const task = await until(one, taskId, "cancelled");
    for (const field of ["result", "error", "inputRequests"])
      expect(task).not.toHaveProperty(field);
    const again = await resultOf(one.ask("tasks/cancel", { taskId }));
    expect(bare(again)).toEqual({ resultType: "complete" });
    expect(await look(one, taskId)).toEqual(task);
  });

  test("ends once, also where the handler does not listen", async () => {
    const { opened, open } = gate();
    const server = serverOf([
      job(() => opened.then(() => "done all the same")),
    ]);
    const one = (examiner = examine(way, server));
    const taskId = await begin(one);
    await resultOf(one.ask("tasks/cancel", { taskId }));
    const before = await look(one, taskId);
    open();
    for (let turn = 0; turn < 5; turn++) await pause();
    const after = await look(one, taskId);
    expect(isOver(after)).toBe(true);
    if (isOver(before)) expect(after).toEqual(before);
  });

  test("asks no more", async () => {
    const server = serverOf([
      job(async (context) => {
        await context.elicit("a", nameForm);
        return "answered";
      }),
    ]);
    const one = (examiner = examine(way, server));
    const taskId = await begin(one);
    await until(one, taskId, "input_required");
    await resultOf(one.ask("tasks/cancel", { taskId }));
    const task = await until(one, taskId, "cancelled");
    expect(task).not.toHaveProperty("inputRequests");
    const inputResponses = { a: { action: "accept", content: { name: "x" } } };
    await resultOf(one.ask("tasks/update", { taskId, inputResponses }));
    await pause();
    expect(await look(one, taskId)).toEqual(task);
  });

  test("when it is over stays what it is, and the answer is the same", async () => {
    const one = (examiner = examine(way, serverOf([job(() => "done")])));
    const taskId = await begin(one);
    const task = await until(one, taskId, "completed");
    const said = await resultOf(one.ask("tasks/cancel", { taskId }));
    expect(bare(said)).toEqual({ resultType: "complete" });
    expect(await look(one, taskId)).toEqual(task);
  });
});

test("A task outlives the cancellation of the call that it began with", async () => {
  const { opened, open } = gate();
  const begun = gate<AbortSignal>();
  const server = serverOf([
    job(async ({ signal }) => {
      begun.open(signal);
      await opened;
      return "done";
    }),
  ]);
  const pipe = pipeTo(server);
  const call = requestOf("tools/call", { name: "job", arguments: {} });
  const answer = await pipe.ask(call);
  const { taskId } = answer["result"] as Fields;
  const signal = await begun.opened;
  pipe.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: call.id },
  });
  await pause();
  expect(signal.aborted).toBe(false);
  open();
  for (let turn = 0; turn < 2_000; turn++) {
    const { result } = await pipe.ask(requestOf("tasks/get", { taskId }));
    if ((result as Fields)["status"] === "completed") return pipe.close();
    await pause();
  }
  throw new Error("it was not completed");
});
