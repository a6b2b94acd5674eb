import type { NormalSchema } from "../../model/json-schema.ts";
import { wholeBetween, type Random } from "./random.ts";

/** How far from a bound a number is looked for. */
const span = 100;

/** A number within the limits of all of these, so far as there is one. */
export function numberFor(
  all: readonly NormalSchema[],
  isWhole: boolean,
  random: Random,
): number | undefined {
  const step = stepOf(all, isWhole);
  const { low, high } = limitsOf(all, step ?? 1);
  if (step === undefined) return between(all, low, high, random);
  const first = Math.ceil(clean(low / step));
  const last = Math.floor(clean(high / step));
  if (first > last) return undefined;
  const index = wholeBetween(random, first, Math.min(last, first + span));
  const candidates = [index, first, last, first + 1, last - 1];
  return candidates
    .map((candidate) => clean(candidate * step))
    .find((value) => isWithin(all, value));
}

/** What is in all of these limits, tight at least as they are. */
function limitsOf(
  all: readonly NormalSchema[],
  step: number,
): { low: number; high: number } {
  let low = -Infinity;
  let high = Infinity;
  for (const one of all) {
    low = Math.max(low, one.minimum ?? low, one.exclusiveMinimum ?? low);
    high = Math.min(high, one.maximum ?? high, one.exclusiveMaximum ?? high);
  }
  // Near a large bound, small steps lead nowhere.
  const reach = (bound: number): number =>
    Math.max(span * step, Math.abs(bound) / 1000);
  if (low === -Infinity) low = high > 0 ? 0 : high - reach(high);
  if (high === Infinity) high = low + reach(low);
  return { low, high };
}

/** What numbers are multiples of; undefined where all fractions will do. */
function stepOf(
  all: readonly NormalSchema[],
  isWhole: boolean,
): number | undefined {
  const steps = all.flatMap(({ multipleOf }) => multipleOf ?? []);
  if (isWhole) steps.push(1);
  if (steps.length === 0) return undefined;
  // Whole numbers have a common multiple that can be told.
  const scale = 10 ** Math.max(...steps.map(fractionDigits));
  const whole = steps.map((step) => Math.round(step * scale));
  return whole.reduce(leastCommonMultiple) / scale;
}

function fractionDigits(value: number): number {
  const [, fraction = "", exponent = "0"] =
    /^\d*\.?(\d*)(?:e([+-]?\d+))?$/i.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

function leastCommonMultiple(one: number, other: number): number {
  let [greater, lesser] = [one, other];
  while (lesser > 0) [greater, lesser] = [lesser, greater % lesser];
  return greater === 0 ? 0 : (one / greater) * other;
}

/** Any fraction, short where there is room for short ones. */
function between(
  all: readonly NormalSchema[],
  low: number,
  high: number,
  random: Random,
): number | undefined {
  const value = low + (high - low) * random();
  const candidates = [
    Math.round(value * 10) / 10,
    Math.round(value * 1000) / 1000,
    value,
    low / 2 + high / 2,
    low,
    high,
  ];
  return candidates.find((candidate) => isWithin(all, candidate));
}

function isWithin(all: readonly NormalSchema[], value: number): boolean {
  return all.every(
    (one) =>
      value >= (one.minimum ?? -Infinity) &&
      value <= (one.maximum ?? Infinity) &&
      value > (one.exclusiveMinimum ?? -Infinity) &&
      value < (one.exclusiveMaximum ?? Infinity),
  );
}

/** Without what the arithmetic of fractions adds at the end. */
function clean(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
}
