import { describe, expect, test, vi } from "vitest";
import { ProtocolError } from "../../src/runtime/errors.ts";
import { inputRequired } from "../../src/runtime/input-required.ts";
import type { ServerSettings } from "../../src/runtime/server.ts";
import {
  elicit,
  everything,
  form,
  say,
  valueOf,
  type Askers,
  type Call,
  type Fields,
} from "./questions.ts";
import {
  all,
  cancel,
  modernRequest,
  serverOf,
  type TestServer,
} from "./revisions.ts";
import { wireAs, wireTo, type Wire } from "./wire.ts";

const sampling = { messages: [], maxTokens: 1 };
const accept = (content: Fields): Fields => ({ action: "accept", content });

function serverWith(
  callTool: Call,
  settings: Partial<ServerSettings> = {},
): TestServer {
  return serverOf(all, { handlers: { callTool }, ...settings });
}

let lastId = 0;

/** Calls a tool, the second time with answers and the state that came back. */
async function call(
  wire: Wire,
  more: Fields = {},
  capabilities: object = everything,
  method = "tools/call",
): Promise<{ result: Fields; error: Fields }> {
  const params = { name: "a", ...more };
  const sent = modernRequest(++lastId, method, params, capabilities);
  const answer = await wire.ask(sent);
  expect(answer["id"]).toBe(lastId);
  return answer as { result: Fields; error: Fields };
}

const asking: Call = (_, { inputResponses, state }) =>
  inputResponses === undefined
    ? inputRequired({ name: elicit("Your name?") }, { step: 1 })
    : say({ inputResponses, state });

describe("a handler that asks for input", () => {
  test("ends the request with questions and a state", async () => {
    const { result } = await call(wireTo(serverWith(asking)));
    expect(result).toEqual({
      resultType: "input_required",
      inputRequests: { name: elicit("Your name?") },
      requestState: expect.any(String),
      _meta: expect.anything(),
    });
    expect(result["requestState"]).not.toContain("step");
  });

  test("runs again with the answers, and with what it keeps", async () => {
    const wire = wireTo(serverWith(asking));
    const { result: first } = await call(wire);
    const { requestState } = first;
    const inputResponses = { name: accept({ name: "Ada" }) };
    const { result } = await call(wire, { requestState, inputResponses });
    expect(result["resultType"]).toBe("complete");
    expect(valueOf(result)).toEqual({ inputResponses, state: { step: 1 } });
  });

  test("may be any other instance of the server with the same keys", async () => {
    const requestState = { keys: ["k".repeat(32)] };
    const one = wireTo(serverWith(asking, { requestState }));
    const other = wireTo(serverWith(asking, { requestState }));
    const { result } = await call(one);
    const again = await call(other, {
      requestState: result["requestState"],
      inputResponses: { name: accept({}) },
    });
    expect(again.result["resultType"]).toBe("complete");
  });

  test("asks in as many rounds as it likes, and keeps every answer", async () => {
    const server = serverWith((_, { inputResponses = {}, state }) => {
      const round = Number(state ?? 0) + 1;
      return round > 4
        ? say(inputResponses)
        : inputRequired({ [`q${round}`]: elicit(`${round}?`) }, round);
    });
    const wire = wireTo(server);
    let { result } = await call(wire);
    const states = new Set<unknown>();
    for (let round = 1; round <= 4; round++) {
      states.add(result["requestState"]);
      const { requestState } = result;
      const inputResponses = { [`q${round}`]: accept({ round }) };
      ({ result } = await call(wire, { requestState, inputResponses }));
    }
    expect(states.size).toBe(4);
    expect(valueOf(result)).toEqual({
      q1: accept({ round: 1 }),
      q2: accept({ round: 2 }),
      q3: accept({ round: 3 }),
      q4: accept({ round: 4 }),
    });
  });

  test("of all kinds at once gets all of their answers", async () => {
    const server = serverWith((_, { inputResponses }) =>
      inputResponses
        ? say(inputResponses)
        : inputRequired({
            name: elicit("Your name?"),
            text: { method: "sampling/createMessage", params: sampling },
            roots: { method: "roots/list" },
          }),
    );
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    const inputResponses = {
      name: { action: "decline" },
      text: {
        role: "assistant",
        content: { type: "text", text: "Paris" },
        model: "m",
      },
      roots: { roots: [] },
    };
    const { requestState } = first;
    const { result } = await call(wire, { requestState, inputResponses });
    expect(valueOf(result)).toEqual(inputResponses);
  });

  test("may ask nothing but to be called again", async () => {
    const server = serverWith((_, { state }) =>
      state === undefined ? inputRequired({}, "wait") : say(state),
    );
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    expect(first).not.toHaveProperty("inputRequests");
    const { requestState } = first;
    const { result } = await call(wire, { requestState });
    expect(valueOf(result)).toBe("wait");
  });

  test.each([
    ["prompts/get", "getPrompt", { name: "a" }],
    ["resources/read", "readResource", { uri: "a:b" }],
  ])("may be one of %s", async (method, handler, params) => {
    const server = serverOf(all, {
      handlers: { [handler]: () => inputRequired({ name: elicit("?") }) },
    });
    const { result } = await call(wireTo(server), params, everything, method);
    expect(result).toMatchObject({ resultType: "input_required" });
    expect(result).not.toHaveProperty("ttlMs");
  });

  test("has a key of any name", async () => {
    const key = "__proto__";
    const server = serverWith((_, { inputResponses }) =>
      inputResponses
        ? say(Object.entries(inputResponses))
        : inputRequired(Object.fromEntries([[key, elicit("?")]])),
    );
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    const { requestState } = first;
    const inputResponses = Object.fromEntries([[key, accept({ a: 1 })]]);
    const missing = await call(wire, { requestState });
    expect(Object.keys(missing.result["inputRequests"] as object)).toEqual([
      key,
    ]);
    const { result } = await call(wire, { requestState, inputResponses });
    expect(valueOf(result)).toEqual([[key, accept({ a: 1 })]]);
  });
});

