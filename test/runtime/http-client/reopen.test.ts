import { describe, expect, test } from "vitest";
import { TransportError } from "../../../src/runtime/protocol/errors.ts";
import { HttpError } from "../../../src/runtime/http-client.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { batching, handshakes, newestHandshake } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { until } from "../wait.ts";
import { connectTo } from "./http-client.ts";
import { failure, json } from "./http-server.ts";
import { call, connected, sessionOf, tool } from "./session-client.ts";
import {
  resultOf,
  send,
  serveSessions,
  status,
  type SessionServer,
} from "./session-server.ts";

const soon = { reconnect: { delayMs: 20 } };

describe("a session that the server does not know any more", () => {
  test.each(handshakes)(
    "is followed by another, and the call repeated once, in %s",
    async (revision) => {
      const server = await serveSessions({ revision, call: tool });
      const { client, errors } = await connected(server.url);
      server.sessions.clear();
      expect(await client.request("tools/call", call)).toMatchObject(done);
      const [first, second] = server.seen("initialize");
      if (!first || !second) throw new Error("there are two sessions");
      expect(sessionOf(second)).toBeUndefined();
      expect(second.message["params"]).toEqual({
        ...(first.message["params"] as object),
        protocolVersion: revision,
      });
      expect(second.message["id"]).not.toEqual(first.message["id"]);
      const [, ready] = server.seen("notifications/initialized");
      expect(ready && sessionOf(ready)).toBe("s2");
      expect(server.seen("tools/call").map(sessionOf)).toEqual(["s1", "s2"]);
      expect(await client.request("tools/call", call)).toMatchObject(done);
      expect(server.seen("initialize")).toHaveLength(2);
      expect(errors).toEqual([]);
      await client.close();
      expect(server.seen("DELETE").map(sessionOf)).toEqual(["s2"]);
    },
  );

  test("is followed by one other, however many calls find out", async () => {
    const server = await serveSessions({ call: tool });
    const { client } = await connected(server.url);
    server.sessions.clear();
    const calls = Array.from({ length: 8 }, () =>
      client.request("tools/call", call),
    );
    for (const result of await Promise.all(calls))
      expect(result).toMatchObject(done);
    expect(server.seen("initialize")).toHaveLength(2);
    const repeated = server
      .seen("tools/call")
      .filter((one) => sessionOf(one) === "s2");
    expect(repeated).toHaveLength(8);
  });

  test("is followed by one other where a call finds out later", async () => {
    const late: (() => void)[] = [];
    const server = await serveSessions({
      first(request, response) {
        const { method, params } = request.message;
        const isLate =
          (params as { name?: string } | undefined)?.name === "late";
        if (method !== "tools/call" || !isLate || sessionOf(request) !== "s1")
          return false;
        late.push(() => status(response, 404));
        return true;
      },
      call: tool,
    });
    const { client } = await connected(server.url);
    const slow = client.request("tools/call", { name: "late" });
    await until(() => late.length === 1);
    server.sessions.clear();
    await client.request("tools/call", call);
    late[0]?.();
    expect(await slow).toMatchObject(done);
    expect(server.seen("initialize")).toHaveLength(2);
  });

  test("is an error when the next vanishes at once, and no loop", async () => {
    const server = await serveSessions({
      call: (request, response) =>
        json(response, failure(request, -32001, "Session not found"), 404),
    });
    const { client } = await connected(server.url);
    const failed = client.request("tools/call", call);
    await expect(failed).rejects.toThrow(HttpError);
    await expect(failed).rejects.toMatchObject({ status: 404 });
    expect(server.seen("initialize")).toHaveLength(2);
    expect(server.seen("tools/call")).toHaveLength(2);
  });

  test("is an error when there is no other, until there is one", async () => {
    let isDown = false;
    const server = await serveSessions({
      first({ message }, response) {
        if (!isDown || message["method"] !== "initialize") return false;
        status(response, 503);
        return true;
      },
      call: tool,
    });
    const { client } = await connected(server.url);
    server.sessions.clear();
    isDown = true;
    const failed = client.request("tools/call", call);
    await expect(failed).rejects.toThrow(TransportError);
    await expect(failed).rejects.toThrow(/there is no other: .*503/);
    isDown = false;
    expect(await client.request("tools/call", call)).toMatchObject(done);
  });

  test("ends the connection when the server speaks another revision by now", async () => {
    let isOther = false;
    const server = await serveSessions({
      first(request, response) {
        if (!isOther || request.message["method"] !== "initialize")
          return false;
        const opened = {
          protocolVersion: batching,
          capabilities: {},
          serverInfo: { name: "other", version: "1" },
        };
        json(response, resultOf(request, opened));
        return true;
      },
    });
    const { client } = await connected(server.url);
    server.sessions.clear();
    isOther = true;
    await expect(client.request("tools/call", call)).rejects.toThrow(
      TransportError,
    );
    await expect(client.request("tools/call", call)).rejects.toThrow(batching);
    expect(server.seen("initialize")).toHaveLength(2);
  });

  test("is noticed by the standalone stream, too", async () => {
    const server: SessionServer = await serveSessions({
      get(request, response) {
        send(response, { id: "g" });
        if (sessionOf(request) !== "s1") return;
        server.sessions.clear();
        response.end();
      },
    });
    const { client, errors } = await connectTo(server.url, soon);
    await until(() => server.seen("GET").length === 3);
    expect(server.seen("GET").map(sessionOf)).toEqual(["s1", "s1", "s2"]);
    expect(await client.request("tools/list", undefined)).toMatchObject({});
    expect(server.seen("initialize")).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test("may vanish before it is used", async () => {
    const server: SessionServer = await serveSessions({
      first(request) {
        const { method } = request.message;
        const isFirst = sessionOf(request) === "s1";
        if (method === "notifications/initialized" && isFirst)
          server.sessions.clear();
        return false;
      },
      get: (_, response) => send(response, { id: "g" }),
    });
    const { client, errors } = await connected(server.url);
    await client.request("tools/list", undefined);
    const ready = server.seen("notifications/initialized").map(sessionOf);
    expect(ready).toEqual(["s1", "s2"]);
    expect(server.seen("GET").map(sessionOf)).toEqual(["s2"]);
    expect(errors).toEqual([]);
  });

  test("is not followed for ever while nobody calls", async () => {
    const server: SessionServer = await serveSessions({
      get(_, response) {
        server.sessions.clear();
        send(response, { id: "g" });
        response.end();
      },
    });
    const { errors } = await connectTo(server.url, {
      reconnect: { delayMs: 5 },
    });
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ message: /again and again/ }]);
    expect(server.seen("initialize")).toHaveLength(6);
  });
});

test("a client reaches a server that was started again", async () => {
  const server = serverWith(() => done);
  const first = await listen(server, { port: 0 });
  const { client, errors } = await connectTo(first.url, {
    revisions: [newestHandshake],
    ...soon,
  });
  await client.request("tools/call", call);
  const { port } = first;
  await first.close({ graceMs: 0 });
  const second = await listen(server, { port });
  expect(await client.request("tools/call", call)).toMatchObject(done);
  expect(second.status().sessions).toBe(1);
  expect(errors).toEqual([]);
  await client.close();
  await second.close();
});
