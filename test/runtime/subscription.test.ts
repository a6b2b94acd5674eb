import { expect, test } from "vitest";
import { costOf } from "../support/cost.ts";
import {
  ChangeQueue,
  type Change,
} from "../../src/runtime/client/subscriptions/subscription.ts";

function update(uri: string): Change {
  return { method: "notifications/resources/updated", params: { uri } };
}

async function drain(queue: ChangeQueue): Promise<unknown[]> {
  const uris: unknown[] = [];
  for await (const { params } of queue) uris.push(params["uri"]);
  return uris;
}

test("changes come in order, and those that say the same as one", async () => {
  const queue = new ChangeQueue();
  for (const uri of ["a:", "b:", "a:"]) queue.push(update(uri));
  queue.end();
  expect(await drain(queue)).toEqual(["a:", "b:"]);
});

test("a change that comes later is told to who waits", async () => {
  const queue = new ChangeQueue();
  const drained = drain(queue);
  for (const uri of ["a:", "b:", "a:"]) {
    queue.push(update(uri));
    await new Promise((resolve) => setImmediate(resolve));
  }
  queue.end();
  expect(await drained).toEqual(["a:", "b:", "a:"]);
});

test("several that wait share the changes, and all hear of the end", async () => {
  const queue = new ChangeQueue();
  const drained = Promise.all([drain(queue), drain(queue)]);
  queue.push(update("a:"));
  queue.push(update("b:"));
  await Promise.resolve();
  queue.end();
  expect((await drained).flat().sort()).toEqual(["a:", "b:"]);
});

test("a server cannot make a client keep more than a thousand", async () => {
  const queue = new ChangeQueue();
  for (let index = 0; index < 5_000; index++) queue.push(update(`a:${index}`));
  queue.end();
  const uris = await drain(queue);
  expect(uris).toHaveLength(1_000);
  expect(uris.at(-1)).toBe("a:4999");
});

test("after the end nothing is kept", async () => {
  const queue = new ChangeQueue();
  const error = new Error("broken");
  queue.end(error);
  queue.push(update("a:"));
  queue.end();
  expect(await drain(queue)).toEqual([]);
  expect(await queue.closed).toBe(error);
});

test("waiting again and again keeps nothing of the times before", async () => {
  const queue = new ChangeQueue();
  const iterator = queue[Symbol.asyncIterator]();
  const cost = await costOf(async () => {
    for (let index = 0; index < 50_000; index++) {
      const next = iterator.next();
      queue.push(update("a:"));
      await next;
    }
  });
  // If each wake went through all those before, this would take minutes.
  expect(cost).toBeLessThan(5_000);
});

test("nor more than so much, but the last change in any case", async () => {
  const queue = new ChangeQueue();
  const long = "x".repeat(2 ** 20);
  for (let index = 0; index < 10; index++)
    queue.push(update(`${index}${long}`));
  queue.push(update("last"));
  queue.end();
  const uris = await drain(queue);
  expect(uris.map((uri) => String(uri).slice(0, 4))).toEqual(["9xxx", "last"]);
});

test("and what was taken makes room again", async () => {
  const queue = new ChangeQueue();
  const long = "x".repeat(2 ** 20);
  const taken: unknown[] = [];
  const drained = (async () => {
    for await (const { params } of queue) taken.push(params["uri"]);
  })();
  for (let index = 0; index < 5; index++) {
    queue.push(update(`${index}${long}`));
    queue.push(update("short"));
    await new Promise((resolve) => setImmediate(resolve));
  }
  queue.push(update("a:"));
  queue.push(update("b:"));
  queue.end();
  await drained;
  expect(taken).toHaveLength(12);
});

test("a change that is longer than that waits alone, and as one", async () => {
  const queue = new ChangeQueue();
  queue.push(update("a:"));
  queue.push(update("x".repeat(2 ** 22)));
  queue.end();
  expect(await drain(queue)).toHaveLength(1);
});

test("changes that say the same take the room of one", async () => {
  const queue = new ChangeQueue();
  queue.push(update("a:"));
  const long = "x".repeat(2 ** 20);
  for (let count = 0; count < 5; count++) queue.push(update(long));
  queue.end();
  expect(await drain(queue)).toEqual(["a:", long]);
});
