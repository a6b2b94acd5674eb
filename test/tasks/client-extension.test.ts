import { afterEach, describe, expect, test, vi } from "vitest";
import { flat, hello, id, openExtended, refusal } from "./client-server.ts";

afterEach(() => {
  vi.useRealTimers();
});

const created = (more: object = {}): object => ({
  resultType: "task",
  ...flat("working", { pollIntervalMs: 300, ...more }),
});

/** Gives each in its turn, and the last for ever. */
function inTurn(...answers: object[]): () => object {
  let turn = 0;
  return () => answers[Math.min(turn++, answers.length - 1)] ?? {};
}

describe("a call that has become a task", () => {
  test("gives the result, and is polled as often as the server says from time to time", async () => {
    const { client, sent, times } = await openExtended({
      "tools/call": () => created(),
      "tasks/get": inTurn(
        flat("working", { pollIntervalMs: 300 }),
        flat("working", { pollIntervalMs: 1_000 }),
        flat("completed", { result: hello }),
      ),
    });
    const call = client.request("tools/call", { name: "slow" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toMatchObject(hello);
    expect(times("tasks/get")).toEqual([300, 600, 1_600]);
    expect(sent("tasks/get")[0]).toMatchObject({ taskId: "t1" });
    expect(sent("tools/call")[0]).toMatchObject({
      _meta: {
        "io.modelcontextprotocol/clientCapabilities": {
          extensions: { [id]: {} },
        },
      },
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a refusal is the call's", async () => {
    const { client } = await openExtended({
      "tools/call": () => created(),
      "tasks/get": () => refusal(-32602, "Task has expired"),
    });
    const call = client.request("tools/call", { name: "slow" });
    call.catch(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(call).rejects.toMatchObject({
      code: -32602,
      message:
        "tools/call: the server does not know the task, or does not any more: Task has expired",
    });
  });
});
