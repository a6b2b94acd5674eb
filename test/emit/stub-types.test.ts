import { describe, expect, expectTypeOf, test } from "vitest";
import * as all from "../../generated/index.ts";
import * as handshake from "../../generated/2025-11-25/index.ts";
import * as stateless from "../../generated/2026-07-28/index.ts";
import type * as handshakeTypes from "../../generated/2025-11-25/types.ts";
import type * as types from "../../generated/2026-07-28/types.ts";
import type {
  Answer,
  Awaitable,
  CallOptions,
  InputRequired,
  OptionalMeta,
} from "../../src/runtime/index.ts";

type Handler<Handlers, Name extends keyof Handlers> =
  NonNullable<Handlers[Name]> extends (...args: infer Args) => infer Result
    ? { args: Args; result: Result }
    : never;

const info = { name: "test", version: "1.0.0" };

describe("a stateless server", () => {
  type CallTool = Handler<stateless.ServerHandlers, "callTool">;

  test("may leave out what the runtime fills in, ask for input, or pass another's question on", () => {
    expectTypeOf<CallTool["result"]>().toEqualTypeOf<
      Awaitable<
        Answer<types.CallToolResult> | InputRequired | types.InputRequiredResult
      >
    >();
    expectTypeOf<
      CallTool["args"][0]
    >().toEqualTypeOf<types.CallToolRequestParams>();
  });

  test("asks by functions of its context", () => {
    type Elicit = Parameters<stateless.ServerContext["elicit"]>;
    expectTypeOf<Elicit[0]>().toEqualTypeOf<string>();
    expectTypeOf<Elicit[1]>().toEqualTypeOf<types.ElicitRequestParams>();
    expectTypeOf<Elicit[2]>().toEqualTypeOf<CallOptions | undefined>();
    expectTypeOf<
      stateless.ServerContext["elicit"]
    >().returns.resolves.toEqualTypeOf<types.ElicitResult>();
    expectTypeOf<
      NonNullable<stateless.ServerContext["inputResponses"]>[string]
    >().toEqualTypeOf<types.InputResponse>();
  });
});

describe("a handshake server", () => {
  test("asks in the same form, and its results are whole", () => {
    type CallTool = Handler<handshake.ServerHandlers, "callTool">;
    expectTypeOf<CallTool["result"]>().toEqualTypeOf<
      Awaitable<
        | handshakeTypes.CreateTaskResult
        | handshakeTypes.CallToolResult
        | InputRequired
      >
    >();
    type ListTools = Handler<handshake.ServerHandlers, "listTools">;
    expectTypeOf<ListTools["result"]>().toEqualTypeOf<
      Awaitable<handshakeTypes.ListToolsResult>
    >();
    expectTypeOf<
      handshake.ServerContext["elicit"]
    >().returns.resolves.toEqualTypeOf<handshakeTypes.ElicitResult>();
  });
});

describe("a client", () => {
  test("gets an answer, and no question", () => {
    expectTypeOf<
      stateless.Client["callTool"]
    >().returns.resolves.toEqualTypeOf<types.CallToolResult>();
    expectTypeOf<all.Client["callTool"]>().returns.resolves.toEqualTypeOf<
      Answer<types.CallToolResult>
    >();
    expectTypeOf<
      handshake.Client["listTools"]
    >().returns.resolves.toEqualTypeOf<handshakeTypes.ListToolsResult>();
  });

  test("needs no params where there is nothing to say", () => {
    expectTypeOf<all.Client["listTools"]>().toBeCallableWith();
    expectTypeOf<stateless.Client["listTools"]>().toBeCallableWith();
    expectTypeOf<handshake.Client["ping"]>().toBeCallableWith();
    // @ts-expect-error A tool has a name.
    expectTypeOf<all.Client["callTool"]>().toBeCallableWith();
  });

  test("answers what travels inside results too", () => {
    type Elicit = Handler<stateless.ClientHandlers, "elicit">;
    expectTypeOf<Elicit["result"]>().toEqualTypeOf<
      Awaitable<types.ElicitResult>
    >();
    expectTypeOf<keyof stateless.ClientHandlers>()
      .extract<"elicit" | "createMessage" | "listRoots">()
      .toEqualTypeOf<"elicit" | "createMessage" | "listRoots">();
  });
});

describe("the server of every revision", () => {
  test("has handlers for what only older revisions have", () => {
    type Roots = Handler<all.ServerHandlers, "rootsListChanged">;
    expectTypeOf<Roots["args"][0]>().toEqualTypeOf<
      handshakeTypes.NotificationParams | undefined
    >();
  });

  test("may get params without _meta, and no params where older clients send none", () => {
    type CallTool = Handler<all.ServerHandlers, "callTool">;
    expectTypeOf<CallTool["args"][0]>().toEqualTypeOf<
      OptionalMeta<types.CallToolRequestParams>
    >();
    type ListTools = Handler<all.ServerHandlers, "listTools">;
    expectTypeOf<ListTools["args"][0]>().toEqualTypeOf<
      OptionalMeta<types.PaginatedRequestParams> | undefined
    >();
  });

  test("tells of changes, by name", () => {
    const server = all.createServer({ info });
    expect(Object.keys(server.notify).sort()).toEqual([
      "promptListChanged",
      "resourceListChanged",
      "resourceUpdated",
      "toolListChanged",
    ]);
    expectTypeOf(server.notify.resourceUpdated).toBeCallableWith({ uri: "a" });
    // @ts-expect-error A resource has an address.
    expectTypeOf(server.notify.resourceUpdated).toBeCallableWith();
  });
});

test("makers make the requests that `inputRequired` asks", () => {
  const requestedSchema = { type: "object", properties: {} } as const;
  const asked = all.inputRequired({
    name: all.elicit({ message: "Who?", requestedSchema }),
    roots: all.listRoots(),
  });
  expect(asked.inputRequests).toEqual({
    name: {
      method: "elicitation/create",
      params: { message: "Who?", requestedSchema },
    },
    roots: { method: "roots/list" },
  });
});
