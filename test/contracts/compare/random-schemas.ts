import { fc } from "../../support/random.ts";

/** A JSON Schema as it is written. */
export type Written = boolean | { readonly [keyword: string]: unknown };

const names = ["a", "b"];
const scalars = [null, true, 0, 1, 2, 0.5, "", "a", "ab"];
const patterns = ["^a", "b$", "^.$"];

const small = fc.constantFrom(0, 1, 2);
const someNames = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 });

/** Keywords with a value, the schemas inside as given. */
function keywords(inside: fc.Arbitrary<Written>): fc.Arbitrary<Written>[] {
  const one = <Value>(keyword: string, value: fc.Arbitrary<Value>) =>
    value.map((said) => ({ [keyword]: said }));
  const list = fc.array(inside, { minLength: 1, maxLength: 3 });
  const types = ["null", "boolean", "integer", "number", "string"];
  const type = fc.constantFrom(...types, "array", "object");
  const object = fc.record(
    {
      properties: fc.dictionary(fc.constantFrom(...names), inside),
      required: someNames,
      additionalProperties: inside,
      patternProperties: fc.dictionary(fc.constantFrom(...patterns), inside),
    },
    { requiredKeys: [] },
  );
  const array = fc.record(
    {
      prefixItems: list,
      items: inside,
      minItems: small,
      maxItems: small,
      uniqueItems: fc.boolean(),
      contains: inside,
      minContains: small,
      maxContains: small,
    },
    { requiredKeys: [] },
  );
  return [
    one("type", fc.oneof(type, fc.uniqueArray(type, { minLength: 1 }))),
    one("const", fc.constantFrom(...scalars)),
    one("enum", fc.uniqueArray(fc.constantFrom(...scalars), { minLength: 1 })),
    object,
    object.map((said) => ({ type: "object", ...said })),
    array.map((said) => ({ type: "array", ...said })),
    fc.record({ if: inside, then: inside, else: inside }),
    ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(
      (keyword) => one(keyword, small),
    ),
    one("multipleOf", fc.constantFrom(1, 2, 0.5)),
    ...["minLength", "maxLength", "minProperties", "maxProperties"].map(
      (keyword) => one(keyword, small),
    ),
    one("pattern", fc.constantFrom(...patterns)),
    ...["anyOf", "oneOf", "allOf"].map((keyword) => one(keyword, list)),
    ...["not", "propertyNames", "unevaluatedProperties"].map((keyword) =>
      one(keyword, inside),
    ),
    one("unevaluatedItems", inside),
    one(
      "dependentRequired",
      fc.dictionary(fc.constantFrom(...names), someNames),
    ),
    one("dependentSchemas", fc.dictionary(fc.constantFrom(...names), inside)),
    fc.constant({ $ref: "#" }),
    fc.constantFrom("A", "B").map((name) => ({ $ref: `#/$defs/${name}` })),
  ];
}

function schemaOf(depth: number): fc.Arbitrary<Written> {
  if (depth === 0)
    return fc.oneof(
      fc.boolean(),
      fc.constantFrom<Written>({ type: "string" }, { type: "integer" }),
      fc.constantFrom(...scalars).map((value) => ({ const: value })),
    );
  const inside = fc.oneof(schemaOf(depth - 1), schemaOf(0));
  return fc
    .array(fc.oneof(...keywords(inside)), { minLength: 1, maxLength: 3 })
    .map((parts) => Object.assign({}, ...parts) as Written);
}

/** A schema with two definitions, which refer to each other and to the root. */
export const schemas: fc.Arbitrary<Written> = fc
  .tuple(schemaOf(2), schemaOf(1), schemaOf(1))
  .map(([root, A, B]) =>
    typeof root === "boolean" ? root : { ...root, $defs: { A, B } },
  );

/** A schema, and one that was made of it by a small change, or has nothing to do with it. */
export const pairs: fc.Arbitrary<readonly [Written, Written]> = fc
  .tuple(schemas, schemas, fc.nat(3), fc.infiniteStream(fc.nat(1000)))
  .map(([one, other, how, choices]) => {
    const next = (): number => choices.next().value as number;
    if (how === 0) return [one, other];
    const changed = changeOne(one, other, next);
    return how === 1 ? [one, changed] : [changed, one];
  });

/** Takes a keyword away somewhere, puts one of another schema there, or takes a member away. */
function changeOne(
  schema: Written,
  other: Written,
  next: () => number,
): Written {
  if (typeof schema === "boolean" || typeof other === "boolean") return other;
  const keys = Object.keys(schema).filter((key) => key !== "$defs");
  const key = keys[next() % Math.max(1, keys.length)];
  if (key === undefined) return other;
  const value = schema[key];
  const { [key]: _, ...without } = schema;
  if (next() % 3 === 0) return without;
  if (Array.isArray(value) && value.length > 1)
    return { ...schema, [key]: value.slice(1) };
  if (isSchemas(key) && typeof value === "object" && value !== null) {
    const [name, inner] = Object.entries(value)[0] ?? [];
    if (name === undefined) return without;
    const changed = changeOne(inner as Written, other, next);
    return { ...schema, [key]: { ...value, [name]: changed } };
  }
  return { ...other, ...without, $defs: schema["$defs"] ?? {} };
}

function isSchemas(key: string): boolean {
  return ["properties", "patternProperties", "dependentSchemas"].includes(key);
}

/** Values that such schemas tell apart. */
export const values: readonly unknown[] = (() => {
  const plain = [
    null,
    true,
    false,
    -1,
    0,
    1,
    2,
    0.5,
    "",
    "a",
    "b",
    "ab",
    "abc",
  ];
  const some = [null, 1, 2, "a", "ab"];
  const lists = [
    [],
    ...some.map((one) => [one]),
    ...some.flatMap((one) => [1, "a"].map((other) => [one, other])),
    ...[[1, 2, "a"], [null, null, 1], [["a"]], [{}], [{ a: 1 }, "a"]],
  ];
  const inner = [...some, true, [], [1], {}, { a: 1 }, { b: "a" }, { a: "a" }];
  const objects = [
    {},
    ...inner.flatMap((value) => [{ a: value }, { b: value }, { c: value }]),
    ...inner.flatMap((value) => some.map((other) => ({ a: value, b: other }))),
    ...some.map((value) => ({ a: value, ab: value })),
    ...some.map((value) => ({ a: 1, b: "a", c: value })),
    JSON.parse('{"__proto__": 1}') as object,
  ];
  return [...plain, ...lists, ...objects];
})();
