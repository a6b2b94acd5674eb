import { describe, expect, test } from "vitest";
import { classify as classifyGenerated } from "../../generated/2025-11-25/index.ts";
import { readMessage as classify } from "../../src/runtime/protocol/received.ts";

const error = { code: 1, message: "no" };

/** Without the `jsonrpc` that each has. */
const messages: [kind: string, message: object][] = [
  ["request", { id: 1, method: "a" }],
  ["request", { id: "", method: "" }],
  ["notification", { method: "a" }],
  ["result", { id: 1, result: {} }],
  ["error", { id: 1, error }],
  ["error", { error }],
  ["error", { id: null, error }],
  ["invalid", {}],
  ["invalid", { id: 1 }],
  ["invalid", { id: null, method: "a" }],
  ["invalid", { id: 1.5, method: "a" }],
  ["invalid", { id: 2 ** 60, method: "a" }],
  ["invalid", { id: true, method: "a" }],
  ["invalid", { id: 1, method: 5 }],
  ["invalid", { id: 1, method: "a", result: {} }],
  ["invalid", { id: 1, result: {}, error }],
  ["invalid", { result: {} }],
  ["invalid", { id: null, result: {} }],
];

describe("a message", () => {
  test.each(messages)("is a %s: %j", (kind, message) => {
    const whole = { jsonrpc: "2.0", ...message };
    expect(classify(whole).kind).toBe(kind);
    expect(classifyGenerated(whole)).toBe(kind);
    expect(classify({ ...message, jsonrpc: "1.0" }).kind).toBe("invalid");
  });

  test.each([null, 5, "a", [], [{ jsonrpc: "2.0", method: "a" }]])(
    "is not %j",
    (value) => {
      const neither = { kind: "invalid", isCall: false, isAnswer: false };
      expect(classify(value)).toMatchObject(neither);
      expect(classifyGenerated(value)).toBe("invalid");
    },
  );

  test("that inherits its keys has none", () => {
    const message = JSON.parse('{"jsonrpc":"2.0","__proto__":{"method":"a"}}');
    expect(classify(message).kind).toBe("invalid");
    expect(classifyGenerated(message)).toBe("invalid");
  });

  test("that is broken is known for a call or an answer", () => {
    const answer = { jsonrpc: "2.0", id: 1, result: {}, error };
    expect(classify(answer)).toMatchObject({ isCall: false, isAnswer: true });
    const call = { jsonrpc: "2.0", id: 1, result: {}, method: "a" };
    expect(classify(call)).toMatchObject({ isCall: true, isAnswer: false });
  });
});
