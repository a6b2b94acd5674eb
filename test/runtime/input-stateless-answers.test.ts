import { describe, expect, test, vi } from "vitest";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import { elicit, form, say, valueOf, type Call } from "./questions.ts";
import { accept, call, serverWith } from "./stateless-input.ts";
import { wireTo } from "./wire.ts";

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

  test("without a state are no answers to what every object inherits", async () => {
    const opened = vi.spyOn(crypto.subtle, "decrypt");
    const seen = vi.fn<Call>(() =>
      inputRequired({ toString: elicit("?"), constructor: elicit("?") }, 1),
    );
    const wire = wireTo(serverWith(seen));
    const { result } = await call(wire, { inputResponses: { a: accept({}) } });
    expect(Object.keys(Object(result["inputRequests"]))).toEqual([
      "toString",
      "constructor",
    ]);
    expect(seen).toHaveBeenCalledOnce();
    // It is asked for the first time, and was not taken for answered.
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  test("without a state are to what is asked first", async () => {
    const seen = vi.fn(two);
    const wire = wireTo(serverWith(seen));
    const inputResponses = { a: accept({}), b: accept({}), c: accept({}) };
    const { result } = await call(wire, { inputResponses });
    expect(valueOf(result)).toEqual({ a: accept({}), b: accept({}) });
    expect(seen.mock.calls[0]?.[0]).not.toHaveProperty("inputResponses");
    expect(seen.mock.lastCall?.[1].state).toBe("kept");
  });

  test("without a state, and some missing, leave the others to ask", async () => {
    const wire = wireTo(serverWith(two));
    const { result: first } = await call(wire, {
      inputResponses: { a: accept({ a: 1 }) },
    });
    expect(first["inputRequests"]).toEqual({ b: elicit("b?") });
    const { result } = await call(wire, {
      requestState: first["requestState"],
      inputResponses: { b: accept({}) },
    });
    expect(valueOf(result)).toEqual({ a: accept({ a: 1 }), b: accept({}) });
  });

  test("without a state, under no key that is asked, are ignored", async () => {
    const seen = vi.fn(two);
    const wire = wireTo(serverWith(seen));
    const inputResponses = { c: accept({}), toString: accept({}) };
    const { result } = await call(wire, { inputResponses });
    expect(result["inputRequests"]).toHaveProperty("a");
    expect(seen).toHaveBeenCalledOnce();
  });

  test("without a state answer a handler that awaits them", async () => {
    const wire = wireTo(
      serverWith(async (_, context) =>
        say([
          await context.elicit("a", form("a?")),
          await context.elicit("b", form("b?")),
        ]),
      ),
    );
    const inputResponses = { a: accept({}) };
    const { result } = await call(wire, { inputResponses });
    expect(result["inputRequests"]).toEqual({ b: elicit("b?") });
  });

  test("without a state are checked as others are", async () => {
    const wire = wireTo(serverWith(two));
    const inputResponses = { a: { roots: [] }, b: accept({}) };
    const { error } = await call(wire, { inputResponses });
    expect(error).toMatchObject({ code: -32602 });
  });

  test.each<[string, unknown]>([
    ["all of them", null],
    ["one", { a: null, b: accept({}) }],
  ])("that are null, %s, are asked for again", async (_, inputResponses) => {
    const wire = wireTo(serverWith(two));
    const { result } = await call(wire);
    const { requestState } = result;
    const again = await call(wire, { requestState, inputResponses });
    expect(again.result["inputRequests"]).toHaveProperty("a");
  });

  test.each<[string, unknown]>([
    ["a list", []],
    ["a text", "a"],
    ["one that is no object", { a: "yes", b: accept({}) }],
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
