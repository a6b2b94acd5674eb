import { describe, expect, test } from "vitest";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import { form, valueOf, type Fields } from "../../questions.ts";
import { cancel, initializeAs, newestHandshake } from "../../revisions.ts";
import { settle, wireTo } from "../../wire.ts";
import { newTask } from "../records.ts";
import { coreAsker, declared, modernAsker, type Asker } from "./asker.ts";
import { older, serverOf, type Work } from "./server.ts";

const accept = { action: "accept", content: {} };
const related = (taskId: unknown): Fields => ({
  "io.modelcontextprotocol/related-task": { taskId },
});

/** Asks one thing, and tells how it was answered. */
const asking: Work = async (_, context) => {
  try {
    return JSON.stringify(await context.elicit("sure", form("Sure?")));
  } catch (error) {
    return JSON.stringify((error as Error).message);
  }
};

/** The next question that comes; what else comes is left. */
async function question({ wire }: Asker): Promise<Fields> {
  for (;;) {
    const message = await wire.next();
    if (message["method"] === "elicitation/create") return message;
  }
}

async function askingTask(): Promise<{ asker: Asker; taskId: unknown }> {
  const asker = await coreAsker(serverOf(asking));
  const { taskId } = await asker.begin();
  await asker.until(taskId, "input_required");
  return { asker, taskId };
}

describe("the result of a task", () => {
  test("comes when the task is over, and as often as it is asked for", async () => {
    let end: (result: string) => void = () => {};
    const result = new Promise((resolve) => (end = resolve));
    const asker = await coreAsker(serverOf(() => result));
    const { taskId } = await asker.begin();
    const first = asker.send("tasks/result", { taskId });
    const second = asker.send("tasks/result", { taskId });
    await settle();
    await asker.wire.expectSilence();
    // Another request is answered meanwhile.
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "working",
    });
    end("done");
    const whole = {
      content: [{ type: "text", text: "done" }],
      _meta: related(taskId),
    };
    for (const id of [first, second])
      expect(await asker.answerTo(id)).toMatchObject({ result: whole });
    expect(await asker.ask("tasks/result", { taskId })).toEqual(whole);
  });

  test("keeps what its own `_meta` says", async () => {
    const asker = await coreAsker(
      serverOf(() => ({ content: [], _meta: { own: 1 } })),
    );
    const { taskId } = await asker.begin();
    expect(await asker.ask("tasks/result", { taskId })).toEqual({
      content: [],
      _meta: { own: 1, ...related(taskId) },
    });
  });

  test("brings what the handler asks, which says what task it is of", async () => {
    const { asker, taskId } = await askingTask();
    const waits = asker.send("tasks/result", { taskId });
    const asked = await question(asker);
    expect(asked).toMatchObject({
      params: { ...form("Sure?"), _meta: related(taskId) },
    });
    asker.wire.send({ jsonrpc: "2.0", id: asked["id"], result: accept });
    const { result } = await asker.answerTo(waits);
    expect(valueOf(result as never)).toEqual(accept);
  });

  test("asks once, however many wait", async () => {
    const { asker, taskId } = await askingTask();
    const waits = [1, 2, 3].map(() => asker.send("tasks/result", { taskId }));
    const asked = await question(asker);
    await settle();
    expect(
      asker.wire.waiting.filter(
        (message) => (message as Fields)["method"] === "elicitation/create",
      ),
    ).toEqual([]);
    asker.wire.send({ jsonrpc: "2.0", id: asked["id"], result: accept });
    for (const id of waits) {
      const { result } = await asker.answerTo(id);
      expect(valueOf(result as never)).toEqual(accept);
    }
  });

  test("asks who comes next, where the first has gone", async () => {
    const { asker, taskId } = await askingTask();
    const first = asker.send("tasks/result", { taskId });
    const asked = await question(asker);
    asker.wire.send(cancel(first));
    await settle();
    expect(await asker.ask("tasks/get", { taskId })).toMatchObject({
      status: "input_required",
    });
    const second = asker.send("tasks/result", { taskId });
    const again = await question(asker);
    expect(again["id"]).not.toBe(asked["id"]);
    asker.wire.send({ jsonrpc: "2.0", id: again["id"], result: accept });
    const { result } = await asker.answerTo(second);
    expect(valueOf(result as never)).toEqual(accept);
  });

  test("asks a client that was started anew, and takes one answer", async () => {
    const server = serverOf(asking);
    const [lost, again] = await Promise.all(
      [1, 2].map(() => coreAsker(server, newestHandshake, "ada")),
    );
    if (!lost || !again) throw new Error("no clients");
    const { taskId } = await lost.begin();
    await lost.until(taskId, "input_required");
    lost.send("tasks/result", { taskId });
    const { id: requestId } = await question(lost);
    const waits = again.send("tasks/result", { taskId });
    const { id } = await question(again);
    again.wire.send({ jsonrpc: "2.0", id, result: accept });
    const { result } = await again.answerTo(waits);
    expect(valueOf(result as never)).toEqual(accept);
    await settle();
    expect(lost.wire.waiting).toContainEqual(
      expect.objectContaining({
        method: "notifications/cancelled",
        params: expect.objectContaining({ requestId }),
      }),
    );
  });

  test("asks nobody who cannot be asked: the question waits for who can", async () => {
    const errors: Error[] = [];
    const onError = (error: Error): void => void errors.push(error);
    const server = serverOf(asking, {}, { onError });
    const one = await coreAsker(server, newestHandshake, "ada");
    const mute = await coreAsker(server, newestHandshake, "ada", {});
    const { taskId } = await one.begin();
    await one.until(taskId, "input_required");
    const waits = mute.send("tasks/result", { taskId });
    await settle();
    expect(await mute.ask("tasks/get", { taskId })).toMatchObject({
      status: "input_required",
    });
    const first = one.send("tasks/result", { taskId });
    const { id } = await question(one);
    one.wire.send({ jsonrpc: "2.0", id, result: accept });
    for (const { result } of [
      await one.answerTo(first),
      await mute.answerTo(waits),
    ])
      expect(valueOf(result as never)).toEqual(accept);
    expect(mute.heard).not.toContainEqual(
      expect.objectContaining({ method: "elicitation/create" }),
    );
    expect(errors).toEqual([]);
  });

  test("of a client that never could be asked tells the handler so, as in a plain call", async () => {
    const asker = await coreAsker(
      serverOf(asking),
      newestHandshake,
      undefined,
      {},
    );
    const { taskId } = await asker.begin();
    const { content } = await asker.ask("tasks/result", { taskId });
    expect(JSON.stringify(content)).toContain("does not declare");
  });

  test("tells the handler that the client refused a question", async () => {
    const { asker, taskId } = await askingTask();
    const waits = asker.send("tasks/result", { taskId });
    const { id } = await question(asker);
    const error = { code: -1, message: "The user is asleep" };
    asker.wire.send({ jsonrpc: "2.0", id, error });
    const { result } = await asker.answerTo(waits);
    expect(valueOf(result as never)).toBe("The user is asleep");
  });

  test("tells the handler of an answer that is none", async () => {
    const { asker, taskId } = await askingTask();
    const waits = asker.send("tasks/result", { taskId });
    const { id } = await question(asker);
    asker.wire.send({ jsonrpc: "2.0", id, result: { action: "perhaps" } });
    const { result } = await asker.answerTo(waits);
    expect(valueOf(result as never)).toContain("elicitation/create");
  });

  test("is of the task that the param names, whatever `_meta` says", async () => {
    const asker = await coreAsker(serverOf((args) => String(args["text"])));
    const [one, two] = [
      await asker.begin({ text: "one" }),
      await asker.begin({ text: "two" }),
    ];
    const _meta = related(two["taskId"]);
    expect(
      await asker.ask("tasks/result", { taskId: one["taskId"], _meta }),
    ).toMatchObject({ content: [{ text: "one" }] });
    const got = await asker.ask("tasks/get", { taskId: one["taskId"], _meta });
    expect(got).toMatchObject({ taskId: one["taskId"] });
    expect(got).not.toHaveProperty("_meta");
  });
});

