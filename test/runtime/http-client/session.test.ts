import type { ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
} from "../../../src/runtime/protocol/errors.ts";
import { HttpError } from "../../../src/runtime/http-client.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { handshakes } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import { connectTo } from "./http-client.ts";
import { failure, json, type Answer, type Received } from "./http-server.ts";
import { call, failureOf } from "./session-client.ts";
import { resultOf, send, serveSessions, status } from "./session-server.ts";

const tool = (request: Received): object => resultOf(request, done);

/** From here on time stands still, but for what a test lets pass. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets time pass until something has come to its end. */
async function passing(something: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = (): void => void (isOver = true);
  something.then(end, end);
  while (!isOver) {
    await settle();
    await vi.advanceTimersByTimeAsync(10);
  }
}

describe("a session", () => {
  test.each(handshakes)(
    "is opened, used and deleted, in %s",
    async (revision) => {
      const server = serverWith(() => done);
      const running = await listen(server, { port: 0 });
      const { client, errors } = await connectTo(running.url, {
        revisions: [revision],
      });
      expect(client.protocolVersion).toBe(revision);
      expect(await client.request("tools/call", call)).toMatchObject(done);
      expect(running.status().sessions).toBe(1);
      await client.close();
      expect(running.status().sessions).toBe(0);
      await running.close();
      expect(errors).toEqual([]);
    },
  );

  test.each(handshakes)(
    "is named in each request but the first, in %s",
    async (revision) => {
      const server = await serveSessions({ revision });
      const { client } = await connectTo(server.url);
      await client.request("tools/list", undefined);
      await client.close();
      const hasVersion = revision >= "2025-06-18";
      const [, opening, ...rest] = server.received;
      expect(opening?.message).toMatchObject({ method: "initialize" });
      expect(opening?.headers["mcp-session-id"]).toBeUndefined();
      expect(opening?.headers["mcp-protocol-version"]).toBeUndefined();
      expect(rest.map(({ method }) => method)).toEqual([
        "POST",
        "GET",
        "POST",
        "DELETE",
      ]);
      for (const { headers } of rest) {
        expect(headers["mcp-session-id"]).toBe("s1");
        expect(headers["mcp-protocol-version"]).toBe(
          hasVersion ? revision : undefined,
        );
      }
    },
  );

  test("need have no id; then nothing is deleted", async () => {
    const server = await serveSessions({ ids: false });
    const { client } = await connectTo(server.url);
    await client.request("tools/list", undefined);
    await client.close();
    for (const { headers } of server.received)
      expect(headers["mcp-session-id"]).toBeUndefined();
    expect(server.seen("DELETE")).toEqual([]);
  });

  test.each(["a b", "é"])(
    "has an id of visible ASCII, and not %j",
    async (id) => {
      const server = await serveSessions({ idOf: () => id });
      const connecting = connectTo(server.url);
      await expect(connecting).rejects.toThrow(InvalidMessageError);
      await expect(connecting).rejects.toThrow(/Mcp-Session-Id/);
    },
  );

  test("lets nothing go before the server knows that the client is ready", async () => {
    let ready = false;
    const server = await serveSessions({
      first({ message }, response) {
        if (message["method"] !== "notifications/initialized") return false;
        setTimeout(() => {
          ready = true;
          status(response, 202);
        }, 50);
        return true;
      },
      call(request, response) {
        json(response, resultOf(request, { ...done, ready }));
      },
    });
    const { client } = await connectTo(server.url);
    expect(await client.request("tools/call", call)).toMatchObject({
      ready: true,
    });
  });

  test("goes on after a while where the server never says so", async () => {
    const server = await serveSessions({
      first: ({ message }) => message["method"] === "notifications/initialized",
      call: (request, response) => json(response, tool(request)),
    });
    holdTime();
    const connecting = connectTo(server.url);
    await passing(connecting);
    const { client } = await connecting;
    const called = client.request("tools/call", call);
    await passing(called);
    expect(await called).toMatchObject(done);
    vi.useRealTimers();
  });

  test.each([405, 404, 500])("may be deleted with HTTP %i", async (code) => {
    const server = await serveSessions({
      delete: (_, response) => status(response, code),
    });
    const { client, errors } = await connectTo(server.url);
    await client.close();
    expect(server.seen("DELETE")).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test("is left in bounded time where the server does not answer", async () => {
    const server = await serveSessions({ delete() {} });
    const { client } = await connectTo(server.url);
    holdTime();
    const closing = client.close();
    while (server.seen("DELETE").length === 0) await settle();
    await vi.advanceTimersByTimeAsync(4_000);
    await closing;
  });

  test("sends what is on its way before it is deleted", async () => {
    const server = await serveSessions();
    const settings = { capabilities: { roots: { listChanged: true } } };
    const { client } = await connectTo(server.url, { settings });
    await client.notify("notifications/roots/list_changed", undefined);
    await client.close();
    const kinds = server.received.map(
      ({ method, message }) => message["method"] ?? method,
    );
    expect(kinds.slice(-2)).toEqual([
      "notifications/roots/list_changed",
      "DELETE",
    ]);
  });
});

describe("a call in a session", () => {
  test.each<[string, Answer]>([
    [
      "a server that has taken it alone",
      (_, response) => status(response, 202),
    ],
    [
      "an answer to another request",
      (_, response) =>
        json(response, { jsonrpc: "2.0", id: 4711, result: done }),
    ],
    [
      "a stream that ends without an answer",
      (_, response) => {
        send(response, {}, { jsonrpc: "2.0", method: "notifications/message" });
        response.end();
      },
    ],
    ["a server error", (_, response) => status(response, 500)],
    ["a cut connection", (_, response) => void response.destroy()],
  ])("fails with a TransportError for %s", async (_, answer) => {
    const { error } = await failureOf(answer);
    expect(error).toBeInstanceOf(TransportError);
  });

  test("tells of an answer to a call that nobody made", async () => {
    const { errors } = await failureOf((_, response) =>
      json(response, { jsonrpc: "2.0", id: 4711, result: done }),
    );
    expect(errors).toEqual([expect.any(InvalidMessageError)]);
  });

  test("fails with the error in the body, whatever the status", async () => {
    const { error } = await failureOf(({ message }, response) =>
      json(
        response,
        {
          jsonrpc: "2.0",
          id: message["id"],
          error: { code: -32602, message: "no" },
        },
        400,
      ),
    );
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code: -32602 });
  });

  test("tells who must prove who it is", async () => {
    const { error } = await failureOf((request, response) => {
      response.setHeader("www-authenticate", "Bearer x=y");
      json(response, failure(request, -32000), 401);
    });
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 401, challenge: "Bearer x=y" });
  });

  test("may be answered where another is", async () => {
    const streams: ServerResponse[] = [];
    const server = await serveSessions({
      call(request, response) {
        streams.push(response);
        send(response, { id: `e${String(request.message["id"])}` });
        if (streams.length < 2) return;
        // The first answer comes on the second stream.
        const [first, second] = server.seen("tools/call");
        if (!first || !second) throw new Error("there are two calls");
        send(response, {}, tool(first));
        send(response, {}, tool(second));
        response.end();
      },
    });
    const { client, errors } = await connectTo(server.url);
    holdTime();
    const calls = [
      client.request("tools/call", call),
      client.request("tools/call", call),
    ];
    expect(await Promise.all(calls)).toMatchObject([done, done]);
    expect(errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    while (streams[0]?.closed !== true) await settle();
    vi.useRealTimers();
  });

  test("is taken back by a message, and its stream is closed soon", async () => {
    let closed = false;
    const server = await serveSessions({
      call(_, response) {
        send(response, { id: "e1" });
        response.on("close", () => (closed = true));
      },
    });
    const { client } = await connectTo(server.url);
    await expect(
      client.request("tools/call", call, { timeout: 50 }),
    ).rejects.toThrow(TimeoutError);
    await until(() => server.seen("notifications/cancelled").length === 1);
    const [cancelled] = server.seen("notifications/cancelled");
    const [called] = server.seen("tools/call");
    expect(cancelled?.headers["mcp-session-id"]).toBe("s1");
    expect(cancelled?.message["params"]).toMatchObject({
      requestId: called?.message["id"],
    });
    expect(closed).toBe(false);
    await until(() => closed);
    // Nobody comes back for it.
    const gets = server.seen("GET");
    expect(gets.filter(({ headers }) => headers["last-event-id"])).toEqual([]);
  });
});

test("a notification that is never taken is given up", async () => {
  const server = await serveSessions({
    first: ({ message }) =>
      message["method"] === "notifications/roots/list_changed",
  });
  const settings = { capabilities: { roots: { listChanged: true } } };
  const { client, errors } = await connectTo(server.url, { settings });
  await client.request("tools/list", undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await client.notify("notifications/roots/list_changed", undefined);
  while (server.seen("notifications/roots/list_changed").length === 0)
    await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  while (errors.length === 0) await settle();
  expect(errors).toEqual([expect.any(TransportError)]);
});

test("a notification that the server refuses is reported", async () => {
  const server = await serveSessions({
    first({ message }, response) {
      if (message["method"] !== "notifications/roots/list_changed")
        return false;
      status(response, 400);
      return true;
    },
  });
  const settings = { capabilities: { roots: { listChanged: true } } };
  const { client, errors } = await connectTo(server.url, { settings });
  await client.notify("notifications/roots/list_changed", undefined);
  await until(() => errors.length > 0);
  expect(errors).toEqual([expect.any(HttpError)]);
  expect(await client.request("tools/list", undefined)).toMatchObject({
    tools: [],
  });
});
