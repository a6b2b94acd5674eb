import { fc } from "../../support/random.ts";

/** A JSON Schema of 2020-12, as somebody may write it. */
export type RandomSchema = boolean | { readonly [keyword: string]: unknown };

const names = ["a", "b", "c", "toString", "constructor", "2"] as const;
const patterns = ["^a", "b$", "o", "^[0-9]+$"] as const;
const definitions = ["One", "Two/~x"] as const;

const name = fc.constantFrom(...names);
const few = { minLength: 1, maxLength: 3 } as const;
const count = fc.integer({ min: 0, max: 3 });

/**
 * Values of which few differ, so that schemas and values meet. Of numbers from 1e21 on
 * ajv says that they are no multiple of 1.
 */
export const smallValues: fc.Arbitrary<unknown> = fc.letrec<{
  value: unknown;
}>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: "value" },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -2, 0.5, 3, 1e20),
    fc.constantFrom("", "a", "b", "ab", "😀", "toString", "2"),
    fc.array(tie("value"), { maxLength: 4, depthIdentifier: "value" }),
    fc.dictionary(name, tie("value"), {
      maxKeys: 4,
      depthIdentifier: "value",
      noNullPrototype: true,
    }),
  ),
})).value;

const randomSchemas: fc.Arbitrary<RandomSchema> = fc.letrec<{
  schema: RandomSchema;
}>((tie) => {
  const schema = tie("schema");
  const list = fc.array(schema, few);
  const map = fc.dictionary(name, schema, {
    maxKeys: 3,
    noNullPrototype: true,
  });
  const type = fc.constantFrom(
    ...["null", "boolean", "integer", "number", "string", "array", "object"],
  );
  const number = fc.constantFrom(-2, 0, 0.5, 1, 2, 3);
  const typed = fc.oneof(
    type,
    fc.uniqueArray(type, { minLength: 1, maxLength: 3 }),
  );
  const keywords = {
    type: typed,
    const: smallValues,
    enum: fc.array(smallValues, few),
    $ref: fc
      .constantFrom(...definitions, "")
      .map((one) => (one === "" ? "#" : `#/$defs/${pointer(one)}`)),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
    if: schema,
    then: schema,
    else: schema,
    properties: map,
    patternProperties: fc.dictionary(fc.constantFrom(...patterns), schema, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    additionalProperties: schema,
    unevaluatedProperties: schema,
    propertyNames: schema,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    dependentRequired: fc.dictionary(
      name,
      fc.uniqueArray(name, { maxLength: 2 }),
      { maxKeys: 2, noNullPrototype: true },
    ),
    dependentSchemas: map,
    minProperties: count,
    maxProperties: count,
    prefixItems: list,
    items: schema,
    unevaluatedItems: schema,
    contains: schema,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom(...patterns),
  };
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: "schema" },
      fc.constantFrom<RandomSchema>(true, false, {}, { type: "string" }),
      { weight: 5, arbitrary: fewOf(keywords, schema) },
    ),
  };
}).schema;

/** Whole schemas with definitions, which any of their parts may refer to. */
export const randomDocuments: fc.Arbitrary<object> = fc
  .tuple(randomSchemas, randomSchemas, randomSchemas)
  .map(([root, ...others]) => ({
    ...(typeof root === "boolean" ? { allOf: [root] } : root),
    $defs: Object.fromEntries(
      definitions.map((name, index) => [name, others[index] ?? true]),
    ),
  }));

function pointer(one: string): string {
  return encodeURIComponent(one.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** A few of the keywords: all of them at once accept nothing. */
function fewOf(
  keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  schema: fc.Arbitrary<RandomSchema>,
): fc.Arbitrary<RandomSchema> {
  const entries = Object.entries(keywords).map(([keyword, values]) =>
    values.map((value) => ({ [keyword]: value })),
  );
  const conditional = fc.record(
    { if: schema, then: schema, else: schema },
    { requiredKeys: ["if"], noNullPrototype: true },
  );
  return fc
    .array(fc.oneof(...entries, conditional), { minLength: 1, maxLength: 4 })
    .map((chosen) => Object.assign({}, ...chosen) as RandomSchema);
}
