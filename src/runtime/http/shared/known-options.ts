import { isObject } from "../../wire/message.ts";
import { quote } from "./quote.ts";

/** The names of all options of a kind, none forgotten. */
export type OptionNames<Options> = {
  readonly [Name in keyof Required<Options>]: true;
};

/**
 * Throws a TypeError for options that are no object, and for one that nobody reads:
 * a rule whose name is misspelt would silently be none.
 */
export function requireKnown<Options extends object>(
  what: string,
  options: Options,
  known: { readonly [Name in keyof Required<Options>]: unknown },
): void {
  if (!isObject(options))
    throw new TypeError(`${what} takes its options as an object`);
  const unknown = Object.keys(options).find(
    (name) => !Object.hasOwn(known, name),
  );
  if (unknown !== undefined)
    throw new TypeError(
      `${what} has no option ${quote(unknown)}: there are ${Object.keys(known).join(", ")}`,
    );
}
