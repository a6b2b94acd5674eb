import { afterEach, expect, test, vi } from "vitest";
import { createMemoryPair } from "../../../src/runtime/peer/memory.ts";
import { form } from "../questions.ts";
import {
  createTaskClient,
  outcome,
  tables,
  type TaskClient,
} from "./client-server.ts";
import { serverOf, type Work } from "./server/server.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function open(
  revision: "own" | "extension",
  work: Work,
  elicit?: (params: object, context: { signal: AbortSignal }) => unknown,
): Promise<{ client: TaskClient; seen: unknown[] }> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const seen: unknown[] = [];
  const [near, far] = createMemoryPair();
  serverOf(work).connect(far);
  const client = createTaskClient(
    tables[revision],
    {
      onTask: ({ status, statusMessage }) => seen.push(statusMessage ?? status),
    },
    { handlers: elicit ? { elicit } : {} },
  );
  await client.connect(near);
  return { client, seen };
}

const call = { name: "work", arguments: {} };

test.each(["own", "extension"] as const)(
  "our server's task, in the %s generation, asks our client, and gives its result",
  async (revision) => {
    const { client, seen } = await open(
      revision,
      async (_, context) => {
        const task = await context.task();
        task.say("half way");
        const { content } = await context.elicit("sure", form("Sure?"));
        return `Sure: ${JSON.stringify(content)}`;
      },
      () => ({ action: "accept", content: { a: 1 } }),
    );
    const result = outcome(client.request("tools/call", call));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await result).toMatchObject({
      content: [{ text: 'Sure: {"a":1}' }],
    });
    expect(seen.slice(-2)).toEqual(["half way", "completed"]);
  },
);

test.each(["own", "extension"] as const)(
  "our server's handler is stopped, in the %s generation, when our client's call is",
  async (revision) => {
    let stopped: AbortSignal | undefined;
    const { client } = await open(revision, (_, { signal }) => {
      stopped = signal;
      return new Promise(() => {});
    });
    const controller = new AbortController();
    const { signal } = controller;
    const result = outcome(client.request("tools/call", call, { signal }));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(stopped?.aborted).toBe(false);
    controller.abort("enough");
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ message: "enough" });
    expect(stopped?.aborted).toBe(true);
  },
);
