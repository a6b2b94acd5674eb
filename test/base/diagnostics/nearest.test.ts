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

test.each<[string, string[], string | undefined]>([
  // Other short names are no slips of these.
  ["a", ["b", "c"], undefined],
  ["ad", ["add", "do"], "add"],
  ["ts", ["js", ".ts"], ".ts"],
  ["go", ["do", "to"], undefined],
  ["DO", ["do"], "do"],
  ["foo", ["food", "bar"], "food"],
  ["foo", ["bar", "fab"], undefined],
  // Other digits make another date, and one digit may be a slip.
  ["2025-12-01", ["2025-11-25"], undefined],
  ["2024-01-01", ["2024-11-05"], undefined],
  ["2025-11-26", ["2025-11-25"], "2025-11-25"],
  ["2025-1125", ["2025-11-25"], "2025-11-25"],
  ["notification/resource/updates", ["notifications/resources/updated"], "notifications/resources/updated"],
])("the nearest to %j of %j is %j", (name, among, want) => {
  expect(nearest(name, among)).toBe(want);
});

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
