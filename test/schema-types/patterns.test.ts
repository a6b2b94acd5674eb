import { expect, test } from "vitest";
import { nameType } from "../../src/emit/schema-types/type/patterns.ts";

test.each([
  ["^x-", "`x-${string}`"],
  ["-id$", "`${string}-id`"],
  ["mid", "`${string}mid${string}`"],
  // An index signature of a literal does not compile.
  ["^exact$", undefined],
  ["^[a-z]+$", undefined],
])("names that match %s are of the type %s", (source, type) => {
  expect(nameType(new RegExp(source, "u"))).toBe(type);
});
