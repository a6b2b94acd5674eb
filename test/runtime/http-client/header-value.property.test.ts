import { expect, test } from "vitest";
import {
  decodeHeaderValue,
  encodeHeaderValue,
} from "../../../src/runtime/http/shared/header-value.ts";
import { fc, runs } from "../../support/random.ts";

const sentinel = fc
  .string({ unit: "binary-ascii", maxLength: 6 })
  .map((text) => `=?base64?${text}?=`);

test("every text comes back from its header", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), sentinel);
  fc.assert(
    fc.property(text, (value) => {
      const header = encodeHeaderValue(value);
      // What HTTP carries as it is.
      expect(header).toMatch(/^([\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?)?$/);
      expect(decodeHeaderValue(header)).toBe(value);
    }),
    { numRuns: runs(2_000) },
  );
});

test("a text that a header can hold is its own", () => {
  for (const text of ["", "us-west1", "a b", "a\tb", "=?base64?", "?="])
    expect(encodeHeaderValue(text)).toBe(text);
});

test("a long text is encoded", () => {
  const text = "ü".repeat(500_000);
  expect(decodeHeaderValue(encodeHeaderValue(text))).toBe(text);
});
