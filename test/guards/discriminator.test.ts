import { expect, test } from "vitest";
import { validateElicitRequestParams } from "../../generated/2025-11-25/guards.ts";

const form = { type: "object", properties: {} };

test.each([
  [
    "a member that is named lacks a property",
    { mode: "url", message: "a", url: "b" },
    ["elicitationId"],
  ],
  [
    "the member that needs no name lacks a property",
    { message: "a" },
    ["requestedSchema"],
  ],
  [
    "the same member, named",
    { mode: "form", message: "a" },
    ["requestedSchema"],
  ],
  [
    "no member has the name",
    { mode: "dance", message: "a", requestedSchema: form },
    ["mode"],
  ],
])("a union whose property may be left out says why: %s", (_, value, path) => {
  expect(validateElicitRequestParams(value)?.path).toEqual(path);
});

test("a union whose property may be left out accepts each member", () => {
  for (const value of [
    { message: "a", requestedSchema: form },
    { mode: "form", message: "a", requestedSchema: form },
    { mode: "url", message: "a", url: "b", elicitationId: "c" },
  ])
    expect(validateElicitRequestParams(value)).toBeUndefined();
});
