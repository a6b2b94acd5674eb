import { accepts } from "../../../../../schema/json-schema/index.ts";
import type { Term } from "../term.ts";
import { typesOf } from "./types.ts";

/** Whether a value fits a term. */
export function fitsTerm(
  { schema, definitions }: Term,
  value: unknown,
): boolean {
  return accepts({ root: schema, definitions, unchecked: [] }, value);
}

/** Whether all terms hold of a value. */
export function fitsAll(terms: readonly Term[], value: unknown): boolean {
  return terms.every((term) => fitsTerm(term, value));
}

/** All values for which flat terms hold, where they are named; undefined where they are not. */
export function valuesOf(flat: readonly Term[]): unknown[] | undefined {
  const lists = flat.flatMap(({ schema }) => namedValues(schema));
  const shortest = lists.reduce<unknown[] | undefined>(
    (one, other) =>
      one === undefined || other.length < one.length ? other : one,
    undefined,
  );
  const values = shortest ?? fewValues(flat);
  return values?.filter((value) => fitsAll(flat, value));
}

function namedValues(schema: Term["schema"]): unknown[][] {
  return [
    ...("const" in schema ? [[schema.const]] : []),
    ...(schema.enum === undefined ? [] : [schema.enum]),
  ];
}

/** Some types have so few values that they can be named. */
function fewValues(flat: readonly Term[]): unknown[] | undefined {
  const types = typesOf(flat);
  const hasFew = [...types].every(
    (type) => type === "null" || type === "boolean",
  );
  if (!hasFew) return undefined;
  return [
    ...(types.has("null") ? [null] : []),
    ...(types.has("boolean") ? [true, false] : []),
  ];
}
