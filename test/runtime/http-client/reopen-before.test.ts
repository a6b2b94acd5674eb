import { describe, expect, test } from "vitest";
import { batching } from "../revisions.ts";
import { done } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import { json, type Received } from "./http-server.ts";
import {
  call,
  connected,
  sessionOf,
  tool,
  type Stream,
} from "./session-client.ts";
import {
  resultOf,
  send,
  serveSessions,
  type SessionServer,
} from "./session-server.ts";

describe("a session that is followed by another", () => {
  test("hears no answers to what the one before asked", async () => {
    interface Asked {
      isCancelled: boolean;
      answer(roots: object): void;
    }
    const asked: Asked[] = [];
    const listRoots = (
      _: unknown,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<object> =>
      new Promise((resolve) => {
        const one = { isCancelled: false, answer: resolve };
        signal.addEventListener("abort", () => (one.isCancelled = true));
        asked.push(one);
      });
    const streams: Stream[] = [];
    const server = await serveSessions({
      call: tool,
      get(_, response) {
        streams.push(response);
        send(response, {});
      },
    });
    const { client } = await connected(server.url, {
      settings: { capabilities: { roots: {} }, handlers: { listRoots } },
    });
    const ask = (id: string): void => {
      const stream = streams.at(-1);
      if (!stream) throw new Error("there is a stream");
      send(stream, {}, { jsonrpc: "2.0", id, method: "roots/list" });
    };
    ask("old");
    await until(() => asked.length === 1);
    server.sessions.clear();
    await client.request("tools/call", call);
    expect(asked[0]?.isCancelled).toBe(true);
    asked[0]?.answer({ roots: [] });
    await until(() => streams.length === 2);
    ask("new");
    await until(() => asked.length === 2);
    asked[1]?.answer({ roots: [] });
    const answers = (): Received[] =>
      server.received.filter(({ message }) => "result" in message);
    await until(() => answers().length > 0);
    expect(answers().map(({ message }) => message["id"])).toEqual(["new"]);
    expect(answers().map(sessionOf)).toEqual(["s2"]);
  });

  test("hears no batch of answers to what the one before asked", async () => {
    const streams: Stream[] = [];
    const server = await serveSessions({
      revision: batching,
      call: tool,
      get(_, response) {
        streams.push(response);
        send(response, {});
      },
    });
    let isAsked = false;
    const listRoots = (): Promise<object> => {
      isAsked = true;
      return new Promise(() => {});
    };
    const { client } = await connected(server.url, {
      settings: { capabilities: { roots: {} }, handlers: { listRoots } },
    });
    const [stream] = streams;
    if (!stream) throw new Error("there is a stream");
    send(stream, {}, [
      { jsonrpc: "2.0", id: "p", method: "ping" },
      { jsonrpc: "2.0", id: "r", method: "roots/list" },
    ]);
    await until(() => isAsked);
    server.sessions.clear();
    await client.request("tools/call", call);
    await client.request("tools/call", call);
    const batches = server.received.filter(({ text }) => text.startsWith("["));
    expect(batches).toEqual([]);
  });

  test("hears no word of calls of the one before", async () => {
    const server: SessionServer = await serveSessions({
      call(request, response) {
        const { name } = request.message["params"] as { name: string };
        if (name === "a") return tool(request, response);
        send(response, { id: "e1" });
        server.sessions.clear();
      },
    });
    const { client } = await connected(server.url);
    await expect(
      client.request("tools/call", { name: "slow" }, { timeout: 50 }),
    ).rejects.toThrow();
    await until(() => server.seen("initialize").length === 2);
    await client.request("tools/call", call);
    const told = server.seen("notifications/cancelled").map(sessionOf);
    expect(told).toEqual(["s1"]);
  });

  test("may still answer a call, but ask nothing", async () => {
    const late: (() => void)[] = [];
    let isAsked = false;
    const server = await serveSessions({
      revision: batching,
      first(request, response) {
        const { method, params } = request.message;
        const isLate = (params as { name?: string })?.name === "late";
        if (method !== "tools/call" || !isLate) return false;
        late.push(() =>
          json(response, [
            { jsonrpc: "2.0", id: "r", method: "roots/list" },
            resultOf(request, done),
          ]),
        );
        return true;
      },
      call: tool,
    });
    const { client } = await connected(server.url, {
      settings: {
        capabilities: { roots: {} },
        handlers: {
          listRoots() {
            isAsked = true;
            return { roots: [] };
          },
        },
      },
    });
    const slow = client.request("tools/call", { name: "late" });
    await until(() => late.length === 1);
    server.sessions.clear();
    await client.request("tools/call", call);
    late[0]?.();
    expect(await slow).toMatchObject(done);
    expect(isAsked).toBe(false);
  });

  test("has its streams closed", async () => {
    const streams: Stream[] = [];
    const server = await serveSessions({
      call: tool,
      get(_, response) {
        streams.push(response);
        send(response, {});
      },
    });
    const { client } = await connected(server.url);
    let isCut = false;
    streams[0]?.on("close", () => (isCut = true));
    server.sessions.clear();
    await client.request("tools/call", call);
    await until(() => isCut && streams.length === 2);
    expect(streams[1]?.closed).toBe(false);
  });

  test("takes the calls with it whose answers it owes", async () => {
    const server: SessionServer = await serveSessions({
      call(request, response) {
        const { name } = request.message["params"] as { name: string };
        if (name === "a") tool(request, response);
        else send(response, { id: "e1" });
      },
    });
    const { client } = await connected(server.url);
    const open = client.request("tools/call", { name: "open" });
    open.catch(() => {});
    await until(() => server.seen("tools/call").length === 1);
    await settle();
    server.sessions.clear();
    await client.request("tools/call", call);
    await expect(open).rejects.toThrow(/the session ended/);
    // What it did is not done again.
    const opened = server
      .seen("tools/call")
      .filter(
        ({ message }) =>
          (message["params"] as { name: string }).name === "open",
      );
    expect(opened).toHaveLength(1);
  });
});
