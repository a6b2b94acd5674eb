import { isObject } from "./message.ts";

/** Refuses an option: says which it is, what it may be, and what was given. */
export function refuseOption(
  name: string,
  allowed: string,
  given: unknown,
): never {
  throw new TypeError(`${name} is ${allowed}, not ${describe(given)}`);
}

/** An integer from `least` on, or its default, if it has one. */
export function integerOption(
  name: string,
  given: number | undefined,
  byDefault: number | undefined,
  least = 1,
): number {
  const value = given ?? byDefault;
  return value !== undefined && Number.isSafeInteger(value) && value >= least
    ? value
    : refuseOption(name, `an integer from ${least} on`, value);
}

/** One of some words, if it is given. */
export function wordOption<Word extends string>(
  name: string,
  given: Word | undefined,
  words: readonly Word[],
): Word | undefined {
  return given === undefined || words.includes(given)
    ? given
    : refuseOption(name, `one of ${words.join(", ")}`, given);
}

/** The names of all options of a kind, none forgotten. */
export type OptionNames<Options> = {
  readonly [Name in keyof Required<Options>]: true;
};

/**
 * What to use in the place of an option of another library, by its name there. An empty
 * text is for a name that has no counterpart, and needs none.
 */
export interface Advice {
  readonly [name: string]: string;
}

/**
 * Throws a TypeError for options that are no object, and for one that nobody reads:
 * a rule whose name is misspelt would silently be none. The message says what to use
 * instead, if `advice` has it.
 */
export function requireKnown<Options extends object>(
  what: string,
  options: Options,
  known: { readonly [Name in keyof Required<Options>]: unknown },
  advice: Advice = {},
): void {
  if (!isObject(options))
    throw new TypeError(`${what} takes its options as an object`);
  const names = Object.keys(options);
  // Accessors of a class are no keys.
  for (const name in advice) if (name in options) names.push(name);
  const unknown = names.find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const instead = Object.hasOwn(advice, unknown) ? advice[unknown] : undefined;
  const cure =
    instead === undefined
      ? `: there are ${Object.keys(known).join(", ")}`
      : `. ${instead ? `Use ${instead}` : "Leave it out"}.`;
  throw new TypeError(`${what} has no option ${describe(unknown)}${cure}`);
}

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" ? typeof value : String(value);
}
