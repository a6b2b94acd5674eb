import { describe, expect, test, vi } from "vitest";
import type { Session } from "../../../../src/runtime/peer/context.ts";
import { isSessionHeld } from "../../../../src/runtime/server/session.ts";
import { form, valueOf, type Fields } from "../../questions.ts";
import { newestHandshake } from "../../revisions.ts";
import { settle } from "../../wire.ts";
import {
  coreAsker,
  declared,
  modernAsker,
  type Asker,
} from "../server/asker.ts";
import { serverOf, type Work } from "../server/server.ts";
import { sharedTasks } from "./shared-tasks.ts";
import { patient } from "../../wait.ts";

const accept = { action: "accept", content: {} };

/** Asks one thing, and tells how it was answered, or why not. */
const asking: Work = async (_, context) => {
  try {
    return JSON.stringify(await context.elicit("sure", form("Sure?")));
  } catch (error) {
    return JSON.stringify((error as Error).message);
  }
};

/** Servers of as many processes, which share their tasks. */
function processes(work: Work, count: number = 2) {
  const next = sharedTasks();
  return Array.from({ length: count }, () => {
    const process = next();
    const errors: Error[] = [];
    const onError = (error: Error): void => void errors.push(error);
    const server = serverOf(work, { store: process.store }, { onError });
    return { ...process, server, errors };
  });
}

function two(work: Work) {
  const [one, other] = processes(work);
  if (!one || !other) throw new Error("there are two");
  return { one, other };
}

/** The next message of a method that comes; what else comes is left. */
async function heard({ wire }: Asker, method: string): Promise<Fields> {
  for (;;) {
    const message = await wire.next();
    if (message["method"] === method) return message;
  }
}

const question = (asker: Asker): Promise<Fields> =>
  heard(asker, "elicitation/create");

const never: Work = (_, { signal }) =>
  new Promise((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as Error)),
  );

describe("a task of one process", () => {
  test("is cancelled at another, and its handler is told", async () => {
    let begin: (signal: AbortSignal) => void = () => {};
    const begun = new Promise<AbortSignal>((resolve) => (begin = resolve));
    const { one, other } = two((args, context) => {
      begin(context.signal);
      return never(args, context);
    });
    const { taskId } = await modernAsker(one.server).begin();
    const signal = await begun;
    await modernAsker(other.server).ask("tasks/cancel", { taskId });
    expect(signal.reason).toMatchObject({ message: "cancelled by its client" });
    expect(one.server.tasks.running).toBe(0);
  });

  test("is answered at another by key", async () => {
    const { one, other } = two(asking);
    const { taskId } = await modernAsker(one.server).begin();
    const asker = modernAsker(other.server);
    await asker.until(taskId, "input_required");
    const inputResponses = { sure: accept };
    await asker.ask("tasks/update", { taskId, inputResponses });
    const { result } = await asker.until(taskId, "completed");
    expect(valueOf(result as Fields)).toEqual(accept);
  });

  test("is told to who listens at another", async () => {
    const { one, other } = two(asking);
    const asker = modernAsker(one.server);
    const { taskId } = await asker.begin();
    await asker.until(taskId, "input_required");
    const listener = modernAsker(other.server);
    listener.send("subscriptions/listen", {
      notifications: { taskIds: [taskId] },
    });
    await heard(listener, "notifications/tasks");
    const inputResponses = { sure: accept };
    await asker.ask("tasks/update", { taskId, inputResponses });
    for (;;) {
      const { params } = await heard(listener, "notifications/tasks");
      if ((params as Fields)["status"] === "completed") break;
    }
  });
});

