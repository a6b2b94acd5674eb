import { describe, expect, it } from "vitest";
import { accepts, readSchema } from "../../../src/schema/json-schema/index.ts";
import { fc, runs, seed } from "../../support/random.ts";

/** Says the same as `exact`, and takes exponential time. */
const slow = "^(a+)+$";
const exact = "^a+$";

const isText = { type: "string" } as const;
const parts = (schema: object) =>
  readSchema(schema).unchecked.map(({ path }) => path.join("/"));

describe("what would refuse more as a part of it is not checked", () => {
  it("is not checked either, and named", () => {
    const bad = { pattern: slow };
    expect(parts({ not: bad })).toEqual(["not/pattern", "not"]);
    expect(parts({ not: { items: { anyOf: [bad] } } })).toEqual([
      "not/items/anyOf/0/pattern",
      "not",
    ]);
    expect(parts({ if: bad, then: false })).toEqual(["if/pattern", "if"]);
    expect(
      parts({
        if: { properties: { a: bad } },
        unevaluatedProperties: false,
      }),
    ).toEqual(["if/properties/a/pattern", "if", "unevaluatedProperties"]);
    expect(parts({ contains: bad, maxContains: 1 })).toEqual([
      "contains/pattern",
      "maxContains",
    ]);
    expect(parts({ patternProperties: { [slow]: {} } })).toEqual([
      `patternProperties/${slow}`,
    ]);
    expect(
      parts({ patternProperties: { [slow]: {} }, additionalProperties: false }),
    ).toEqual([`patternProperties/${slow}`, "additionalProperties"]);
    expect(
      parts({
        allOf: [{ $ref: "#/$defs/a" }],
        unevaluatedProperties: false,
        $defs: { a: { anyOf: [{ patternProperties: { [slow]: {} } }] } },
      }),
    ).toEqual([
      `$defs/a/anyOf/0/patternProperties/${slow}`,
      "unevaluatedProperties",
    ]);
  });

  it("is only that: what refuses less stays", () => {
    const document = readSchema({
      allOf: [
        { anyOf: [{ pattern: slow }, { type: "number" }] },
        { items: { pattern: slow }, minItems: 1 },
        { if: isText, then: { pattern: slow }, else: { minimum: 3 } },
        { contains: { pattern: slow }, minContains: 2 },
      ],
    });
    expect(document.root).toEqual({
      allOf: [
        { anyOf: [{}, { type: "number" }] },
        { items: {}, minItems: 1 },
        { if: isText, then: {}, else: { minimum: 3 } },
        { contains: {}, minContains: 2 },
      ],
    });
  });

  it("leaves of oneOf that one of them holds", () => {
    const { root } = readSchema({ oneOf: [{ pattern: slow }, isText] });
    expect(root).toEqual({ allOf: [{ anyOf: [{}, isText] }] });
  });

  it("is found through references that lead round in a circle", () => {
    const document = readSchema({
      $ref: "#/$defs/a",
      $defs: {
        a: { properties: { b: { not: { $ref: "#/$defs/b" } } } },
        b: { properties: { a: { $ref: "#/$defs/a" }, c: { pattern: slow } } },
      },
    });
    expect(accepts(document, { b: { c: "b" } })).toBe(true);
    expect(document.definitions.get("a")).toEqual({ properties: { b: {} } });
  });
});

describe(`random schemas with patterns that are not checked (MCP_GEN_SEED=${seed})`, () => {
  type Schema = boolean | { readonly [keyword: string]: unknown };
  const name = fc.constantFrom("a", "aa", "b");
  const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
    const one = tie("schema");
    const some = fc.array(one, { minLength: 1, maxLength: 3 });
    const named = fc.dictionary(name, one, { minKeys: 1, maxKeys: 2 });
    const key = fc.constantFrom(exact, exact, "b");
    const keywords: readonly fc.Arbitrary<Schema>[] = [
      ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) =>
        some.map((value) => ({ [keyword]: value })),
      ),
      ...["not", "items", "contains", "propertyNames"].map((keyword) =>
        one.map((value) => ({ [keyword]: value })),
      ),
      ...["properties", "dependentSchemas"].map((keyword) =>
        named.map((value) => ({ [keyword]: value })),
      ),
      fc
        .dictionary(key, one)
        .map((patternProperties) => ({ patternProperties })),
      fc.tuple(one, one, one).map(([first, then, other]) => ({
        if: first,
        then,
        else: other,
      })),
      fc.constant({ $ref: "#" }).map((root) => ({ properties: { a: root } })),
    ];
    const last = fc.constantFrom(
      {},
      { unevaluatedProperties: false },
      { unevaluatedItems: false },
      { additionalProperties: false },
      { maxContains: 1 },
    );
    return {
      schema: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.constantFrom<Schema>(
          { pattern: exact },
          { pattern: exact },
          { pattern: "b" },
          isText,
          { const: "a" },
          { required: ["a"] },
          true,
          false,
        ),
        fc
          .tuple(
            fc.array(fc.oneof(...keywords), { minLength: 1, maxLength: 3 }),
            last,
          )
          .map(([all, more]): Schema => Object.assign({}, ...all, more)),
      ),
    };
  });
  const texts = ["a", "aa", "b", "ab", "c"];
  const small: unknown[] = [
    ...texts,
    1,
    {},
    [],
    ["a"],
    ["b", "aa"],
    [1, "a", "a"],
  ];
  const values = [
    ...small,
    ...small.flatMap((one) => [
      [one],
      ["b", one],
      { a: one },
      { b: one },
      { aa: one, b: "a" },
      { a: { a: one, c: 1 } },
    ]),
  ];

  it("accept what they accept with patterns that are", () => {
    let loosened = 0;
    let refused = 0;
    // About half are loosened: that of 400 a third is not has a chance of 10^-10.
    const numRuns = runs(600, 400);
    fc.assert(
      fc.property(schema, (written) => {
        const text = JSON.stringify(written);
        const whole = readSchema(written);
        const loose = readSchema(
          JSON.parse(
            text.replaceAll(JSON.stringify(exact), JSON.stringify(slow)),
          ),
        );
        if (loose.unchecked.length > whole.unchecked.length) loosened++;
        for (const value of values) {
          const isLoose = accepts(loose, value);
          if (!isLoose) refused++;
          if (!isLoose && accepts(whole, value))
            expect.fail(`${text} accepts ${JSON.stringify(value)}`);
        }
      }),
      { seed, numRuns },
    );
    expect(loosened).toBeGreaterThan(numRuns / 3);
    expect(refused).toBeGreaterThan((numRuns * 10) / 3);
  });
});
