import type { NormalSchema } from "../../../../schema/model/index.ts";
import { isAnnotation } from "./key.ts";
import { beside, type Term } from "./term.ts";
import { fitsTerm } from "./facts/values.ts";
import type { ValueType } from "./facts/types.ts";

/** The members of a union, of an `enum` and of several types; any other schema is its only one. */
export function membersOf(term: Term): Term[] {
  const { schema } = term;
  if ("const" in schema) return [beside(term, { const: schema.const })];
  const { enum: values, ...rest } = schema;
  if (values !== undefined)
    return values
      .filter((value) => fitsTerm(beside(term, rest), value))
      .map((value) => beside(term, { const: value }));
  const [keyword, second] = Object.keys(schema).filter(
    (one) => !isAnnotation(one),
  );
  if (second === undefined && (keyword === "anyOf" || keyword === "oneOf"))
    return (schema[keyword] ?? []).flatMap((one) =>
      membersOf(beside(term, one)),
    );
  if (!Array.isArray(schema.type)) return [term];
  return schema.type.map((type) => beside(term, ofType(schema, type)));
}

/** What a schema says of the values of one type. */
function ofType(
  schema: NormalSchema,
  type: Exclude<NormalSchema["type"], undefined | unknown[]>,
): NormalSchema {
  const name = type === "integer" ? "number" : type;
  const said = Object.entries(schema).filter(
    ([keyword]) => (typeOfKeyword[keyword] ?? name) === name,
  );
  return { ...(Object.fromEntries(said) as NormalSchema), type };
}

/** The keywords that say something of the values of one type alone. */
const typeOfKeyword: Readonly<Partial<Record<string, ValueType>>> = {
  ...keywordsOf("string", ["minLength", "maxLength", "pattern", "format"]),
  ...keywordsOf("number", ["minimum", "maximum", "multipleOf"]),
  ...keywordsOf("number", ["exclusiveMinimum", "exclusiveMaximum"]),
  ...keywordsOf("array", ["items", "prefixItems", "contains", "minContains"]),
  ...keywordsOf("array", ["maxContains", "minItems", "maxItems"]),
  ...keywordsOf("array", ["uniqueItems", "unevaluatedItems"]),
  ...keywordsOf("object", ["properties", "patternProperties", "required"]),
  ...keywordsOf("object", ["additionalProperties", "unevaluatedProperties"]),
  ...keywordsOf("object", ["propertyNames", "minProperties", "maxProperties"]),
  ...keywordsOf("object", ["dependentRequired", "dependentSchemas"]),
};

function keywordsOf<Type extends string>(
  type: Type,
  keywords: readonly (keyof NormalSchema)[],
): Record<string, Type> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, type]));
}
