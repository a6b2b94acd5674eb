import type { JsonSchema } from "../../json-schema/index.ts";
import type { GuardSchema, Listed } from "./guard-schema.ts";

/** The declared types that a guard is made for, with what they accept. */
export type Definitions = ReadonlyMap<string, JsonSchema>;

/** What checks refer to, by name. */
export type GuardDefinitions = ReadonlyMap<string, GuardSchema>;

/** The JSON types that a value can have. */
export type JsonType =
  "null" | "boolean" | "number" | "string" | "array" | "object";

const everyType: readonly JsonType[] = [
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
];

/** The name of the definition that a schema refers to. */
export function referredName(schema: GuardSchema): string | undefined {
  const { $ref } = schema;
  if ($ref === undefined) return undefined;
  return decodeURIComponent($ref.slice($ref.lastIndexOf("/") + 1));
}

/** Follows references to the schema that says something itself. */
export function resolve<Schema extends GuardSchema>(
  schema: Schema,
  definitions: ReadonlyMap<string, Schema>,
): Schema {
  let resolved = schema;
  for (let steps = 0; steps <= definitions.size; steps++) {
    const name = referredName(resolved);
    const target = name === undefined ? undefined : definitions.get(name);
    if (target === undefined) return resolved;
    resolved = target;
  }
  return resolved;
}

/** Whether a schema accepts every value. */
export function acceptsAnything(schema: GuardSchema): boolean {
  return Object.keys(schema).every((keyword) => annotations.has(keyword));
}

const annotations: ReadonlySet<string> = new Set([
  "description",
  "title",
  "default",
  "deprecated",
  "format",
  "$comment",
  "examples",
]);

/** Whether a schema accepts no value. */
export function acceptsNothing({ not }: GuardSchema): boolean {
  return not !== undefined && acceptsAnything(not);
}

/** Whether a check of its own fails where there is no value. */
export function refusesAbsence(
  schema: GuardSchema,
  definitions: GuardDefinitions,
): boolean {
  const said = resolve(schema, definitions);
  const { type, anyOf, oneOf, allOf = [] } = said;
  if (type !== undefined || listedValues(said) !== undefined) return true;
  const refuses = (one: GuardSchema): boolean =>
    acceptsAnything(one) || refusesAbsence(one, definitions);
  const members = anyOf ?? oneOf;
  if (members !== undefined) return members.every(refuses);
  if (acceptsAnything(said)) return schema.$ref !== undefined;
  return allOf.some((part) => refusesAbsence(part, definitions));
}

/** The values that a schema lists, where it lists them. */
export function listedValues(
  schema: GuardSchema,
): readonly Listed[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return schema.enum;
}

/** The JSON types that a schema names: integers are numbers. */
export function typesOf(
  schema: GuardSchema,
  definitions: GuardDefinitions,
): JsonType[] {
  const resolved = resolve(schema, definitions);
  const { type } = resolved;
  const members = resolved.anyOf ?? resolved.oneOf;
  if (members !== undefined)
    return [
      ...new Set(members.flatMap((member) => typesOf(member, definitions))),
    ];
  if (type === undefined && resolved.allOf !== undefined) {
    const parts = resolved.allOf.map((part) => typesOf(part, definitions));
    return everyType.filter((name) => parts.every((of) => of.includes(name)));
  }
  const listed = listedValues(resolved);
  if (type === undefined && listed !== undefined)
    return [...new Set(listed.map(typeOfValue))];
  if (type === undefined) return [...everyType];
  const names = typeof type === "string" ? [type] : type;
  return everyType.filter(
    (name) =>
      names.includes(name) || (name === "number" && names.includes("integer")),
  );
}

function typeOfValue(value: Listed): JsonType {
  if (value === null) return "null";
  const type = typeof value;
  return type === "string" || type === "number" ? type : "boolean";
}

/** The members of a union, with those of unions inside it. */
export function unionMembers(
  schema: GuardSchema,
  definitions: GuardDefinitions,
): GuardSchema[] {
  return (schema.anyOf ?? []).flatMap((member) => {
    const resolved = resolve(member, definitions);
    const inner = onlyUnion(resolved)
      ? unionMembers(resolved, definitions)
      : [];
    return inner.length > 0 ? inner : [member];
  });
}

function onlyUnion(schema: GuardSchema): boolean {
  const { anyOf, ...rest } = schema;
  return anyOf !== undefined && acceptsAnything(rest);
}
