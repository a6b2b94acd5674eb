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

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" ? typeof value : String(value);
}
