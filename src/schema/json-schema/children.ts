import type { NormalSchema } from "../model/json-schema.ts";
import type { SchemaPath } from "./error.ts";

/** A schema directly within another. */
export interface SchemaChild {
  readonly schema: NormalSchema;
  /** The keys that lead to it. */
  readonly path: SchemaPath;
  /** What it is applied to: the same value, a part of it, or a name in it. */
  readonly appliesTo: "value" | "part" | "name";
}

const sameValue = ["not", "if", "then", "else"] as const;
const parts = [
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "unevaluatedItems",
  "contains",
] as const;

/** The schemas directly within one, in an order that is always the same; references are not followed. */
export function childrenOf(schema: NormalSchema): SchemaChild[] {
  const children: SchemaChild[] = [];
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const)
    addList(keyword, "value");
  for (const keyword of sameValue) addOne(keyword, "value");
  addMap("dependentSchemas", "value");
  addMap("properties", "part");
  addMap("patternProperties", "part");
  addList("prefixItems", "part");
  for (const keyword of parts) addOne(keyword, "part");
  addOne("propertyNames", "name");
  return children;

  function addOne(
    keyword:
      (typeof sameValue)[number] | (typeof parts)[number] | "propertyNames",
    appliesTo: SchemaChild["appliesTo"],
  ): void {
    const child = schema[keyword];
    if (child) children.push({ schema: child, path: [keyword], appliesTo });
  }

  function addList(
    keyword: "allOf" | "anyOf" | "oneOf" | "prefixItems",
    appliesTo: SchemaChild["appliesTo"],
  ): void {
    schema[keyword]?.forEach((child, at) => {
      children.push({ schema: child, path: [keyword, at], appliesTo });
    });
  }

  function addMap(
    keyword: "properties" | "patternProperties" | "dependentSchemas",
    appliesTo: SchemaChild["appliesTo"],
  ): void {
    for (const [key, child] of Object.entries(schema[keyword] ?? {}))
      children.push({ schema: child, path: [keyword, key], appliesTo });
  }
}