describe("answers", () => {
  const two: Call = (_, { inputResponses }) =>
    inputResponses
      ? say(inputResponses)
      : inputRequired({ a: elicit("a?"), b: elicit("b?") }, "kept");

  test("that are missing are asked for again, the others are kept", async () => {
    const seen = vi.fn(two);
    const wire = wireTo(serverWith(seen));
    const { result: first } = await call(wire);
    const { result: second } = await call(wire, {
      requestState: first["requestState"],
      inputResponses: { a: accept({ a: 1 }) },
    });
    expect(second).toMatchObject({
      resultType: "input_required",
      inputRequests: { b: elicit("b?") },
    });
    expect(second["inputRequests"]).not.toHaveProperty("a");
    const { result } = await call(wire, {
      requestState: second["requestState"],
      inputResponses: { b: accept({ b: 2 }) },
    });
    expect(valueOf(result)).toEqual({
      a: accept({ a: 1 }),
      b: accept({ b: 2 }),
    });
    expect(seen).toHaveBeenCalledTimes(2);
  });

  test("that nobody asked for are ignored", async () => {
    const wire = wireTo(serverWith(two));
    const { result: first } = await call(wire);
    const { result } = await call(wire, {
      requestState: first["requestState"],
      inputResponses: {
        a: accept({}),
        b: accept({}),
        c: accept({}),
        toString: accept({}),
      },
    });
    expect(valueOf(result)).toEqual({ a: accept({}), b: accept({}) });
  });

  test("without a state are none: the first question comes again", async () => {
    const seen = vi.fn(two);
    const wire = wireTo(serverWith(seen));
    const inputResponses = { a: accept({}), b: accept({}) };
    const { result } = await call(wire, { inputResponses });
    expect(result["resultType"]).toBe("input_required");
    expect(seen.mock.calls[0]?.[0]).not.toHaveProperty("inputResponses");
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a list", []],
    ["a text", "a"],
    ["one that is no object", { a: "yes", b: accept({}) }],
    ["one that is null", { a: null, b: accept({}) }],
    ["one of no known form", { a: { b: 1 }, b: accept({}) }],
  ])("that are malformed, as %s, are refused", async (_, inputResponses) => {
    const wire = wireTo(serverWith(two));
    const { result } = await call(wire);
    const { requestState } = result;
    const { error } = await call(wire, { requestState, inputResponses });
    expect(error).toMatchObject({ code: -32602 });
  });

  test("of another kind than was asked for are refused", async () => {
    const wire = wireTo(serverWith(two));
    const { result } = await call(wire);
    const { error } = await call(wire, {
      requestState: result["requestState"],
      inputResponses: { a: { roots: [] }, b: accept({}) },
    });
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("inputResponses.a: action"),
    });
  });

  test("never go to the handler before their guard has passed", async () => {
    const seen = vi.fn(two);
    const wire = wireTo(serverWith(seen));
    const { result } = await call(wire);
    await call(wire, {
      requestState: result["requestState"],
      inputResponses: { a: { roots: [] }, b: accept({}) },
    });
    expect(seen).toHaveBeenCalledOnce();
  });
});

