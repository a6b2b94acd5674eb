import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createServer } from "../../../generated/index.ts";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import { PARSE_ERROR } from "../../../src/runtime/protocol/errors.ts";
import {
  all,
  batching,
  initializeAs,
  newestHandshake,
  notification,
  request,
  serverInfo,
} from "../revisions.ts";
import { call, done, serverWith, type Call } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import {
  clientOf,
  eventsOf,
  handlerOf,
  messagesOf,
  type SessionClient,
} from "./session-client.ts";

const version = (revision: string) => ({ "mcp-protocol-version": revision });

function clientWith(callTool: Call): SessionClient {
  const server = serverWith(callTool, { capabilities: { logging: {} } });
  return clientOf(handlerOf(server, { sessions: false }));
}

describe("without sessions", () => {
  test("a client shakes hands, and is given no id", async () => {
    const client = clientWith(() => done);
    const response = await client.post(initializeAs(newestHandshake));
    expect(response.status).toBe(200);
    expect(response.headers.get("mcp-session-id")).toBeNull();
    expect(await response.json()).toMatchObject({
      result: { protocolVersion: newestHandshake },
    });
    const ready = notification("notifications/initialized");
    expect((await client.post(ready)).status).toBe(202);
  });

  test("no client is promised that it hears of changes", async () => {
    const declared = async (sessions: {} | false): Promise<unknown> => {
      const server = serverWith(() => done, {
        capabilities: {
          logging: {},
          tools: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
        },
      });
      const client = clientOf(handlerOf(server, { sessions }));
      const response = await client.post(initializeAs(newestHandshake));
      const text = await response.text();
      return JSON.parse(text.slice(text.indexOf("{")));
    };
    expect(await declared(false)).toMatchObject({
      result: { capabilities: { logging: {}, tools: {}, resources: {} } },
    });
    expect(JSON.stringify(await declared(false))).not.toMatch(
      /listChanged|subscribe/,
    );
    expect(JSON.stringify(await declared({}))).toMatch(/listChanged/);
  });

  test.each(all.slice(1))(
    "a request is served in the revision of its header, %s",
    async (revision) => {
      let spoken: string | undefined;
      const client = clientWith((_params, { protocolVersion }) => {
        spoken = protocolVersion;
        return done;
      });
      const response = await client.post(call, version(revision));
      expect(await response.json()).toMatchObject({ id: 1, result: done });
      expect(spoken).toBe(revision);
    },
  );

  test("a request without a header is served in the revision that has none", async () => {
    let spoken: string | undefined;
    const client = clientWith((_params, { protocolVersion }) => {
      spoken = protocolVersion;
      return done;
    });
    expect(await client.ask([call, request(2, "ping")])).toHaveLength(2);
    expect(spoken).toBe(batching);
  });

  test("nothing is left of one request for the next", async () => {
    const client = clientWith((_params, context) => {
      context.log("info", "told");
      return done;
    });
    const events = await eventsOf(await client.post(call)).rest();
    expect(messagesOf(events)).toMatchObject([
      { params: { data: "told" } },
      { result: done },
    ]);
  });

  test.each([
    ["logging/setLevel", { level: "error" }],
    ["resources/subscribe", { uri: "a:b" }],
    ["resources/unsubscribe", { uri: "a:b" }],
  ])("%s is refused, because nothing remembers it", async (method, params) => {
    const handled = vi.fn(() => ({}));
    for (const handlers of [
      {},
      { setLevel: handled, subscribe: handled, unsubscribe: handled },
    ]) {
      const server = createServer({
        info: serverInfo,
        handlers,
        capabilities: { logging: {}, resources: { subscribe: true } },
      });
      const client = clientOf(handlerOf(server, { sessions: false }));
      expect(await client.ask(request(1, method, params))).toMatchObject({
        error: {
          code: -32601,
          message: expect.stringContaining(`Method not found: ${method}`),
        },
      });
    }
    expect(handled).not.toHaveBeenCalled();
  });

  test("what comes before the answer is on its stream, without ids", async () => {
    const client = clientWith(async (_params, context) => {
      context.progress(1);
      await sleep(2);
      return done;
    });
    const response = await client.post(
      request(1, "tools/call", { name: "a", _meta: { progressToken: 1 } }),
      version(newestHandshake),
    );
    const events = await eventsOf(response).rest();
    expect(events.map(({ id }) => id)).toEqual([undefined, undefined]);
    expect(messagesOf(events)).toMatchObject([
      { params: { progress: 1 } },
      { result: done },
    ]);
  });

  test("a client can be asked nothing", async () => {
    let failure: unknown;
    const client = clientWith(async (_params, { peer }) => {
      const asked = (peer as UntypedCaller).request("ping", undefined);
      failure = await asked.catch((error: unknown) => error);
      return done;
    });
    expect(await client.ask(call)).toMatchObject({ result: done });
    expect(failure).toMatchObject({ kind: "transport" });
    expect(
      (await client.post({ jsonrpc: "2.0", id: 1, result: {} })).status,
    ).toBe(400);
  });

  test("there is nothing to listen to, and nothing to delete", async () => {
    const client = clientWith(() => done);
    expect((await client.get()).status).toBe(405);
    expect((await client.delete()).status).toBe(405);
  });

  test.each(["1999-01-01", all[0] ?? ""])(
    "a batch is refused in %s",
    async (revision) => {
      const client = clientWith(() => done);
      expect((await client.post([call], version(revision))).status).toBe(400);
    },
  );

  test("what is no message is refused", async () => {
    const response = await clientWith(() => done).post({});
    expect(response.status).toBe(400);
    expect(await response.json()).not.toMatchObject({
      error: { code: PARSE_ERROR },
    });
  });

  test("a call goes on when its client is gone, and the server waits for it", async () => {
    let finish: (result: unknown) => void = () => {};
    let signal: AbortSignal | undefined;
    const client = clientWith((_params, context) => {
      ({ signal } = context);
      context.log("info", "begun");
      return new Promise((resolve) => (finish = resolve));
    });
    const events = eventsOf(await client.post(call));
    await events.message();
    await events.cut();
    await settle();
    expect(signal?.aborted).toBe(false);
    let isClosed = false;
    const closed = client.handler.close().then(() => (isClosed = true));
    await settle();
    expect(isClosed).toBe(false);
    finish(done);
    await closed;
  });

  test("a call that hangs is cancelled when the server closes", async () => {
    const signals: AbortSignal[] = [];
    const client = clientWith((_params, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const posted = client.post(call);
    await until(() => signals.length === 1);
    await client.handler.close({ graceMs: 0 });
    await posted;
    expect(signals[0]?.aborted).toBe(true);
  });
});
