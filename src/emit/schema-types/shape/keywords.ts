import type {
  NormalSchema,
  SchemaType,
} from "../../../schema/model/json-schema.ts";
import { equalSchema } from "./equal.ts";
import {
  anyArray,
  anyObject,
  anything,
  loosened,
  nothing,
  type ArrayRule,
  type ObjectRule,
  type Shape,
} from "./shape.ts";
import { uniteShapes } from "./unite.ts";
import { allValues, type Values } from "./values.ts";
import { expanded, type Working } from "./working.ts";

export function shapeOfTypes(types: readonly SchemaType[]): Shape {
  const isWhole = types.includes("integer") && !types.includes("number");
  const shape = uniteShapes(types.map(shapeOfType));
  // TypeScript knows no integers.
  return isWhole ? loosened(shape, ["numbers"]) : shape;
}

function shapeOfType(type: SchemaType): Shape {
  switch (type) {
    case "null":
      return { ...nothing, constants: only(null) };
    case "boolean":
      return { ...nothing, constants: only(true, false) };
    case "integer":
    case "number":
      return { ...nothing, numbers: allValues };
    case "string":
      return { ...nothing, strings: allValues };
    case "array":
      return { ...nothing, arrays: [anyArray] };
    case "object":
      return { ...nothing, objects: [anyObject] };
    default:
      return type satisfies never;
  }
}

export function shapeOfValues(
  values: readonly unknown[],
  working: Working,
): Shape {
  const strings: string[] = [];
  const numbers: number[] = [];
  const constants: (boolean | null)[] = [];
  const inner: Shape[] = [];
  for (const value of values) {
    if (typeof value === "string") strings.push(value);
    else if (typeof value === "number") numbers.push(value);
    else if (typeof value === "boolean" || value === null)
      constants.push(value);
    else if (typeof value === "object")
      inner.push(working.shapeOf(equalSchema(value)));
  }
  const plain: Shape = {
    ...nothing,
    strings: only(...strings),
    numbers: only(...numbers),
    constants: only(...constants),
  };
  return uniteShapes([plain, ...inner]);
}

function only<T>(...values: T[]): Values<T> {
  return { values: [...new Set(values)], areExcepted: false };
}

/** What the words for objects say, but for those that depend on others. */
export function shapeOfObjects(schema: NormalSchema): Shape {
  const members: ObjectRule[] = [];
  const { properties, patternProperties, additionalProperties } = schema;
  if ((properties ?? patternProperties ?? additionalProperties) !== undefined)
    members.push({
      properties: new Map(Object.entries(properties ?? {})),
      patterns: patternsOf(patternProperties ?? {}),
      ...(additionalProperties && { others: additionalProperties }),
    });
  const required = [...new Set(schema.required)];
  return { ...anything, objects: [{ members, required, absent: [] }] };
}

export function patternsOf(
  patterns: Record<string, NormalSchema>,
): [RegExp, NormalSchema][] {
  return Object.entries(patterns).map(([pattern, schema]) => [
    new RegExp(pattern, "u"),
    schema,
  ]);
}

/** What is said of all names, where it is a list of them. */
export function shapeOfNames(schema: NormalSchema, working: Working): Shape {
  const whole = expanded(working.shapeOf(schema), working);
  const { strings, loose } = whole;
  const each = strings.values.map((name) => [name, {}] as const);
  const member: ObjectRule = {
    properties: new Map<string, NormalSchema>(each),
    patterns: [],
    others: { not: {} },
  };
  const shape = strings.areExcepted
    ? { ...anyObject, absent: strings.values }
    : { ...anyObject, members: [member] };
  const objects = { ...anything, objects: [shape] };
  return loosened(objects, loose.has("strings") ? ["objects"] : []);
}

export function shapeOfArrays(schema: NormalSchema): Shape {
  const { prefixItems = [], items, minItems = 0, maxItems = Infinity } = schema;
  const members: ArrayRule[] = [];
  if (prefixItems.length > 0 || items !== undefined)
    members.push({
      first: prefixItems,
      ...(items && { others: items }),
    });
  if (minItems > maxItems) return { ...anything, arrays: [] };
  const array = { members, least: minItems, most: maxItems };
  return { ...anything, arrays: [array] };
}
