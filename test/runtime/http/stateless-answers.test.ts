import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { modern, modernRequest } from "../revisions.ts";
import { done, type Call } from "../tool-server.ts";
import {
  call,
  clientWith,
  messagesOf,
  progressing,
} from "./stateless-client.ts";

const atOnce: Call = () => done;

const slowly: Call = async (_params, context) => {
  context.progress(1);
  await sleep(1);
  context.progress(2);
  return done;
};

describe("an answer is", () => {
  test.each<[string, Call]>([
    ["at once", atOnce],
    ["later", () => sleep(1, done)],
  ])("JSON when nothing comes before it, %s", async (_, callTool) => {
    const answer = await clientWith(callTool).ask(call("é"));
    expect(answer).toMatchObject({ status: 200, type: "application/json" });
    expect(answer.messages).toMatchObject([{ id: "é", result: done }]);
  });

  test("a stream when there is progress, with the answer last", async () => {
    const { handler, post } = clientWith(slowly);
    const response = await post(progressing);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    const next = messagesOf(response);
    expect(await next()).toMatchObject({ params: { progress: 1 } });
    expect(await next()).toMatchObject({ params: { progress: 2 } });
    expect(await next()).toMatchObject({ id: 1, result: done });
    expect(await next()).toBeUndefined();
    expect(handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("a stream of lines that each hold a whole message", async () => {
    const text = "a\nb\r\u2028c";
    const client = clientWith(() => ({ content: [{ type: "text", text }] }), {
      responses: "stream",
    });
    const response = await client.post(call(1));
    const body = await response.text();
    expect(body).toMatch(/^data: [^\n\r]*\n\n$/);
    expect(JSON.parse(body.slice("data: ".length))).toMatchObject({
      result: { content: [{ text }] },
    });
  });

  test("always a stream where the options say so, but for refusals", async () => {
    const client = clientWith(atOnce, { responses: "stream" });
    const answer = await client.ask(call(1));
    expect(answer).toMatchObject({ status: 200, type: "text/event-stream" });
    expect(answer.messages).toMatchObject([{ id: 1, result: done }]);
    const unknown = await client.ask(modernRequest(1, "no/such"));
    expect(unknown).toMatchObject({ status: 404, type: "application/json" });
  });

  test("a stream when the handler takes its time", async () => {
    let finish = (_: typeof done): void => {};
    const client = clientWith(
      () => new Promise((resolve) => (finish = resolve)),
      { keepAliveMs: 20 },
    );
    // It is open once the handler has taken too long for JSON.
    const response = await client.post(call(1));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    finish(done);
    const text = await response.text();
    expect(text).toMatch(/^(:\n\n)+data: \{.*\}\n\n$/);
  });

  test("the last that is written, however long one waits", async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    });
    onTestFinished(() => void vi.useRealTimers());
    let finish = (_: typeof done): void => {};
    const client = clientWith(
      () => new Promise((resolve) => (finish = resolve)),
      { keepAliveMs: 5 },
    );
    const answer = client.ask(call(1));
    await vi.advanceTimersByTimeAsync(1);
    finish(done);
    expect(await answer).toMatchObject({ type: "application/json" });
    await vi.advanceTimersByTimeAsync(20);
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("JSON when there can be no more streams: nothing but progress is lost", async () => {
    const client = clientWith(slowly, { maxStreams: 1 });
    const listening = await client.post(
      modernRequest(1, "subscriptions/listen", { notifications: {} }),
    );
    const answer = await client.ask(progressing);
    expect(answer).toMatchObject({ status: 200, type: "application/json" });
    expect(answer.messages).toMatchObject([{ id: 1, result: done }]);
    await listening.body?.cancel();
    expect(await client.ask(progressing)).toMatchObject({
      type: "text/event-stream",
    });
  });
});

test("requests of many clients have the same id, and each its own answer", async () => {
  const client = clientWith(async ({ name }) => {
    await sleep(Math.random() * 5);
    return { content: [{ type: "text", text: name }] };
  });
  const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
  const answers = await Promise.all(
    names.map((name) => client.ask(modernRequest(1, "tools/call", { name }))),
  );
  expect(answers.map(({ messages }) => messages[0])).toMatchObject(
    names.map((name) => ({ id: 1, result: { content: [{ text: name }] } })),
  );
});

test("handlers know who calls, each for itself", async () => {
  const seen: unknown[] = [];
  const client = clientWith(
    (_params, { principal, auth, protocolVersion }) => {
      seen.push([principal, auth, protocolVersion]);
      return done;
    },
    {
      authorize: ({ header }) => ({
        principal: header("x-user") ?? "nobody",
        auth: { user: header("x-user") },
      }),
    },
  );
  await client.ask(call(1), { "x-user": "ann" });
  await client.ask(call(1), { "x-user": "bob" });
  expect(seen).toEqual([
    ["ann", { user: "ann" }, modern],
    ["bob", { user: "bob" }, modern],
  ]);
});

test("headers of sessions mean nothing here", async () => {
  const answer = await clientWith(atOnce).post(call(1), {
    "mcp-session-id": "none",
    "last-event-id": "1.1",
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("mcp-session-id")).toBeNull();
});

test("where a handler would ask the client at once, it is told that it cannot", async () => {
  const failed = vi.fn();
  const client = clientWith(async (_params, { peer }) => {
    const { request: ask } = peer as {
      request(method: string): Promise<never>;
    };
    await ask("roots/list").catch(failed);
    return done;
  });
  expect(await client.ask(call(1))).toMatchObject({ status: 200 });
  expect(failed).toHaveBeenCalledOnce();
});
