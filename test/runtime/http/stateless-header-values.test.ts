import { describe, expect, test } from "vitest";
import {
  decodeHeaderValue,
  readHeaderValue,
} from "../../../src/runtime/http/shared/header-value.ts";
import { fc, runs } from "../../support/random.ts";

const encode = (text: string | Uint8Array): string =>
  `=?base64?${Buffer.from(text).toString("base64")}?=`;

describe("a header's value", () => {
  test.each([
    ["as it is", "us-west1", "us-west1"],
    ["without the white space around it", " \tus west\t ", "us west"],
    ["empty", "", ""],
    ["of white space alone", " \t ", ""],
    ["of base64", "=?base64?SGVsbG8sIOS4lueVjA==?=", "Hello, 世界"],
    ["of base64 of nothing", "=?base64??=", ""],
    ["of white space in base64", "=?base64?IHBhZGRlZCA=?=", " padded "],
    [
      "of a line break in base64",
      "=?base64?bGluZTEKbGluZTI=?=",
      "line1\nline2",
    ],
    ["of the form itself in base64", encode(encode("a")), encode("a")],
    ["of a byte order mark in base64", encode("\ufeffa"), "\ufeffa"],
    ["that only begins like base64", "=?base64?YQ==", "=?base64?YQ=="],
    ["that only ends like base64", "YQ==?=", "YQ==?="],
    ["that is shorter than both markers", "=?base64?=", "=?base64?="],
    ["with markers in upper case", "=?BASE64?YQ==?=", "=?BASE64?YQ==?="],
    ["with markers of another form", "=?utf-8?B?YQ==?=", "=?utf-8?B?YQ==?="],
    ["with markers inside", "a=?base64?YQ==?=b", "a=?base64?YQ==?=b"],
  ])("%s", (_, raw, value) => {
    expect(decodeHeaderValue(raw)).toBe(value);
  });

  test.each([
    ["a letter that is not ASCII", "caf\u00e9"],
    ["white space that is not ASCII", "\u00a0a"],
    ["a control character", "a\u0001"],
    ["a line break", "a\nb"],
    ["the last control character", "a\u007f"],
  ])("is none with %s", (_, raw) => {
    expect(readHeaderValue(raw)).toBeUndefined();
    expect(decodeHeaderValue(raw)).toBeUndefined();
  });

  test.each([
    ["padding that is missing", "=?base64?YQ?="],
    ["padding that is half", "=?base64?YQ=?="],
    ["padding that is too much", "=?base64?YWJj=?="],
    ["padding alone", "=?base64?====?="],
    ["padding inside", "=?base64?YQ==YQ==?="],
    ["a single letter", "=?base64?Y?="],
    ["white space inside", "=?base64?YW Jj?="],
    ["letters of another alphabet", "=?base64?-_-_?="],
    ["letters of none", "=?base64?YW*j?="],
    ["bits behind the last byte", "=?base64?YR==?="],
    ["bits behind the last two bytes", "=?base64?YWJ=?="],
    ["bytes that are no UTF-8", encode(Uint8Array.of(0xff))],
    ["UTF-8 that is cut", encode(Uint8Array.of(0xe4, 0xb8))],
    ["UTF-8 that is too long", encode(Uint8Array.of(0xc0, 0x80))],
    ["half a pair of UTF-16", encode(Uint8Array.of(0xed, 0xa0, 0x80))],
  ])("is none in base64 with %s", (_, raw) => {
    expect(decodeHeaderValue(raw)).toBeUndefined();
  });

  test("is what was encoded, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(decodeHeaderValue(encode(text))).toBe(text);
      }),
    );
  });

  test("stands in one form of base64 alone", () => {
    const near = fc.string({
      unit: fc.constantFrom(..."YQJjQW=+/-_ a"),
      maxLength: 8,
    });
    fc.assert(
      fc.property(near, (text) => {
        const value = decodeHeaderValue(`=?base64?${text}?=`);
        if (value !== undefined)
          expect(encode(value)).toBe(`=?base64?${text}?=`);
      }),
      { numRuns: runs(2000) },
    );
  });
});
