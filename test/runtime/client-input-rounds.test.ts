import { describe, expect, test } from "vitest";
import { asking, carried, done, handlers, roots } from "./client-questions.ts";
import type { Sent } from "./script.ts";
import { openModern } from "./test-client.ts";

describe("two calls at once", () => {
  test("each get their own answers and state", async () => {
    const { client, script } = await openModern({
      handlers: {
        elicit: ({ message }: { message: string }) => ({
          action: "accept",
          content: { to: message },
        }),
      },
    });
    const ask = (message: string): object => ({
      e: { method: "elicitation/create", params: { message } },
    });
    const calls = ["a", "b"].map((name) =>
      client.request("tools/call", { name }),
    );
    const [a, b] = [await script.next(), await script.next()];
    script.answer(b, asking(ask("to b"), "state b"));
    script.answer(a, asking(ask("to a"), "state a"));
    const again = [await script.next(), await script.next()];
    expect(again.map(carried)).toEqual(
      ["b", "a"].map((name) => ({
        name,
        inputResponses: {
          e: { action: "accept", content: { to: `to ${name}` } },
        },
        requestState: `state ${name}`,
      })),
    );
    for (const request of again)
      script.answer(request, { content: [request.params?.["name"]] });
    expect(await Promise.all(calls)).toEqual([
      { resultType: "complete", content: ["a"] },
      { resultType: "complete", content: ["b"] },
    ]);
  });
});

describe("progress of several rounds", () => {
  test("belongs to the request that is under way", async () => {
    const seen: number[] = [];
    const { client, script } = await openModern({ handlers });
    const call = client.request(
      "tools/call",
      { name: "a" },
      { onProgress: ({ progress }) => seen.push(progress) },
    );
    const first = await script.next();
    const tell = ({ id }: Sent, progress: number): void =>
      script.notify("notifications/progress", { progressToken: id, progress });
    tell(first, 1);
    script.answer(first, asking({ r: roots }, "s"));
    const second = await script.next();
    expect(second.params?.["_meta"]).toMatchObject({
      progressToken: second.id,
    });
    tell(first, 2);
    tell(second, 3);
    script.answer(second, done);
    await call;
    expect(seen).toEqual([1, 3]);
  });
});