describe("where sessions are, a task of one process", () => {
  const begun = async () => {
    const { one, other } = two(asking);
    const first = await coreAsker(one.server, newestHandshake, "ada");
    const second = await coreAsker(other.server, newestHandshake, "ada");
    const { taskId } = await first.begin();
    await first.until(taskId, "input_required");
    return { first, second, taskId, one, other };
  };

  test("asks who waits for its result at another", async () => {
    const { second, taskId } = await begun();
    const waits = second.send("tasks/result", { taskId });
    const { id } = await question(second);
    second.wire.send({ jsonrpc: "2.0", id, result: accept });
    const { result } = await second.answerTo(waits);
    expect(valueOf(result as Fields)).toEqual(accept);
  });

  test("hears why the client of another gave no answer", async () => {
    const { second, taskId } = await begun();
    const waits = second.send("tasks/result", { taskId });
    const { id } = await question(second);
    const error = { code: -1, message: "The user is asleep" };
    second.wire.send({ jsonrpc: "2.0", id, error });
    const { result } = await second.answerTo(waits);
    expect(valueOf(result as Fields)).toBe("The user is asleep");
  });

  test("takes its question back where another was faster", async () => {
    const { first, second, taskId } = await begun();
    const waits = [first, second].map((asker) =>
      asker.send("tasks/result", { taskId }),
    );
    const { id: requestId } = await question(first);
    const { id } = await question(second);
    second.wire.send({ jsonrpc: "2.0", id, result: accept });
    const { params } = await heard(first, "notifications/cancelled");
    expect(params).toMatchObject({ requestId });
    for (const [at, asker] of [first, second].entries())
      expect(await asker.answerTo(waits[at] ?? 0)).toHaveProperty("result");
  });

  test("holds its session where it is at work, as long as it is", async () => {
    const sessions: Session[] = [];
    const { one, other } = two((args, context) => {
      if (context.session) sessions.push(context.session);
      return never(args, context);
    });
    const asker = await coreAsker(one.server);
    const { taskId } = await asker.begin();
    await vi.waitUntil(() => sessions.length > 0, patient);
    const isHeld = (): boolean => sessions.every(isSessionHeld);
    expect(isHeld()).toBe(true);
    await modernAsker(other.server).ask("tasks/cancel", { taskId });
    expect(isHeld()).toBe(false);
  });

  test("tells of its changes where it was made", async () => {
    const { first, second, taskId } = await begun();
    await second.ask("tasks/cancel", { taskId });
    for (;;) {
      const { params } = await heard(first, "notifications/tasks/status");
      if ((params as Fields)["status"] === "cancelled") break;
    }
  });
});

describe("a process that ends", () => {
  test("lets its tasks come to their end for a while, and makes no more", async () => {
    const { one, other } = two(asking);
    const first = modernAsker(one.server);
    const { taskId } = await first.begin();
    const asker = modernAsker(other.server);
    await asker.until(taskId, "input_required");
    const closed = one.server.tasks.close({ graceMs: 60_000 });
    expect(await first.refused("tools/call", { name: "work" })).toMatchObject({
      code: -32603,
    });
    const inputResponses = { sure: accept };
    await asker.ask("tasks/update", { taskId, inputResponses });
    expect(await asker.until(taskId, "completed")).toHaveProperty("result");
    await closed;
    expect(one.server.tasks.running).toBe(0);
  });

  test("has those told as failed that take longer", async () => {
    const { one, other } = two(never);
    const { taskId } = await modernAsker(one.server).begin();
    await one.server.tasks.close({ graceMs: 20 });
    const asker = modernAsker(other.server);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "failed",
      error: { message: "The server was closed before the task ended" },
    });
  });
});

describe("a process that begins", () => {
  test("leaves what others work on", async () => {
    const { one, other } = two(never);
    const { taskId } = await modernAsker(one.server).begin();
    const asker = modernAsker(other.server);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "working",
    });
    expect(one.server.tasks.running).toBe(1);
  });
});

describe("a process that dies", () => {
  const lost = {
    code: -32603,
    message: "The server process ended before the task did",
  };

  test("has its tasks told as failed to all who wait, and those of others go on", async () => {
    const [one, other, third] = processes(never, 3);
    if (!one || !other || !third) throw new Error("there are three");
    const { taskId } = await modernAsker(one.server).begin();
    const waiting = await coreAsker(other.server);
    const waits = waiting.send("tasks/result", { taskId });
    const own = await modernAsker(third.server).begin();
    await one.die();
    expect(await waiting.answerTo(waits)).toMatchObject({ error: lost });
    const asker = modernAsker(third.server);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "failed",
      error: lost,
    });
    await settle();
    const { taskId: ownId } = own;
    expect(await asker.ask("tasks/get", { taskId: ownId })).toMatchObject({
      status: "working",
    });
    expect([...other.errors, ...third.errors]).toEqual([]);
  });

  test("has them told by the next one that begins, where no other was there", async () => {
    const { one, other } = two(never);
    const { taskId } = await modernAsker(one.server).begin();
    await one.die();
    const asker = modernAsker(other.server, declared);
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "failed",
      error: lost,
    });
  });
});
