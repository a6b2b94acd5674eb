import type { Resolved } from "../../../schema/model/resolved.ts";
import type { Context } from "./context.ts";
import type { JsonSchema, Scalar } from "../schema/schema.ts";

/** First the members that need a schema each, then the values, then the simple types. */
export function unionSchema(
  members: readonly Resolved[],
  path: string,
  context: Context,
): JsonSchema {
  const values = members.flatMap(plainValue);
  const others = context
    .order(members)
    .filter((member) => plainValue(member).length === 0)
    .map((member) => memberSchema(member, path, context));
  const isBoolean =
    values.length === 2 && values.every((value) => typeof value === "boolean");
  const types = others.flatMap(plainType);
  return oneOrAny([
    ...others.filter((schema) => plainType(schema).length === 0),
    ...(values.length > 0 && !isBoolean ? [valuesSchema(values)] : []),
    ...typesSchema(isBoolean ? [...types, "boolean"] : types),
  ]);
}

function oneOrAny(schemas: JsonSchema[]): JsonSchema {
  const [first, second] = schemas;
  return first !== undefined && second === undefined
    ? first
    : { anyOf: schemas };
}

/** The name of a member says of it what a property would say of its type. */
function memberSchema(
  member: Resolved,
  path: string,
  context: Context,
): JsonSchema {
  const { alias } = member;
  return alias === undefined || member.kind === "keyword"
    ? context.write(member, { path })
    : context.write(member, { path, property: alias, via: alias });
}

function plainValue(member: Resolved): Scalar[] {
  return member.kind === "literal" && member.alias === undefined
    ? [member.value]
    : [];
}

function valuesSchema(values: Scalar[]): JsonSchema {
  const distinct = [...new Set(values)].sort();
  const types = new Set(distinct.map((value) => typeof value));
  const [first = ""] = distinct;
  return {
    ...(types.size === 1 && { type: typeof first }),
    ...(distinct.length === 1 ? { const: first } : { enum: distinct }),
  };
}

/** The type of a schema that says no more than a type. */
function plainType(schema: JsonSchema): string[] {
  const { type } = schema;
  return typeof type === "string" && Object.keys(schema).length === 1
    ? [type]
    : [];
}

/** `null` reads best at the end. */
function typesSchema(types: readonly string[]): JsonSchema[] {
  const distinct = new Set(types);
  const ordered = distinct.delete("null")
    ? [...distinct, "null"]
    : [...distinct];
  const [first, second] = ordered;
  if (first === undefined) return [];
  return [{ type: second === undefined ? first : ordered }];
}

/** A value must satisfy every member. In a published file, simple types come last. */
export function intersectionSchema(
  members: readonly Resolved[],
  path: string,
  context: Context,
): JsonSchema {
  const schemas = members.map((member) => context.write(member, { path }));
  if (context.corrected) return { allOf: schemas };
  const others = schemas.filter((schema) => plainType(schema).length === 0);
  return {
    allOf: [...others, ...typesSchema(schemas.flatMap(plainType))],
  };
}
