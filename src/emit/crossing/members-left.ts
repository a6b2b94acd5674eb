import { acceptsAnything, type Definitions } from "../guards/scope/schemas.ts";
import type { JsonSchema } from "../json-schema/index.ts";
import { areLimitsWithin, limitsOf } from "./scalar.ts";
import { declaredAs, type SchemaWithin } from "./within.ts";

/** What working out what is left of a type needs. */
export interface LeftInside {
  readonly older: Definitions;
  readonly within: SchemaWithin;
  /** What is left of a type that stands inside. */
  left(from: JsonSchema, to: JsonSchema): JsonSchema;
}

/** What is left of two objects or two lists, member by member; undefined of any others. */
export function membersLeft(
  from: JsonSchema,
  to: JsonSchema,
  inside: LeftInside,
): JsonSchema | undefined {
  if (from.type === "object" && to.type === "object")
    return fieldsLeft(from, to, inside);
  if (from.type === "array" && to.type === "array")
    return itemsLeft(from, to, inside);
  return undefined;
}

function fieldsLeft(
  from: JsonSchema,
  to: JsonSchema,
  { left, within }: LeftInside,
): JsonSchema {
  const required = (to.required ?? []).filter(
    (name) => !(from.required ?? []).includes(name),
  );
  const fields = Object.entries(to.properties ?? {}).map(
    ([name, type]): [string, JsonSchema] => {
      const own = declaredAs(name, from);
      if (own !== undefined) return [name, left(own, type)];
      return [name, required.includes(name) ? type : {}];
    },
  );
  const isOpen = othersWithin(from, to, within);
  const kept = fields.filter(([, type]) => !isOpen || !acceptsAnything(type));
  return {
    type: "object",
    ...(kept.length > 0 && { properties: Object.fromEntries(kept) }),
    ...(required.length > 0 && { required }),
    ...(!isOpen &&
      to.additionalProperties !== undefined && {
        additionalProperties: to.additionalProperties,
      }),
    ...(!areLimitsWithin(from, to) && limitsOf(to)),
  };
}

function othersWithin(
  from: JsonSchema,
  to: JsonSchema,
  within: SchemaWithin,
): boolean {
  const { properties: _, required: __, ...others } = to;
  const named = new Set(Object.keys(to.properties ?? {}));
  const undeclared = Object.entries(from.properties ?? {}).filter(
    ([name]) => !named.has(name),
  );
  return within(
    { ...from, properties: Object.fromEntries(undeclared) },
    { ...others, type: "object" },
  );
}

function itemsLeft(
  from: JsonSchema,
  to: JsonSchema,
  { left }: LeftInside,
): JsonSchema {
  if (from.prefixItems !== undefined || to.prefixItems !== undefined) return to;
  const [own = {}, wanted = {}] = [itemsOf(from), itemsOf(to)];
  const items = left(own, wanted);
  return {
    type: "array",
    ...(!acceptsAnything(items) && { items }),
    ...(!areLimitsWithin(from, to) && limitsOf(to)),
  };
}

function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return Array.isArray(items) ? undefined : items;
}
