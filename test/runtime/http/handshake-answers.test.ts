import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  ProtocolError,
} from "../../../src/runtime/protocol/errors.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";

import {
  batching,
  handshakes,
  newestHandshake,
  notification,
  request,
} from "../revisions.ts";
import { call, done, type Call } from "../tool-server.ts";
import { clientWith, eventsOf, messagesOf, typeOf } from "./session-client.ts";

const older = handshakes.slice(1);
const progressing = request(1, "tools/call", {
  name: "a",
  _meta: { progressToken: "p" },
});

const withProgress: Call = async (_params, context) => {
  await sleep(2);
  context.progress(1);
  await sleep(2);
  return done;
};

describe("an answer that is at hand is JSON", () => {
  test.each<[string, Call]>([
    ["at once", () => done],
    ["behind a promise", async () => done],
    [
      "behind many promises",
      async () => {
        for (let count = 0; count < 100; count++) await Promise.resolve();
        return done;
      },
    ],
  ])("%s", async (_, callTool) => {
    const response = await (await clientWith(callTool)).post(call);
    expect(response.status).toBe(200);
    expect(typeOf(response)).toBe("application/json");
    expect(await response.json()).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: done,
    });
  });
});

describe("a later answer", () => {
  test("is on a stream that begins with an id to come back with", async () => {
    const client = await clientWith(() => sleep(2, done), { retryMs: 700 });
    const response = await client.post(call);
    expect(typeOf(response)).toBe("text/event-stream");
    const events = await eventsOf(response).rest();
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ data: "", retry: "700" });
    expect(events[0]?.id).toMatch(/\.0$/);
    expect(messagesOf(events)).toMatchObject([{ id: 1, result: done }]);
  });

  test.each<[string, string, HttpOptions]>([
    ["without an event store", newestHandshake, { eventStore: false }],
    ...older.map((revision): [string, string, HttpOptions] => [
      `in ${revision}`,
      revision,
      {},
    ]),
  ])(
    "is JSON when nothing comes before it, %s",
    async (_, revision, options) => {
      const client = await clientWith(() => sleep(2, done), options, revision);
      const response = await client.post(call);
      expect(typeOf(response)).toBe("application/json");
      expect(await response.json()).toMatchObject({ result: done });
    },
  );

  test.each(older)(
    "is behind its progress on a stream, in %s",
    async (revision) => {
      const client = await clientWith(withProgress, {}, revision);
      const response = await client.post(progressing);
      expect(typeOf(response)).toBe("text/event-stream");
      const events = await eventsOf(response).rest();
      expect(messagesOf(events)).toMatchObject([
        { method: "notifications/progress", params: { progress: 1 } },
        { id: 1, result: done },
      ]);
      const ids = events.map(({ id }) => id?.split(".").pop());
      const hasIds = revision !== handshakes.at(-1);
      expect(ids).toEqual(hasIds ? ["1", "2"] : [undefined, undefined]);
    },
  );

  test("has no ids on its stream without an event store", async () => {
    const client = await clientWith(withProgress, { eventStore: false });
    const events = await eventsOf(await client.post(progressing)).rest();
    expect(events.map(({ id }) => id)).toEqual([undefined, undefined]);
  });

  test("is on a stream with comments when it takes long", async () => {
    const options = { keepAliveMs: 20, eventStore: false as const };
    let answer = (_: typeof done): void => {};
    const client = await clientWith(
      () => new Promise((resolve) => (answer = resolve)),
      options,
    );
    const response = await client.post(call);
    expect(typeOf(response)).toBe("text/event-stream");
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      // It lasts until so many have come.
      if (text === ":\n\n:\n\n") answer(done);
    }
    expect(text).toMatch(/^(:\n\n){2,}(?!:)/);
    expect(text).toContain('"result":');
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });
});

describe("where every answer is a stream", () => {
  const options = { responses: "stream" } as const;

  test.each([
    [newestHandshake, ["0", "1"]],
    [batching, ["1"]],
    ["2024-11-05", [undefined]],
  ])("it has its ids, in %s", async (revision, ids) => {
    const client = await clientWith(() => done, options, revision);
    const response = await client.post(call);
    expect(typeOf(response)).toBe("text/event-stream");
    const events = await eventsOf(response).rest();
    expect(events.map(({ id }) => id?.split(".").pop())).toEqual(ids);
    expect(messagesOf(events)).toMatchObject([{ result: done }]);
  });

  test("it is opened for a later answer", async () => {
    const client = await clientWith(() => sleep(2, done), {
      ...options,
      eventStore: false,
    });
    const response = await client.post(call);
    expect(typeOf(response)).toBe("text/event-stream");
    expect(messagesOf(await eventsOf(response).rest())).toMatchObject([
      { result: done },
    ]);
  });
});

describe("the status", () => {
  test.each([
    ["for the params", INVALID_PARAMS],
    ["for the request", INVALID_REQUEST],
  ])("of an error that a handler throws %s is 200", async (_, code) => {
    const client = await clientWith(() => {
      throw new ProtocolError(code, "no");
    });
    const response = await client.post(call);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: 1,
      error: { message: "no" },
    });
  });

  test("of an unknown method is 200", async () => {
    const response = await (
      await clientWith(() => done)
    ).post(request(1, "no"));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ error: { code: -32601 } });
  });

  test.each([
    ["a number", 1],
    ["an object", {}],
    ["a request with id null", { ...call, id: null }],
    ["a request without a version", { ...call, jsonrpc: undefined }],
    ["a method that is no string", { ...call, method: 1 }],
    ["a notification that is none", { jsonrpc: "2.0", method: 1 }],
    ["an array", [call]],
    ["an empty array", []],
    ["an answer without a result", { jsonrpc: "2.0", id: 1, result: 1 }],
    ["an error without a code", { jsonrpc: "2.0", id: 1, error: {} }],
  ])("of %s is 400, with an error", async (_, value) => {
    const response = await (await clientWith(() => done)).post(value);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      error: { code: -32600 },
    });
  });

  test.each([
    ["a notification", notification("notifications/initialized")],
    ["an unknown notification", notification("notifications/no")],
    ["an answer", { jsonrpc: "2.0", id: 1, result: {} }],
    ["an error", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "" } }],
  ])("of %s is 202, without a body", async (_, value) => {
    const response = await (await clientWith(() => done)).post(value);
    expect(response.status).toBe(202);
    expect(await response.text()).toBe("");
  });
});
