import type { NormalSchema, SchemaType } from "../../model/json-schema.ts";
import { arrayFor } from "./arrays.ts";
import { flatten } from "./flatten.ts";
import type { Attempt, Made, Maker } from "./maker.ts";
import { numberFor } from "./numbers.ts";
import { objectFor } from "./objects.ts";
import { oneOf } from "./random.ts";
import { textFor } from "./texts.ts";

/** A value that may fit all of these, if one was found at this attempt. */
export function valueFor(
  schemas: readonly NormalSchema[],
  maker: Maker,
  effort: Attempt,
): Made {
  const all = flatten(schemas, maker, effort);
  const given = givenValue(all, schemas, maker, effort);
  if (given) return given;
  if (all.some((one) => "const" in one || one.enum)) return undefined;
  const type = chooseType(all, maker, effort);
  switch (type) {
    case undefined:
      return undefined;
    case "null":
      return { value: null };
    case "boolean":
      return { value: maker.random() < 0.5 };
    case "integer":
    case "number":
      return made(numberFor(all, type === "integer", maker.random));
    case "string":
      return made(textFor(all, effort.place.name, maker));
    case "array":
      return arrayFor(all, maker, effort);
    case "object":
      return objectFor(all, maker, effort);
    default:
      return type satisfies never;
  }
}

function made(value: string | number | undefined): Made {
  return value === undefined ? undefined : { value };
}

/** A value that the schemas name. */
function givenValue(
  all: readonly NormalSchema[],
  schemas: readonly NormalSchema[],
  maker: Maker,
  { attempt }: Attempt,
): Made {
  const shown = all.flatMap(({ examples = [] }) => examples);
  const usual = all.flatMap((one) => ("default" in one ? [one.default] : []));
  const only = all.flatMap((one) => [
    ...("const" in one ? [one.const] : []),
    ...(one.enum ?? []),
  ]);
  // What was shown did not do, or it would not be tried again.
  const sources = attempt === 0 ? [shown, usual, only] : [only];
  for (const source of sources) {
    const value = oneOf(
      maker.random,
      source.filter((candidate) => maker.fits(candidate, schemas)),
    );
    if (value !== undefined) return { value: structuredClone(value) };
  }
  return undefined;
}

const allTypes: readonly SchemaType[] = [
  ...(["object", "array", "string", "integer"] as const),
  ...(["number", "boolean", "null"] as const),
];

/** A type that all allow: one that they speak of, where any will do. */
function chooseType(
  all: readonly NormalSchema[],
  { random }: Maker,
  { attempt }: Attempt,
): SchemaType | undefined {
  const open = allTypes.filter((type) =>
    all.every((one) => allows(one, type) && !isRuledOut(one, type)),
  );
  const spoken = open.filter((type) => all.some((one) => speaksOf(one, type)));
  const isNamed = all.some(({ type }) => type !== undefined);
  const usual: SchemaType[] = open.includes("string") ? ["string"] : open;
  const among =
    attempt > 3 || isNamed ? open : spoken.length > 0 ? spoken : usual;
  const telling = among.filter((type) => type !== "null");
  // An integer is a number, too: where both are open, numbers may have fractions.
  return oneOf(random, attempt < 2 && telling.length > 0 ? telling : among);
}

function allows({ type }: NormalSchema, wanted: SchemaType): boolean {
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  if (wanted === "integer" && types.includes("number")) return true;
  return types.includes(wanted);
}

/** By a `not` that speaks of nothing else. */
function isRuledOut({ not }: NormalSchema, wanted: SchemaType): boolean {
  if (!not?.type || Object.keys(not).length > 1) return false;
  return allows(not, wanted);
}

/** Whether it has a rule for values of a type. */
function speaksOf(schema: NormalSchema, type: SchemaType): boolean {
  return rules[type].some((keyword) => keyword in schema);
}

const numberRules: readonly (keyof NormalSchema)[] = [
  ...(["minimum", "maximum", "multipleOf"] as const),
  ...(["exclusiveMinimum", "exclusiveMaximum"] as const),
];

const rules: Readonly<Record<SchemaType, readonly (keyof NormalSchema)[]>> = {
  null: [],
  boolean: [],
  integer: [],
  number: numberRules,
  string: ["minLength", "maxLength", "pattern", "format"],
  array: [
    ...(["items", "prefixItems", "minItems", "maxItems"] as const),
    ...(["contains", "uniqueItems", "unevaluatedItems"] as const),
  ],
  object: [
    ...(["properties", "required", "additionalProperties"] as const),
    ...(["patternProperties", "propertyNames", "minProperties"] as const),
    ...(["maxProperties", "dependentRequired", "dependentSchemas"] as const),
    "unevaluatedProperties",
  ],
};
