import { expect, test } from "vitest";
import { formIssue } from "../../src/runtime/protocol/form-answer.ts";

const requestedSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 4 },
    age: { type: "integer", minimum: 0, maximum: 150 },
    weight: { type: "number" },
    member: { type: "boolean" },
    color: { type: "string", enum: ["red", "blue"] },
    size: { type: "string", oneOf: [{ const: "s", title: "Small" }] },
    tags: {
      type: "array",
      maxItems: 2,
      items: { anyOf: [{ const: "a" }, { const: "b" }, { const: "c" }] },
    },
  },
  required: ["name"],
};

function issue(content: object): unknown {
  return formIssue({ requestedSchema }, { action: "accept", content });
}

test.each([
  { name: "Ada" },
  { name: "𝄞𝄞𝄞𝄞" },
  { name: "Ada", age: 36, weight: 59.5, member: false },
  { name: "Ada", color: "red", size: "s", tags: ["a", "c"] },
  { name: "Ada", what: "nobody asked for" },
])("%j fits the form", (content) => {
  expect(issue(content)).toBeUndefined();
});

test.each([
  [{}, "name", "a value"],
  [{ name: 1 }, "name", "a string"],
  [{ name: "A" }, "name", "at least 2"],
  [{ name: "Augusta" }, "name", "at most 4"],
  [{ name: "Ada", age: 1.5 }, "age", "an integer"],
  [{ name: "Ada", age: -1 }, "age", "at least 0"],
  [{ name: "Ada", age: 151 }, "age", "at most 150"],
  [{ name: "Ada", weight: "59" }, "weight", "a number"],
  [{ name: "Ada", member: "no" }, "member", "a boolean"],
  [{ name: "Ada", color: "green" }, "color", "one of red, blue"],
  [{ name: "Ada", size: "Small" }, "size", "one of s"],
  [{ name: "Ada", tags: "a" }, "tags", "an array"],
  [{ name: "Ada", tags: ["d"] }, "tags", "some of a, b, c"],
  [{ name: "Ada", tags: ["a", "b", "c"] }, "tags", "at most 2"],
])("%j does not", (content, name, expected) => {
  const message = `expected ${expected}`;
  expect(issue(content)).toEqual({ path: ["content", name], message });
});

test("of many choices the first are told", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `choice\n${index}`);
  const of = { type: "array", items: { type: "string", enum: many } };
  const form = { requestedSchema: { type: "object", properties: { of } } };
  const answer = { action: "accept", content: { of: ["other"] } };
  const { message = "" } = formIssue(form, answer) ?? {};
  expect(message).toContain("some of choice\\u000a0, choice\\u000a1");
  expect(message.length).toBeLessThan(500);
});

test("declining needs no content, and other requests have no form", () => {
  const params = { requestedSchema };
  expect(formIssue(params, { action: "decline" })).toBeUndefined();
  expect(formIssue({}, { action: "accept" })).toBeUndefined();
  expect(formIssue(undefined, { roots: [] })).toBeUndefined();
});

test.each(["constructor", "toString", "valueOf", "__proto__"])(
  "the field %s is not filled in by what every object inherits",
  (name) => {
    const fieldsOf = (value: unknown): object =>
      Object.fromEntries([[name, value]]);
    const properties = fieldsOf({ type: "string" });
    const ask = (required: string[], content: object): unknown =>
      formIssue(
        { requestedSchema: { type: "object", properties, required } },
        { action: "accept", content },
      );
    expect(ask([name], {})).toEqual({
      path: ["content", name],
      message: "expected a value",
    });
    expect(ask([], {})).toBeUndefined();
    expect(ask([name], fieldsOf("a"))).toBeUndefined();
  },
);
