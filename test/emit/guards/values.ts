import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";
import {
  referredName,
  type Definitions,
} from "../../../src/emit/guards/scope/schemas.ts";
import { fc } from "../../support/random.ts";

type Values = fc.Arbitrary<unknown>;
type ValuesOf = (schema: JsonSchema, depth: number) => Values;

/** How deep values are filled with what they need not have. */
const filled = 6;

/** Where a type that cannot end is cut off; it is not valid then. */
const bottom = -20;

/**
 * Makes values that a JSON Schema should accept. They need not be valid: the
 * validators decide that, and have to agree.
 */
export function createValues(
  definitions: Definitions,
): (name: string) => Values {
  const known = new Map<string, Values>();

  function named(name: string, depth: number): Values {
    const key = `${depth} ${name}`;
    const values =
      known.get(key) ?? valuesOf(definitions.get(name) ?? {}, depth);
    known.set(key, values);
    return values;
  }

  function valuesOf(schema: JsonSchema, depth: number): Values {
    const name = referredName(schema);
    if (depth < bottom) return fc.constant(null);
    if (name !== undefined) return named(name, depth - 1);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (schema.anyOf !== undefined)
      return fc.oneof(
        ...membersAt(depth, schema.anyOf).map((member) =>
          valuesOf(member, depth),
        ),
      );
    if (schema.allOf !== undefined)
      return fc
        .tuple(...schema.allOf.map((part) => valuesOf(part, depth)))
        .map((parts) => merge(parts));
    return typedValues(schema, depth, valuesOf);
  }

  return (name) => named(name, filled);
}

/** Deep down, members that need nothing more come first. */
function membersAt(
  depth: number,
  members: readonly JsonSchema[],
): readonly JsonSchema[] {
  const ends = members.filter(
    ({ $ref, allOf, type }) =>
      $ref === undefined && allOf === undefined && type !== "array",
  );
  return depth > 0 || ends.length === 0 ? members : ends;
}

/** Objects become one; of other values the first one stands for all. */
function merge(parts: readonly unknown[]): unknown {
  const [first] = parts;
  const objects = typeof first === "object" && !Array.isArray(first);
  return objects
    ? Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})))
    : first;
}

function typedValues(
  schema: JsonSchema,
  depth: number,
  valuesOf: ValuesOf,
): Values {
  const { type } = schema;
  if (type === undefined) return anything;
  const types = typeof type === "string" ? [type] : type;
  return fc.oneof(
    ...types.map((name) => valuesOfType(name, schema, depth, valuesOf)),
  );
}

function valuesOfType(
  type: string,
  schema: JsonSchema,
  depth: number,
  valuesOf: ValuesOf,
): Values {
  switch (type) {
    case "string":
      return strings(schema);
    case "integer":
      return numbers(schema, true);
    case "number":
      return numbers(schema, false);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return arrays(schema, depth, valuesOf);
    case "object":
      return objects(schema, depth, valuesOf);
    default:
      throw new Error(`no values of type "${type}"`);
  }
}

const anything: Values = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -0,
  1.5,
  "",
  "text",
  [],
  [null],
  {},
  { a: { b: [] } },
);

const plainStrings = fc.constantFrom(
  "",
  "a",
  "text",
  "\u2028",
  "é",
  "💧",
  "\ud800",
  "0",
);

function strings({
  pattern,
  minLength,
  maxLength,
}: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  if (minLength === undefined && maxLength === undefined) return plainStrings;
  const least = minLength ?? 0;
  return fc.string({
    minLength: least,
    maxLength: maxLength ?? least + 3,
    unit: "binary",
  });
}

function numbers(schema: JsonSchema, whole: boolean): fc.Arbitrary<number> {
  const { multipleOf: step = 1 } = schema;
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -3 * step;
  const max = schema.maximum ?? schema.exclusiveMaximum ?? min + 6 * step;
  const multiples = fc
    .integer({ min: Math.ceil(min / step), max: Math.floor(max / step) })
    .map((n) => n * step);
  const inner = whole
    ? multiples
    : fc.oneof(multiples, fc.constant((min + max) / 2));
  return fc.oneof(inner, fc.constantFrom(min, max));
}

function arrays(schema: JsonSchema, depth: number, valuesOf: ValuesOf): Values {
  const {
    prefixItems = [],
    items,
    minItems = 0,
    maxItems,
    uniqueItems,
  } = schema;
  const item = items === undefined || Array.isArray(items) ? {} : items;
  const leading = depth > 0 ? prefixItems : prefixItems.slice(0, minItems);
  const first = leading.map((item) => valuesOf(item, depth - 1));
  const minLength = Math.max(0, minItems - first.length);
  const most = (maxItems ?? Infinity) - first.length;
  const maxLength = Math.max(
    minLength,
    Math.min(most, depth > 0 ? minLength + 2 : 0),
  );
  const element = valuesOf(item, depth - 1);
  const limits = { minLength, maxLength };
  const rest =
    uniqueItems === true
      ? fc.uniqueArray(element, {
          ...limits,
          selector: (value) => JSON.stringify(value),
        })
      : fc.array(element, limits);
  return fc
    .tuple(fc.tuple(...first), rest)
    .map(([first, rest]) => [...first, ...rest]);
}

function objects(
  schema: JsonSchema,
  depth: number,
  valuesOf: ValuesOf,
): Values {
  const {
    properties = {},
    required = [],
    additionalProperties: other,
  } = schema;
  const names = new Set([...Object.keys(properties), ...required]);
  const members = [...names].flatMap((name): fc.Arbitrary<Member | null>[] => {
    const needed = required.includes(name);
    if (!needed && depth <= 0) return [];
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const value = valuesOf(own ?? {}, depth - 1);
    const member = value.map((value): Member => [name, value]);
    return [needed ? member : fc.option(member)];
  });
  const declared = fc.tuple(...members);
  if (typeof other !== "object")
    return declared.map((members) => objectOf(members));
  const { minProperties: minLength = 0 } = schema;
  const limits = {
    minLength,
    maxLength: Math.max(minLength, depth > 0 ? 2 : 0),
  };
  const extra = fc.array(fc.tuple(keys, valuesOf(other, depth - 1)), limits);
  return fc
    .tuple(declared, extra)
    .map(([members, extra]) => objectOf([...extra, ...members]));
}

type Member = readonly [key: string, value: unknown];

const keys = fc.constantFrom(
  "a",
  "b",
  "c",
  "io.example/x",
  "__proto__",
  "toString",
  "",
);

/** As JSON.parse makes it: `__proto__` is a key like any other. */
function objectOf(members: readonly (Member | null)[]): object {
  return Object.fromEntries(members.filter((member) => member !== null));
}