describe("the list of tasks", () => {
  const list = async (asker: Asker): Promise<unknown[]> => {
    const { tasks } = await asker.ask("tasks/list");
    return (tasks as Fields[]).map(({ taskId }) => taskId);
  };

  test("has those of a session, where nobody is proved", async () => {
    const server = serverOf(() => "done");
    const [ada, eve] = [await coreAsker(server), await coreAsker(server)];
    const own = [await ada.begin(), await ada.begin()].map(
      (one) => one["taskId"],
    );
    // Of two that were made in one moment, either may be first.
    expect(new Set(await list(ada))).toEqual(new Set(own));
    expect(await list(eve)).toEqual([]);
    expect(await ada.ask("tasks/list")).not.toHaveProperty("_meta");
  });

  test("has those of a principal, in whatever session and revision they were made", async () => {
    const server = serverOf(() => "done");
    const ada = await coreAsker(server, undefined, "ada");
    const own = [
      (await ada.begin())["taskId"],
      (await modernAsker(server, declared, "ada").begin())["taskId"],
    ];
    await coreAsker(server, undefined, "eve").then((eve) => eve.begin());
    const again = await coreAsker(server, undefined, "ada");
    expect(await list(again)).toHaveLength(2);
    expect(new Set(await list(again))).toEqual(new Set(own));
  });

  test("comes page by page, and refuses a cursor that is none", async () => {
    const store = memoryTaskStore();
    for (let count = 0; count < 250; count++)
      await store.create(
        newTask({ taskId: `task-${count}`, owner: "ada", ttl: null }, count),
      );
    const asker = await coreAsker(
      serverOf(() => "done", { store }),
      undefined,
      "ada",
    );
    const found: unknown[] = [];
    let cursor: unknown;
    let pages = 0;
    do {
      const page = await asker.ask("tasks/list", cursor ? { cursor } : {});
      found.push(...(page["tasks"] as Fields[]).map(({ taskId }) => taskId));
      cursor = page["nextCursor"];
      pages++;
    } while (cursor !== undefined);
    expect(pages).toBe(3);
    expect(found).toEqual(Array.from({ length: 250 }, (_, at) => `task-${at}`));
    expect(await asker.refused("tasks/list", { cursor: "none" })).toMatchObject(
      { code: -32602 },
    );
  });
});

test("what the server can do with tasks is declared in the handshake", async () => {
  const server = serverOf(() => "done");
  for (const [revision, tasks] of [
    [
      newestHandshake,
      { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    ],
    [older, undefined],
  ] as const) {
    const wire = wireTo(server);
    const { result } = await wire.ask(initializeAs(revision));
    const { capabilities } = result as { capabilities: Fields };
    expect(capabilities["tasks"]).toEqual(tasks);
    expect(capabilities).not.toHaveProperty("extensions");
  }
});
