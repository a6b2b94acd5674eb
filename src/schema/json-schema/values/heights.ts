import type { NormalSchema, SchemaDocument } from "../../model/json-schema.ts";
import { nameOfReference } from "../resolve.ts";

/**
 * How many levels of values a schema needs at least, by what has to be there: what is
 * recursive without an end needs an infinite number. The figure is a lower bound.
 */
export function createHeights(
  document: SchemaDocument,
): (schema: NormalSchema) => number {
  const known = new Map<NormalSchema, number>();
  let definitions: Heights | undefined;
  return (schema) => {
    definitions ??= heightsOfDefinitions(document);
    const height = known.get(schema) ?? measure(schema, document, definitions);
    known.set(schema, height);
    return height;
  };
}

type Heights = ReadonlyMap<NormalSchema, number>;

/** References that lead on and on further than this may end all the same. */
const maxTurns = 100;

/** From "without an end" down, until nothing changes. */
function heightsOfDefinitions(document: SchemaDocument): Heights {
  const all = [...document.definitions.values()];
  const heights = new Map(all.map((one) => [one, Infinity]));
  for (let turns = 0; turns < maxTurns; turns++) {
    let isSettled = true;
    for (const one of all) {
      const height = measure(one, document, heights);
      if (height === heights.get(one)) continue;
      heights.set(one, height);
      isSettled = false;
    }
    if (isSettled) return heights;
  }
  return new Map(
    [...heights].map(([one, height]) => [one, Math.min(height, maxTurns)]),
  );
}

function measure(
  schema: NormalSchema,
  document: SchemaDocument,
  heights: Heights,
): number {
  const of = (one: NormalSchema): number => measure(one, document, heights);
  const { $ref, allOf, anyOf, oneOf, not } = schema;
  if (not && Object.keys(not).length === 0) return Infinity;
  const beside = (allOf ?? []).map(of);
  for (const member of membersOf(schema)) beside.push(of(member) + 1);
  if ($ref !== undefined) {
    const target = document.definitions.get(nameOfReference($ref));
    beside.push((target && heights.get(target)) ?? 0);
  }
  for (const branches of [anyOf, oneOf])
    if (branches) beside.push(Math.min(...branches.map(of)));
  return Math.max(0, ...beside);
}

/** What is in every value, where it is of the only type that has it. */
function membersOf({
  type,
  required = [],
  properties = {},
  minItems = 0,
  prefixItems = [],
  items,
}: NormalSchema): NormalSchema[] {
  if (type === "object")
    return required.flatMap((name) =>
      Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
    );
  if (type !== "array") return [];
  const first = prefixItems.slice(0, minItems);
  return items && minItems > prefixItems.length ? [...first, items] : first;
}
