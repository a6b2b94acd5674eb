import type { JsonSchema, Scalar } from "../../json-schema/index.ts";

/** The declared types that a guard is made for, with what they accept. */
export type Definitions = ReadonlyMap<string, JsonSchema>;

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
export function referredName(schema: JsonSchema): string | undefined {
  const { $ref } = schema;
  if ($ref === undefined) return undefined;
  return decodeURIComponent($ref.slice($ref.lastIndexOf("/") + 1));
}

/** Follows references to the schema that says something itself. */
export function resolve(
  schema: JsonSchema,
  definitions: Definitions,
): JsonSchema {
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
export function acceptsAnything(schema: JsonSchema): boolean {
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

/** The values that a schema lists, where it lists them. */
export function listedValues(
  schema: JsonSchema,
): readonly Scalar[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return schema.enum;
}

/** The JSON types that a schema names: integers are numbers. */
export function typesOf(
  schema: JsonSchema,
  definitions: Definitions,
): JsonType[] {
  const resolved = resolve(schema, definitions);
  const { type, anyOf } = resolved;
  if (anyOf !== undefined)
    return [
      ...new Set(anyOf.flatMap((member) => typesOf(member, definitions))),
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

function typeOfValue(value: Scalar): JsonType {
  const type = typeof value;
  return type === "string" || type === "number" ? type : "boolean";
}

/** The members of a union, with those of unions inside it. */
export function unionMembers(
  schema: JsonSchema,
  definitions: Definitions,
): JsonSchema[] {
  return (schema.anyOf ?? []).flatMap((member) => {
    const resolved = resolve(member, definitions);
    const inner = onlyUnion(resolved)
      ? unionMembers(resolved, definitions)
      : [];
    return inner.length > 0 ? inner : [member];
  });
}

function onlyUnion(schema: JsonSchema): boolean {
  const { anyOf, ...rest } = schema;
  return anyOf !== undefined && acceptsAnything(rest);
}
