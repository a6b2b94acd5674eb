import type { NormalSchema } from "../../../../../schema/model/index.ts";
import type { Term } from "../term.ts";

/** The types of JSON; an integer is a number. */
export type ValueType =
  "null" | "boolean" | "number" | "string" | "array" | "object";

const all: readonly ValueType[] = [
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
];

/** The types that values may have for which flat terms hold, and perhaps some more. */
export function typesOf(flat: readonly Term[]): Set<ValueType> {
  const types = new Set(all);
  for (const { schema } of flat)
    for (const type of all) if (!allows(schema, type)) types.delete(type);
  return types;
}

/** Whether the numbers are whole ones. */
export function areNumbersWhole(flat: readonly Term[]): boolean {
  return flat.some(({ schema }) => {
    const { type, multipleOf } = schema;
    const types = type === undefined ? [] : [type].flat();
    const isInteger = types.includes("integer") && !types.includes("number");
    return (
      isInteger || (multipleOf !== undefined && Number.isInteger(multipleOf))
    );
  });
}

function allows(schema: NormalSchema, type: ValueType): boolean {
  const { not } = schema;
  return isAmong(schema.type, type) && !(not && refusesAll(not, type));
}

function isAmong(types: NormalSchema["type"], type: ValueType): boolean {
  if (types === undefined) return true;
  const list = [types].flat();
  return list.includes(type) || (type === "number" && list.includes("integer"));
}

/** Whether `not` leaves nothing of a type: a type alone is in it, or nothing at all. */
function refusesAll(not: NormalSchema, type: ValueType): boolean {
  const says = Object.keys(not).filter((keyword) => keyword !== "type");
  if (says.length > 0) return false;
  const list = not.type === undefined ? all : [not.type].flat();
  return (list as readonly string[]).includes(type);
}
