import { describe, expect, test } from "vitest";
import {
  INTERNAL_ERROR,
  ProtocolError,
} from "../../../src/runtime/protocol/errors.ts";
import { metaOf, notification } from "../revisions.ts";
import { done } from "../tool-server.ts";
import { call, clientWith, progressing } from "./stateless-client.ts";

describe("the status of an error is", () => {
  const thrown = (code: number): Promise<number> =>
    clientWith(() => {
      throw new ProtocolError(code, "thrown");
    })
      .ask(call(1))
      .then(({ status }) => status);

  test.each([
    [404, -32601],
    [400, -32700],
    [400, -32600],
    [400, -32602],
    [400, -32020],
    [400, -32021],
    [400, -32022],
    [200, -32603],
    // Reserved by the revision, which says -32602 in its place.
    [400, -32002],
    [200, 7],
  ])("%d for %d", async (status, code) => {
    expect(await thrown(code)).toBe(status);
  });

  test("200 once there is a stream", async () => {
    const answer = await clientWith((_params, context) => {
      context.progress(1);
      throw new ProtocolError(-32602, "thrown");
    }).ask(progressing);
    expect(answer).toMatchObject({ status: 200, type: "text/event-stream" });
    expect(answer.messages[1]).toMatchObject({ error: { code: -32602 } });
  });

  test("200 for what a handler throws by mistake, which is not told", async () => {
    const answer = await clientWith(() => {
      throw new Error("secret");
    }).ask(call(1));
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.messages).toMatchObject([
      { id: 1, error: { code: INTERNAL_ERROR, message: "Internal error" } },
    ]);
  });

  test("400 where the client lacks a capability, by name", async () => {
    const client = clientWith((_params, context) =>
      // The typed method is the generated context's.
      Reflect.apply(Reflect.get(context, "createMessage"), context, [
        "key",
        { messages: [], maxTokens: 1 },
      ]),
    );
    const answer = await client.ask(call(1));
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.messages).toMatchObject([
      {
        id: 1,
        error: {
          code: -32021,
          data: { requiredCapabilities: { sampling: {} } },
        },
      },
    ]);
  });
});

describe("what is no request:", () => {
  test("a notification is accepted without a body", async () => {
    const client = clientWith(() => done);
    const told = notification("notifications/cancelled", { requestId: 1 });
    const response = await client.post(told);
    expect(response.status).toBe(202);
    expect(await response.text()).toBe("");
    expect(response.headers.get("content-type")).toBeNull();
  });

  test.each([
    ["of another revision", { "mcp-protocol-version": "2099-01-01" }, -32022],
    ["with another method", { "mcp-method": "other" }, -32020],
  ])("a notification %s is not", async (_, headers, code) => {
    const client = clientWith(() => done);
    const told = notification("notifications/cancelled", { requestId: 1 });
    const answer = await client.ask(told, headers);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.messages[0]).toMatchObject({ error: { code } });
    expect(answer.messages[0]).not.toHaveProperty("id");
  });

  test("a notification whose header is not its own is not", async () => {
    const told = notification("notifications/cancelled", {
      requestId: 1,
      _meta: metaOf(),
    });
    const client = clientWith(() => done);
    const answer = await client.ask(told, {
      "mcp-protocol-version": "2025-11-25",
    });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.messages).toMatchObject([{ error: { code: -32020 } }]);
    expect(await client.ask(told)).toMatchObject({ status: 202 });
  });

  test.each<[string, unknown, object]>([
    ["an answer", { jsonrpc: "2.0", id: 1, result: {} }, {}],
    [
      "an error",
      { jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } },
      {},
    ],
    ["an array", [call(1)], {}],
    ["an empty array", [], {}],
    ["a text", "hello", {}],
    ["null", null, {}],
    ["another envelope", { ...call(1), jsonrpc: "1.0" }, { id: 1 }],
    ["an id that is none", { ...call(1), id: {} }, {}],
    ["a method that is none", { jsonrpc: "2.0", id: 1, method: 5 }, { id: 1 }],
  ])("%s is refused", async (_, message, id) => {
    const client = clientWith(() => done);
    const answer = await client.ask(message);
    expect(answer).toMatchObject({ status: 400, type: "application/json" });
    const error = { code: -32600, message: expect.stringMatching(/^Invalid/) };
    expect(answer.messages).toEqual([{ jsonrpc: "2.0", ...id, error }]);
  });
});
