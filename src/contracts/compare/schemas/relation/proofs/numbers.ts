import {
  isRangeEmpty,
  isRangeWithin,
} from "../../../../../compat/protocol-diff/within/number-range.ts";
import type { Shape } from "../../../../../compat/protocol-diff/shape/shape.ts";
import type { NormalSchema } from "../../../../../schema/model/index.ts";
import type { Term } from "../term.ts";
import { areNumbersWhole } from "../facts/types.ts";

/** Whether the bounds of flat terms leave no number. */
export function hasNoNumber(flat: readonly Term[]): boolean {
  return isRangeEmpty(rangeOf(flat));
}

/** Whether the numbers of flat terms keep to the bounds of a schema. */
export function isRangeProven(
  flat: readonly Term[],
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NormalSchema,
): boolean {
  const limits = { minimum, maximum, exclusiveMinimum, exclusiveMaximum };
  return isRangeWithin(rangeOf(flat), numberShape(limits, "number"));
}

/** Whether the numbers of flat terms are multiples of another one. */
export function isMultipleProven(flat: readonly Term[], of: number): boolean {
  const own = flat.flatMap(({ schema }) => schema.multipleOf ?? []);
  if (areNumbersWhole(flat)) own.push(1);
  return own.some((one) => one === of || isMultiple(one, of));
}

/** Of fractions it cannot be told: their quotient is rounded. */
function isMultiple(own: number, of: number): boolean {
  return (
    Number.isSafeInteger(own) && Number.isSafeInteger(of) && own % of === 0
  );
}

type Bounds = Pick<
  NormalSchema,
  "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
>;

/** The strictest bounds of all. */
function rangeOf(flat: readonly Term[]): Shape {
  const strictest = (
    bound: keyof Bounds,
    choose: (...all: number[]) => number,
  ): Bounds => {
    const all = flat.flatMap(({ schema }) => schema[bound] ?? []);
    return all.length === 0 ? {} : { [bound]: choose(...all) };
  };
  const bounds = {
    ...strictest("minimum", Math.max),
    ...strictest("exclusiveMinimum", Math.max),
    ...strictest("maximum", Math.min),
    ...strictest("exclusiveMaximum", Math.min),
  };
  return numberShape(bounds, areNumbersWhole(flat) ? "integer" : "number");
}

function numberShape(
  limits: { [bound in keyof Bounds]: Bounds[bound] | undefined },
  name: "integer" | "number",
): Shape {
  const said = Object.entries(limits).filter(([, at]) => at !== undefined);
  return { kind: "keyword", name, limits: Object.fromEntries(said) };
}
