import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { UntypedCaller } from "../../src/runtime/caller.ts";
import type { Context } from "../../src/runtime/context.ts";
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  ProtocolError,
} from "../../src/runtime/errors.ts";
import type { HttpOptions } from "../../src/runtime/http.ts";

import {
  batching,
  cancel,
  handshakes,
  newestHandshake,
  notification,
  request,
} from "../runtime/revisions.ts";
import { call, done, serverWith, type Call } from "../runtime/tool-server.ts";
import { settle, until } from "../runtime/wait.ts";
import {
  eventsOf,
  messagesOf,
  sessionOf,
  type SessionClient,
} from "./session-client.ts";

const older = handshakes.slice(1);
const progressing = request(1, "tools/call", {
  name: "a",
  _meta: { progressToken: "p" },
});
const ping = request("ping", "ping");

function clientWith(
  callTool: Call,
  options: HttpOptions = {},
  revision?: string,
): Promise<SessionClient> {
  return sessionOf(
    serverWith(callTool, { capabilities: { logging: {} } }),
    options,
    { capabilities: { roots: {} }, ...(revision && { revision }) },
  );
}

const typeOf = ({ headers }: Response) => headers.get("content-type");

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
    const client = await clientWith(() => sleep(90, done), options);
    const response = await client.post(call);
    expect(typeOf(response)).toBe("text/event-stream");
    const text = await response.text();
    expect(text.startsWith(":\n\n")).toBe(true);
    expect(text.split(":\n\n").length).toBeGreaterThan(2);
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

describe("a batch", () => {
  test("is answered by one array, as JSON", async () => {
    const client = await clientWith(() => done, {}, batching);
    const response = await client.post([call, ping]);
    expect(typeOf(response)).toBe("application/json");
    expect(await response.json()).toMatchObject([{ id: 1 }, { id: "ping" }]);
  });

  test("is answered by one event behind what its requests send", async () => {
    const client = await clientWith(withProgress, {}, batching);
    const events = await eventsOf(
      await client.post([progressing, ping]),
    ).rest();
    expect(events).toHaveLength(2);
    expect(messagesOf(events.slice(0, 1))).toMatchObject([
      { method: "notifications/progress" },
    ]);
    const ids = messagesOf(events.slice(1)).map(({ id }) => id);
    expect(ids.sort()).toEqual([1, "ping"]);
  });

  test("sends the requests of its handlers at once", async () => {
    const client = await clientWith(
      async (_params, { peer }) => {
        await (peer as UntypedCaller).request("roots/list", undefined);
        return done;
      },
      {},
      batching,
    );
    const events = eventsOf(await client.post([call, ping]));
    const asked = await events.message();
    expect(asked).toMatchObject({ method: "roots/list" });
    await client.post({
      jsonrpc: "2.0",
      id: asked["id"],
      result: { roots: [] },
    });
    expect(await events.message()).toMatchObject([{ id: "ping" }, { id: 1 }]);
    expect(await events.next()).toBeUndefined();
  });

  test("of what wants no answer is accepted", async () => {
    const client = await clientWith(() => done, {}, batching);
    const told = notification("notifications/no");
    const answer = { jsonrpc: "2.0", id: 1, result: {} };
    const response = await client.post([told, answer]);
    expect(response.status).toBe(202);
  });

  test("is as long as is allowed, and no longer", async () => {
    const client = await clientWith(() => done, { maxBatch: 2 }, batching);
    expect((await client.post([ping, call])).status).toBe(200);
    const told = notification("notifications/no");
    for (const batch of [
      [ping, ping, ping],
      [told, told, told],
    ])
      expect((await client.post(batch)).status).toBe(400);
  });

  test.each(handshakes.filter((one) => one !== batching))(
    "is refused in %s",
    async (revision) => {
      const client = await clientWith(() => done, {}, revision);
      for (const batch of [[ping], [notification("notifications/no")]])
        expect((await client.post(batch)).status).toBe(400);
    },
  );
});

describe("a call", () => {
  test("that is taken back ends its answer without a message", async () => {
    let aborted = false;
    const client = await clientWith(
      (_params, { signal }) =>
        new Promise(() =>
          signal.addEventListener("abort", () => (aborted = true)),
        ),
    );
    const events = eventsOf(await client.post(call));
    await events.next();
    await client.post(cancel(1));
    expect(await events.rest()).toEqual([]);
    expect(aborted).toBe(true);
  });

  test("that is taken back before there is a stream has an empty one", async () => {
    const client = await clientWith(() => new Promise(() => {}), {
      eventStore: false,
    });
    const posted = client.post(call);
    await settle();
    await client.post(cancel(1));
    const response = await posted;
    expect(typeOf(response)).toBe("text/event-stream");
    expect(await response.text()).toBe("");
  });

  test("is not taken back by a client that goes", async () => {
    let signal: AbortSignal | undefined;
    let finish: (result: unknown) => void = () => {};
    const client = await clientWith((_params, context) => {
      ({ signal } = context);
      return new Promise((resolve) => (finish = resolve));
    });
    await eventsOf(await client.post(call)).cut();
    await settle();
    expect(signal?.aborted).toBe(false);
    finish(done);
    await settle();
    expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("is cancelled when its session is deleted", async () => {
    const signals: AbortSignal[] = [];
    const hangs: Call = (_params, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const client = await clientWith(hangs);
    const events = eventsOf(await client.post(call));
    await client.delete();
    const [first] = await events.rest();
    expect(first?.data).toBe("");
    const silent = await clientWith(hangs, { eventStore: false });
    const posted = silent.post(call);
    await until(() => signals.length === 2);
    await silent.delete();
    expect((await posted).status).toBe(404);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test("sends on its own stream, and behind its answer on the session's", async () => {
    let log: Context["log"] | undefined;
    const client = await clientWith((_params, context) => {
      log = context.log.bind(context);
      log("info", "before");
      return done;
    });
    const listening = eventsOf(await client.get());
    const events = await eventsOf(await client.post(call)).rest();
    expect(messagesOf(events)).toMatchObject([
      { params: { data: "before" } },
      { result: done },
    ]);
    log?.("info", "behind");
    expect(await listening.message()).toMatchObject({
      params: { data: "behind" },
    });
    await listening.cut();
  });
});