describe("a kind of request that the client does not declare", () => {
  const kinds: [string, Fields, object, object][] = [
    ["elicitation", elicit("?"), {}, { elicitation: {} }],
    [
      "a form where only URLs are",
      elicit("?"),
      { elicitation: { url: {} } },
      { elicitation: { form: {} } },
    ],
    [
      "a URL where only forms are",
      {
        method: "elicitation/create",
        params: { mode: "url", message: "?", url: "https://a.b" },
      },
      { elicitation: {} },
      { elicitation: { url: {} } },
    ],
    [
      "sampling",
      { method: "sampling/createMessage", params: sampling },
      { elicitation: {} },
      { sampling: {} },
    ],
    [
      "tools for sampling",
      { method: "sampling/createMessage", params: { ...sampling, tools: [] } },
      { sampling: {} },
      { sampling: { tools: {} } },
    ],
    ["roots", { method: "roots/list" }, { sampling: {} }, { roots: {} }],
  ];

  test.each(kinds)("%s is never asked", async (_, request, has, lacks) => {
    const server = serverWith(() => inputRequired({ a: request as never }));
    const { error } = await call(wireTo(server), {}, has);
    expect(error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: lacks },
    });
  });

  test("is named with all others that are missing", async () => {
    const server = serverWith(() =>
      inputRequired({
        a: elicit("?"),
        b: { method: "roots/list" },
        c: {
          method: "sampling/createMessage",
          params: { ...sampling, tools: [] },
        },
      }),
    );
    const { error } = await call(wireTo(server), {}, { roots: {} });
    expect(error).toMatchObject({
      code: -32021,
      data: {
        requiredCapabilities: { elicitation: {}, sampling: { tools: {} } },
      },
    });
  });

  test("is not asked again either, when the client forgets it", async () => {
    const wire = wireTo(serverWith(asking));
    const { result } = await call(wire);
    const { requestState } = result;
    const { error } = await call(wire, { requestState }, {});
    expect(error).toMatchObject({ code: -32021 });
  });

  test("can be found out by the handler, which goes on without", async () => {
    const server = serverWith(async (_, context) => {
      try {
        return say(await context.elicit("a", form("?")));
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        return say("nobody to ask");
      }
    });
    const { result } = await call(wireTo(server), {}, {});
    expect(valueOf(result)).toBe("nobody to ask");
  });

  test("is no request to a client at all: the handler has failed", async () => {
    const onError = vi.fn();
    const ask = { method: "tools/list" };
    const server = serverWith(() => inputRequired({ a: ask }), { onError });
    const { error } = await call(wireTo(server));
    expect(error).toMatchObject({ code: -32603 });
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe("awaiting input", () => {
  test("runs the handler again from its start, once for each wait", async () => {
    const starts = vi.fn();
    const server = serverWith(async (_, context) => {
      starts();
      const a = await context.elicit("a", form("a?"));
      const b = await context.createMessage("b", sampling);
      return say([a, b]);
    });
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    expect(first).toMatchObject({ inputRequests: { a: elicit("a?") } });
    const { result: second } = await call(wire, {
      requestState: first["requestState"],
      inputResponses: { a: accept({ a: 1 }) },
    });
    expect(second["inputRequests"]).toEqual({
      b: { method: "sampling/createMessage", params: sampling },
    });
    const message = {
      role: "assistant",
      content: { type: "text", text: "hi" },
      model: "m",
    };
    const { result } = await call(wire, {
      requestState: second["requestState"],
      inputResponses: { b: message },
    });
    expect(valueOf(result)).toEqual([accept({ a: 1 }), message]);
    expect(starts).toHaveBeenCalledTimes(3);
  });

  test("two things at once asks both", async () => {
    const server = serverWith(async (_, context) =>
      say(
        await Promise.all([
          context.elicit("a", form("a?")),
          context.listRoots("b"),
        ]),
      ),
    );
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    expect(first["inputRequests"]).toEqual({
      a: elicit("a?"),
      b: { method: "roots/list" },
    });
    const { result } = await call(wire, {
      requestState: first["requestState"],
      inputResponses: { a: accept({}), b: { roots: [] } },
    });
    expect(valueOf(result)).toEqual([accept({}), { roots: [] }]);
  });

  test("one after the other, both begun, asks both and ends no process", async () => {
    const rejected = vi.fn();
    process.on("unhandledRejection", rejected);
    const server = serverWith(async (_, context) => {
      const a = context.elicit("a", form("a?"));
      const b = context.elicit("b", form("b?"));
      return say([await a, await b]);
    });
    const { result } = await call(wireTo(server));
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off("unhandledRejection", rejected);
    expect(Object.keys(result["inputRequests"] as object)).toEqual(["a", "b"]);
    expect(rejected).not.toHaveBeenCalled();
  });

  test.each<[string, Call]>([
    [
      "catches everything and answers",
      async (_, context) => {
        try {
          return say(await context.elicit("a", form("a?")));
        } catch {
          return say("given up");
        }
      },
    ],
    [
      "throws something else",
      async (_, context) => {
        try {
          return say(await context.elicit("a", form("a?")));
        } catch {
          throw new Error("given up");
        }
      },
    ],
    [
      "does not wait",
      (_, context) => {
        void context.elicit("a", form("a?"));
        return say("at once");
      },
    ],
  ])("a handler that %s still asks", async (_, handler) => {
    const { result } = await call(wireTo(serverWith(handler)));
    expect(result).toMatchObject({ inputRequests: { a: elicit("a?") } });
  });

  test("where no answer can ask fails", async () => {
    const onError = vi.fn();
    const server = serverOf(all, {
      onError,
      handlers: {
        listTools: (_: unknown, context: Askers) =>
          context.elicit("a", form("a?")),
      },
    });
    const { error } = await call(wireTo(server), {}, everything, "tools/list");
    expect(error).toMatchObject({ code: -32603 });
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe("the state", () => {
  async function stateOf(wire: Wire, more: Fields = {}): Promise<unknown> {
    const { result } = await call(wire, more);
    return result["requestState"];
  }
  const inputResponses = { name: accept({}) };

  test("is refused when it is changed in any place", async () => {
    const wire = wireTo(serverWith(asking));
    const state = String(await stateOf(wire));
    const changed = [
      `${state}-TAMPERED`,
      `${state}A`,
      state.slice(0, -1),
      `A${state.slice(1)}`,
      state.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      `${state}=`,
      ` ${state}`,
      "",
      "e30",
      state.slice(0, 16),
    ];
    for (const requestState of changed.filter((one) => one !== state))
      expect(await call(wire, { requestState, inputResponses })).toMatchObject({
        error: { code: -32602 },
      });
  });

  test("is refused with other params, another method or principal", async () => {
    const handlers = { callTool: asking, getPrompt: asking };
    const server = serverOf(all, { handlers });
    const wire = wireAs(server, "ada");
    const requestState = await stateOf(wire, { arguments: { a: 1, b: 2 } });
    const again = { requestState, inputResponses };
    const same = { ...again, arguments: { b: 2, a: 1 } };
    const refused = { error: { code: -32602 } };
    expect(await call(wire, again)).toMatchObject(refused);
    const bare = { requestState: await stateOf(wire), inputResponses };
    expect(await call(wire, bare, everything, "prompts/get")).toMatchObject(
      refused,
    );
    expect(await call(wire, bare)).toHaveProperty("result");
    expect(
      await call(wire, { ...again, arguments: { a: 1, b: 3 } }),
    ).toMatchObject(refused);
    expect(await call(wire, { ...same, name: "b" })).toMatchObject(refused);
    for (const other of [wireAs(server, "eve"), wireTo(server)])
      expect(await call(other, same)).toMatchObject(refused);
    expect(await call(wireAs(server, "ada"), same)).toHaveProperty("result");
  });

  test("is refused by who has another key", async () => {
    const requestState = await stateOf(wireTo(serverWith(asking)));
    const other = wireTo(serverWith(asking));
    expect(await call(other, { requestState, inputResponses })).toMatchObject({
      error: { code: -32602 },
    });
  });

  test("is refused when it is too old", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const wire = wireTo(
        serverWith(asking, { requestState: { ttlMs: 1_000 } }),
      );
      const requestState = await stateOf(wire);
      vi.advanceTimersByTime(999);
      const again = { requestState, inputResponses };
      expect(await call(wire, again)).toHaveProperty("result");
      vi.advanceTimersByTime(1);
      expect(await call(wire, again)).toMatchObject({
        error: { code: -32602 },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test("of a request's own form is protected as well", async () => {
    const seen = vi.fn((params: Fields) =>
      params["inputResponses"]
        ? say(params["requestState"])
        : {
            resultType: "input_required",
            inputRequests: { name: elicit("?") },
            requestState: "mine",
          },
    );
    const wire = wireTo(serverWith(seen));
    const requestState = await stateOf(wire);
    expect(requestState).not.toContain("mine");
    const { result } = await call(wire, { requestState, inputResponses });
    expect(valueOf(result)).toBe("mine");
    expect(seen.mock.calls[1]?.[0]).toMatchObject({
      inputResponses,
      requestState: "mine",
    });
  });

  test("is left to handlers that carry their own", async () => {
    const server = serverWith(
      (params, { state, inputResponses: answers }) =>
        state === undefined
          ? inputRequired({ name: elicit("?") }, "mine")
          : say({ params: params["requestState"], state, answers }),
      { requestState: "handlers" },
    );
    const wire = wireTo(server);
    const { result: first } = await call(wire);
    expect(first).toMatchObject({
      inputRequests: { name: elicit("?") },
      requestState: "mine",
    });
    expect(first).not.toHaveProperty("state");
    const { result } = await call(wire, {
      requestState: "changed",
      inputResponses,
    });
    expect(valueOf(result)).toEqual({
      params: "changed",
      state: "changed",
      answers: inputResponses,
    });
  });

  test("that handlers carry is a text", async () => {
    const requestState = "handlers";
    const server = serverWith(() => inputRequired({}, { a: 1 }), {
      requestState,
    });
    const { error } = await call(wireTo(server));
    expect(error).toMatchObject({ code: -32603 });
    const empty = serverWith(() => inputRequired({}), { requestState });
    expect(await call(wireTo(empty))).toMatchObject({
      error: { code: -32603 },
    });
    const question = serverWith(() => inputRequired({ a: elicit("?") }), {
      requestState,
    });
    const { result } = await call(wireTo(question));
    expect(result).not.toHaveProperty("requestState");
  });

  test("is opened in vain when the request is cancelled meanwhile", async () => {
    const seen = vi.fn(asking);
    const wire = wireTo(serverWith(seen));
    const requestState = await stateOf(wire);
    const again = { name: "a", requestState, inputResponses };
    wire.send(modernRequest("again", "tools/call", again, everything));
    wire.send(cancel("again"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toHaveBeenCalledOnce();
    await wire.expectSilence();
  });

  test("may be used twice until it expires: acting once is the handler's", async () => {
    const wire = wireTo(serverWith(asking));
    const requestState = await stateOf(wire);
    const again = { requestState, inputResponses };
    expect(await call(wire, again)).toHaveProperty("result");
    expect(await call(wire, again)).toHaveProperty("result");
  });
});
