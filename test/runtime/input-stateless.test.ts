import { describe, expect, test } from "vitest";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import { elicit, everything, say, valueOf } from "./questions.ts";
import { all, serverOf } from "./revisions.ts";
import {
  accept,
  asking,
  call,
  sampling,
  serverWith,
} from "./stateless-input.ts";
import { wireTo } from "./wire.ts";

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
