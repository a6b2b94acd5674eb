import type { NormalSchema } from "../../model/json-schema.ts";
import { deep } from "./flatten.ts";
import type { Attempt, Made, Maker } from "./maker.ts";
import { wholeBetween } from "./random.ts";

/** Longer arrays are not made. */
const maxItems = 10_000;

/** An array that has what these ask for. */
export function arrayFor(
  all: readonly NormalSchema[],
  maker: Maker,
  effort: Attempt,
): Made {
  const length = lengthFor(all, maker, effort);
  if (length === undefined) return undefined;
  const isUnique = all.some(({ uniqueItems }) => uniqueItems === true);
  const wanted = contained(all);
  const value: unknown[] = [];
  const known = new Set<string>();
  for (let index = 0; index < length; index++) {
    const rules = schemasOfItem(all, index);
    // What is contained comes last, where fewer places have rules of their own.
    const inPlace = wanted[index - (length - wanted.length)];
    const made = itemFor(inPlace ? [...rules, inPlace] : rules, {
      maker,
      depth: effort.place.depth + 1,
      isKnown: (item) => isUnique && known.has(keyOf(item)),
      tries: isUnique ? 20 : 1,
    });
    if (!made) {
      const isEnough = index >= leastOf(all) && wanted.length === 0;
      return isEnough ? { value } : undefined;
    }
    known.add(keyOf(made.value));
    value.push(made.value);
  }
  return { value };
}

interface ItemOptions {
  readonly maker: Maker;
  readonly depth: number;
  readonly isKnown: (item: unknown) => boolean;
  readonly tries: number;
}

function itemFor(
  rules: readonly NormalSchema[],
  { maker, depth, isKnown, tries }: ItemOptions,
): Made {
  for (let count = 0; count < tries; count++) {
    const made = maker.make(rules, { depth });
    if (!made) return undefined;
    if (!isKnown(made.value)) return made;
  }
  return undefined;
}

/** Equal items have the same text, but for the order of what they hold: that is for `fits`. */
function keyOf(item: unknown): string {
  return JSON.stringify(item);
}

/** The schemas of what has to be contained, each as often as it is asked for. */
function contained(all: readonly NormalSchema[]): NormalSchema[] {
  return all.flatMap(({ contains, minContains = 1 }) => {
    if (!contains || minContains > maxItems) return [];
    return Array.from({ length: minContains }, () => contains);
  });
}

function leastOf(all: readonly NormalSchema[]): number {
  return Math.max(0, ...all.map(({ minItems = 0 }) => minItems));
}

/** One or two items where any number will do. */
function lengthFor(
  all: readonly NormalSchema[],
  { random, heightOf }: Maker,
  { place, attempt }: Attempt,
): number | undefined {
  const least = Math.max(leastOf(all), contained(all).length);
  const most = Math.min(...all.map((one) => one.maxItems ?? Infinity));
  if (least > most || least > maxItems) return undefined;
  const places = Math.max(0, ...all.map((one) => one.prefixItems?.length ?? 0));
  const rules = schemasOfItem(all, Math.max(least, places));
  const isEndless = rules.some((one) => heightOf(one) === Infinity);
  if (attempt === 1 || place.depth >= deep) return least;
  const usual = isEndless ? places : places + wholeBetween(random, 1, 2);
  return Math.min(most, Math.max(least, usual));
}

/** What these say of an item. */
function schemasOfItem(
  all: readonly NormalSchema[],
  index: number,
): NormalSchema[] {
  const found: NormalSchema[] = [];
  for (const { prefixItems = [], items } of all) {
    const own = prefixItems[index] ?? items;
    if (own) found.push(own);
  }
  if (found.length > 0) return found;
  return all.flatMap(({ unevaluatedItems }) => unevaluatedItems ?? []);
}
