import { expect, test } from "vitest";
import { digestOf } from "../../../templates/rules/list-digest.ts";

const schema = { type: "object", required: ["a", "b"], enum: [1, 2] };

test("what means the same has one digest", () => {
  const other = { enum: [2, 1], required: ["b", "a"], type: "object" };
  expect(digestOf(other)).toBe(digestOf(schema));
});

test.each([
  { ...schema, required: ["a"] },
  { ...schema, default: ["a", "b"] },
  { ...schema, enum: [1, 2, 3] },
])("%j has another digest", (other) => {
  expect(digestOf(other)).not.toBe(digestOf(schema));
});

test("what stands in a place has another digest in another place", () => {
  const tuple = { prefixItems: [{ type: "string" }, { type: "number" }] };
  const turned = { prefixItems: tuple.prefixItems.toReversed() };
  expect(digestOf(turned)).not.toBe(digestOf(tuple));
});
