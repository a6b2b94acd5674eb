import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import {
  begin,
  extension,
  fieldsOf,
  look,
  resultOf,
  taskIn,
  until,
  type Examiner,
  type Fields,
  type Listening,
} from "../../runtime/tasks/wire/examiner.ts";
import { overHttp } from "../../runtime/tasks/wire/over-http.ts";
import type { Check } from "../results.ts";
import type { OwnOptions } from "./own-options.ts";

/** How often it is looked what has become of a task, in milliseconds. */
const pauseMs = 5;
/** How long what must not come is waited for, in milliseconds. */
const silenceMs = 100;

/**
 * Who listens hears every status of its own tasks, whole, and none of others: what the
 * suite's scenario of this name does not look at. The server has `confirm_delete`,
 * which asks, and `slow_compute`.
 */
export async function statusNotifications(
  url: string,
  { fetch = globalThis.fetch, patienceMs = 5_000 }: OwnOptions = {},
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [id, assertion] of Object.entries(assertions)) {
    const examiner = overHttp(fetch, url);
    try {
      await assertion(examiner, patienceMs);
      checks.push({ id, status: "SUCCESS" });
    } catch (error) {
      const errorMessage = error instanceof Error ? error.message : "it failed";
      checks.push({ id, status: "FAILURE", errorMessage });
    } finally {
      await examiner.close();
    }
  }
  return checks;
}

type Assertion = (to: Examiner, patienceMs: number) => Promise<void>;

const assertions: Readonly<Record<string, Assertion>> = {
  async "tasks-told-acknowledged"(to) {
    const taskId = await beginAsking(to);
    const { first } = await to.listen({ taskIds: [taskId, "no-such-task"] });
    assert.equal(first["method"], acknowledged);
    const { notifications } = fieldsOf(first["params"]);
    assert.deepEqual(fieldsOf(notifications)["taskIds"], [taskId]);
    assert.notEqual(subscriptionOf(first), undefined);
    await to.ask("tasks/cancel", { taskId });
  },

  async "tasks-told-every-status"(to, patienceMs) {
    const taskId = await beginAsking(to);
    const listening = await to.listen({ taskIds: [taskId] });
    await agree(to, taskId);
    const heard = await heardUntil(listening, taskId, "completed", patienceMs);
    const statuses = heard.map((message) => taskIn(message)["status"]);
    assert.ok(statuses.includes("working"), `heard: ${statuses.join(", ")}`);
    const { resultType: _, _meta: __, ...task } = await look(to, taskId);
    assert.deepEqual(taskIn(heard.at(-1)), task);
    assert.ok(task["result"], "the last notification has no result");
    for (const message of heard) {
      assert.equal(message["method"], "notifications/tasks");
      assert.equal(subscriptionOf(message), subscriptionOf(listening.first));
    }
  },

  async "tasks-told-cancelled"(to, patienceMs) {
    const name = "slow_compute";
    const call = { name, arguments: { seconds: 60 } };
    const { taskId } = await resultOf(to.ask("tools/call", call));
    const listening = await to.listen({ taskIds: [taskId] });
    await to.ask("tasks/cancel", { taskId });
    await heardUntil(listening, String(taskId), "cancelled", patienceMs);
  },

  async "tasks-told-of-own-alone"(to, patienceMs) {
    const [mine, theirs] = [await beginAsking(to), await beginAsking(to)];
    const listening = await to.listen({ taskIds: [mine] });
    const other = await to.listen({ taskIds: [theirs] });
    await agree(to, theirs);
    await heardUntil(other, theirs, "completed", patienceMs);
    await agree(to, mine);
    await heardUntil(listening, mine, "completed", patienceMs);
    await silence(other);
  },

  async "tasks-told-undeclared"(to) {
    const taskId = await beginAsking(to);
    const capabilities = {};
    const { first } = await to.listen({ taskIds: [taskId] }, { capabilities });
    const { code, data } = fieldsOf(first["error"]);
    assert.equal(code, -32021);
    assert.deepEqual(data, {
      requiredCapabilities: { extensions: { [extension]: {} } },
    });
    await to.ask("tasks/cancel", { taskId });
  },
};

const acknowledged = "notifications/subscriptions/acknowledged";

/** Begins a task that waits for an answer. */
async function beginAsking(to: Examiner): Promise<string> {
  const taskId = await begin(to, "confirm_delete", undefined, {
    filename: "a.txt",
  });
  await until(to, taskId, "input_required", { pauseMs });
  return taskId;
}

/** Answers all that a task asks. */
async function agree(to: Examiner, taskId: string): Promise<void> {
  const { inputRequests } = await look(to, taskId);
  const keys = Object.keys(fieldsOf(inputRequests));
  const answer = { action: "accept", content: { confirm: true } };
  const inputResponses = Object.fromEntries(keys.map((key) => [key, answer]));
  await resultOf(to.ask("tasks/update", { taskId, inputResponses }));
}

/** What is heard until the task is as it is wanted; all of it has to be of this task. */
async function heardUntil(
  { next }: Listening,
  taskId: string,
  wanted: string,
  patienceMs: number,
): Promise<Fields[]> {
  const heard: Fields[] = [];
  for (;;) {
    const message = await Promise.race([next(), sleep(patienceMs, "late")]);
    assert.notEqual(message, "late", `${wanted} was not told`);
    assert.ok(message, "the stream has ended");
    const told = fieldsOf(message);
    heard.push(told);
    assert.equal(taskIn(told)["taskId"], taskId);
    if (taskIn(told)["status"] === wanted) return heard;
  }
}

async function silence({ next }: Listening): Promise<void> {
  const heard = await Promise.race([next(), sleep(silenceMs, "nothing")]);
  assert.equal(heard, "nothing");
}

function subscriptionOf({ params }: Fields): unknown {
  const { _meta } = fieldsOf(params);
  return fieldsOf(_meta)["io.modelcontextprotocol/subscriptionId"];
}
