import { expect, test } from "vitest";
import {
  entriesOf,
  fieldsOf,
  integerOf,
  listOf,
  optionalText,
  replyText,
} from "../../../../src/runtime/stores/redis/link/reply.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One answer of XREAD, as clients give it by their protocol and settings. */
const forms: Readonly<Record<string, unknown>> = {
  "lists, as with RESP2": [["s", [["1-0", ["n", "1", "m", "hé"]]]]],
  "an object, as with RESP3": { s: [["1-0", ["n", "1", "m", "hé"]]] },
  "a Map": new Map([["s", [["1-0", ["n", "1", "m", "hé"]]]]]),
  "a flat list": ["s", [["1-0", ["n", "1", "m", "hé"]]]],
  bytes: [
    [
      bytes("s"),
      [[bytes("1-0"), [bytes("n"), bytes("1"), bytes("m"), bytes("hé")]]],
    ],
  ],
  "pairs of pairs": [
    [
      "s",
      [
        [
          "1-0",
          [
            ["n", "1"],
            ["m", "hé"],
          ],
        ],
      ],
    ],
  ],
  "objects that a client made": {
    s: [{ id: "1-0", message: { n: "1", m: "hé" } }],
  },
};

test.each(Object.entries(forms))("entries are read of %s", (_, reply) => {
  expect(entriesOf(reply)).toEqual(
    new Map([
      [
        "s",
        [
          {
            id: "1-0",
            fields: new Map([
              ["n", "1"],
              ["m", "hé"],
            ]),
          },
        ],
      ],
    ]),
  );
});

test("nothing is no entries", () => {
  expect(entriesOf(null)).toEqual(new Map());
});

test("fields are read of all forms, also empty ones", () => {
  const fields = new Map([["a", "1"]]);
  for (const reply of [["a", 1n], { a: 1 }, new Map([["a", bytes("1")]])])
    expect(fieldsOf(reply)).toEqual(fields);
  for (const reply of [[], {}, new Map()])
    expect(fieldsOf(reply)).toEqual(new Map());
});

test("integers are read of numbers, bigints and text", () => {
  for (const reply of [7, 7n, "7", bytes("7")])
    expect(integerOf(reply)).toBe(7);
});

test("nil is no text", () => {
  expect(optionalText(null)).toBeUndefined();
  expect(optionalText("")).toBe("");
});

test("what is something else is told without what came", () => {
  const secret = ["a secret"];
  for (const read of [replyText, integerOf])
    expect(() => read(secret)).toThrow(
      "the Redis client returned a list instead of text",
    );
  expect(() => integerOf("a secret")).toThrow(/^(?!.*a secret)/);
  expect(() => listOf("a secret")).toThrow("returned string instead of a list");
  expect(() => fieldsOf(null)).toThrow("returned nil instead of a map");
});
