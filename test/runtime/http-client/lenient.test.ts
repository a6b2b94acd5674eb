import type { ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import {
  answersCall,
  withId,
} from "../../../src/runtime/http/client/client-protocol.ts";
import type { HttpLink } from "../../../src/runtime/http/client/transport-context.ts";
import { hearStatelessAnswer } from "../../../src/runtime/http/client/stateless/stateless-client.ts";
import { ListedTools } from "../../../src/runtime/http/client/stateless/request-headers.ts";
import { TransportError } from "../../../src/runtime/protocol/errors.ts";
import { done } from "../tool-server.ts";
import { connectTo } from "./http-client.ts";
import {
  discovered,
  event,
  json,
  result,
  serve,
  stream,
  type Received,
} from "./http-server.ts";
import { resultOf, serveSessions } from "./session-server.ts";
import { serveSse } from "./sse-server.ts";

test("a session takes any success for what has no answer, and the next does", async () => {
  const server = await serveSessions({
    first({ message }, response) {
      const isNotice =
        message["method"] !== undefined && message["id"] === undefined;
      if (isNotice) response.writeHead(200).end("ok");
      return isNotice;
    },
  });
  const { client, errors } = await connectTo(server.url);
  server.sessions.clear();
  await client.request("tools/list", undefined);
  expect(server.seen("initialize")).toHaveLength(2);
  await client.close();
  expect(errors).toEqual([]);
});

test.each<[string, number, string | undefined, string]>([
  ["a text", 200, "text/plain", "ok"],
  ["JSON that is none", 202, "application/json", "Accepted"],
  ["another status", 201, undefined, ""],
])("HTTP with SSE takes messages with %s", async (_, code, type, body) => {
  const headers = type === undefined ? {} : { "content-type": type };
  const accept = (response: ServerResponse): void =>
    void response.writeHead(code, headers).end(body);
  const server = await serveSse({ accept });
  const { client, errors } = await connectTo(server.url);
  expect(await client.request("tools/call", { name: "a" })).toMatchObject(done);
  await client.close();
  expect(errors).toEqual([]);
});

test("a fetch that throws at once is one that failed", async () => {
  const server = await serve(
    discovered((request, response) => json(response, result(request, {}))),
  );
  const calling = connectTo(server.url, {
    fetch() {
      throw new RangeError("no more requests today");
    },
  });
  await expect(calling).rejects.toThrow(TransportError);
  await expect(calling).rejects.toThrow(/no more requests today/);
  expect(server.received).toEqual([]);
});

/** A server's answers as JSON and as events, with ids that are text. */
const asText: Record<
  string,
  (response: ServerResponse, answer: object) => void
> = {
  "as JSON": (response, answer) => json(response, withTextId(answer)),
  "as an event": (response, answer) => {
    stream(response);
    event(response, withTextId(answer));
    response.end();
  },
};

function withTextId(answer: object): object {
  const { id } = answer as { id: number };
  return { ...answer, id: String(id) };
}

describe.each(Object.entries(asText))("ids as text, %s,", (_, reply) => {
  const answer = (request: Received, response: ServerResponse): void =>
    reply(response, result(request, { content: [] }));

  test("are taken without a session, and told once", async () => {
    const server = await serve(discovered(answer));
    const { client, errors } = await connectTo(server.url);
    for (let time = 0; time < 2; time++)
      expect(await client.request("tools/call", { name: "a" })).toMatchObject({
        content: [],
      });
    expect(errors).toMatchObject([{ path: ["id"] }]);
    expect(errors[0]?.message).toContain("which is text");
  });

  test("are taken in a session, and told once", async () => {
    const server = await serveSessions({
      call: (request, response) =>
        reply(response, resultOf(request, { content: [] })),
    });
    const { client, errors } = await connectTo(server.url);
    for (let time = 0; time < 2; time++)
      expect(await client.request("tools/call", { name: "a" })).toEqual({
        content: [],
      });
    expect(errors).toMatchObject([{ path: ["id"] }]);
  });
});

describe("what a message inherits is no part of it:", () => {
  const inheriting = (inherited: object, own: object): object =>
    Object.assign(Object.create(inherited) as object, own);

  test("no answer without its own result or error", () => {
    for (const key of ["result", "error"]) {
      expect(answersCall(inheriting({ [key]: {} }, { id: 1 }))).toBe(false);
      expect(answersCall({ id: 1, [key]: {} })).toBe(true);
    }
  });

  test("an answer for all that it inherits a method", () => {
    expect(answersCall(inheriting({ method: "a" }, { result: {} }))).toBe(true);
    expect(answersCall({ method: "a", result: {} })).toBe(false);
  });

  test("no error of its own, and so no id that it lacks", () => {
    const value = inheriting({ error: {} }, { result: {} });
    expect(withId(1, value)).toBe(value);
  });

  test("an answer without a session, for all that it inherits a method", async () => {
    const message = vi.fn();
    const value = inheriting({ method: "a" }, { id: 1, result: {} });
    const headers = new Headers();
    const link = { receiver: { message } } as unknown as HttpLink;
    const server = { link, listed: new ListedTools(vi.fn()), isKnown: false };
    await hearStatelessAnswer(
      server,
      { jsonrpc: "2.0", id: 1, method: "tools/call" },
      { kind: "json", value, headers },
    );
    expect(message).toHaveBeenCalledExactlyOnceWith(value);
    expect(server.isKnown).toBe(true);
  });
});
