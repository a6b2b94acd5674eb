import { isMultipleOf, patternLengths } from "../json-schema/index.ts";
import type { Constraints } from "../model/index.ts";

/** Returns false if surely no text fits. */
export function someStringFits({
  minLength = 0,
  maxLength = Infinity,
  pattern,
}: Constraints): boolean {
  const { min, max } = patternLengths(pattern ?? "");
  return Math.max(minLength, min) <= Math.min(maxLength, max);
}

/** Returns false if surely no number fits. */
export function someNumberFits(
  constraints: Constraints,
  isInteger: boolean,
): boolean {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = constraints;
  const { maximum = Infinity, exclusiveMaximum = Infinity } = constraints;
  const low = Math.max(minimum, exclusiveMinimum);
  const high = Math.min(maximum, exclusiveMaximum);
  const isOpen = exclusiveMinimum >= low || exclusiveMaximum <= high;
  if (low > high || (low === high && isOpen && Number.isFinite(low)))
    return false;
  const step = stepOf(constraints.multipleOf, isInteger);
  if (step === undefined || !Number.isFinite(low) || !Number.isFinite(high))
    return true;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  // The quotients of large numbers are rounded.
  if (Math.max(Math.abs(first), Math.abs(last)) > 2 ** 40) return true;
  return [first, first + 1, last].some((count) => {
    // The product of decimals is rounded as well.
    const value = Number((count * step).toPrecision(15));
    return numberFits(value, constraints, isInteger);
  });
}

/** The distance of numbers that are integers, or multiples; undefined if none is known. */
function stepOf(multiple: number | undefined, isInteger: boolean) {
  if (multiple === undefined) return isInteger ? 1 : undefined;
  if (!isInteger || Number.isInteger(multiple)) return multiple;
  return Number.isInteger(1 / multiple) ? 1 : undefined;
}

/** Returns true if a value fits the constraints of its type. */
export function valueFits(
  value: string | number | boolean,
  constraints: Constraints,
): boolean {
  switch (typeof value) {
    case "string":
      return stringFits(value, constraints);
    case "number":
      return numberFits(value, constraints, false);
    default:
      return true;
  }
}

function stringFits(
  value: string,
  { minLength = 0, maxLength = Infinity, pattern }: Constraints,
): boolean {
  const length = [...value].length;
  return (
    length >= minLength &&
    length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, "u").test(value))
  );
}

function numberFits(
  value: number,
  {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
    multipleOf,
  }: Constraints,
  isInteger: boolean,
): boolean {
  return (
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    (!isInteger || Number.isInteger(value)) &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf))
  );
}
