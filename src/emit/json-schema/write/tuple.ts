import type { TupleElement, TupleType } from "../../../schema/model/index.ts";
import type { Context } from "./context.ts";
import type { JsonSchema } from "../schema/schema.ts";

/** A tuple: `prefixItems` in 2020-12, a list of `items` in draft-07. */
export function tupleSchema(
  { elements }: TupleType,
  path: string,
  context: Context,
): JsonSchema {
  const schemas = elements.map((element) =>
    elementSchema(element, path, context),
  );
  const required = elements.filter(({ optional, rest }) => !optional && !rest);
  const restAt = elements.findIndex(({ rest }) => rest);
  const isOpen = restAt >= 0;
  const fixed = isOpen ? schemas.slice(0, restAt) : schemas;
  return {
    type: "array",
    minItems: required.length,
    ...(!isOpen && { maxItems: schemas.length }),
    ...(context.dialect.tupleKeyword === "prefixItems"
      ? prefixItems(fixed, schemas.slice(fixed.length))
      : listedItems(fixed, schemas.slice(fixed.length))),
  };
}

function elementSchema(
  { type, name, rest }: TupleElement,
  path: string,
  context: Context,
): JsonSchema {
  const resolved = context.resolve(type);
  const schema =
    rest && resolved.kind === "array"
      ? context.writeType(resolved.element, { path })
      : context.write(resolved, { path });
  return name === undefined ? schema : { ...schema, title: name };
}

/** What follows a rest element may begin anywhere, so its items are any of them. */
function prefixItems(fixed: JsonSchema[], open: JsonSchema[]): JsonSchema {
  const [first, second] = open;
  const items = second === undefined ? first : { anyOf: open };
  return {
    ...(fixed.length > 0 && { prefixItems: fixed }),
    ...(items !== undefined && { items }),
  };
}

/** An empty list is no value of `items`. */
function listedItems(fixed: JsonSchema[], open: JsonSchema[]): JsonSchema {
  const rest = open.at(-1);
  const items = [...fixed, ...open.slice(0, -1)];
  if (items.length === 0) return rest === undefined ? {} : { items: rest };
  return { items, ...(rest && { additionalItems: rest }) };
}
