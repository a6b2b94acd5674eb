import { expect, test } from "vitest";
import { nearest, suggest } from "../../../src/base/diagnostics/nearest.ts";

const names = ["types", "guards", "dispatch", "json-schema", "Tool", "ToolUse"];

const cases: [string, string | undefined][] = [
  ["type", "types"],
  ["gaurds", "guards"],
  ["GUARDS", "guards"],
  ["jsonschema", "json-schema"],
  ["tool", "Tool"],
  ["Tol", "Tool"],
  ["Tools", "Tool"],
  ["xyzzy", undefined],
  ["", undefined],
  ["a-name-that-is-much-longer-than-any", undefined],
];

test.each(cases)("the nearest to %j is %j", (name, want) => {
  expect(nearest(name, names)).toBe(want);
});

test("a name is not suggested for itself", () => {
  expect(nearest("Tool", ["Tool"])).toBeUndefined();
});

test("a suggestion is quoted", () => {
  expect(suggest("tool", ["to\nol"])).toBe('did you mean "to\\nol"?');
  expect(suggest("xyzzy", names)).toBeUndefined();
});
