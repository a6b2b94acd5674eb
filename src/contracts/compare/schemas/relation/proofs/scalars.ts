import type { NormalSchema } from "../../../../../schema/model/index.ts";
import { isMultipleProven, isRangeProven } from "./numbers.ts";
import type { Term } from "../term.ts";
import { areNumbersWhole, typesOf } from "../facts/types.ts";

/** Whether the types of flat terms are among some. */
export function isTypeProven(
  flat: readonly Term[],
  wanted: NonNullable<NormalSchema["type"]>,
): boolean {
  const list: readonly string[] = [wanted].flat();
  return [...typesOf(flat)].every(
    (type) =>
      list.includes(type) ||
      (type === "number" && list.includes("integer") && areNumbersWhole(flat)),
  );
}

/** Whether the numbers of flat terms keep to what a schema says of them. */
export function isNumberProven(
  flat: readonly Term[],
  to: NormalSchema,
): boolean {
  return (
    !typesOf(flat).has("number") ||
    (isRangeProven(flat, to) &&
      (to.multipleOf === undefined || isMultipleProven(flat, to.multipleOf)))
  );
}

/** The fewest and the most that flat terms allow of what two keywords count. */
export function countsOf(
  flat: readonly Term[],
  [least, most]: readonly [CountKeyword, CountKeyword],
): { least: number; most: number } {
  const all = (keyword: CountKeyword): number[] =>
    flat.flatMap(({ schema }) => schema[keyword] ?? []);
  return {
    least: Math.max(0, ...all(least)),
    most: Math.min(Infinity, ...all(most)),
  };
}

export type CountKeyword =
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "minProperties"
  | "maxProperties";

/** Whether the texts of flat terms keep to what a schema says of them. */
export function isTextProven(
  flat: readonly Term[],
  { minLength = 0, maxLength = Infinity, pattern }: NormalSchema,
): boolean {
  if (!typesOf(flat).has("string")) return true;
  const { least, most } = countsOf(flat, ["minLength", "maxLength"]);
  const hasPattern =
    pattern === undefined ||
    flat.some(({ schema }) => schema.pattern === pattern);
  return least >= minLength && most <= maxLength && hasPattern;
}

/** Whether flat terms forbid equal items, or leave room for one. */
export function areItemsUnique(flat: readonly Term[]): boolean {
  const { most } = countsOf(flat, ["minItems", "maxItems"]);
  return most <= 1 || flat.some(({ schema }) => schema.uniqueItems === true);
}
