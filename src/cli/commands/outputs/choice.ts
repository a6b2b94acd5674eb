import { InvalidArgumentError, Option } from "commander";
import { suggest } from "../../../base/diagnostics/nearest.ts";

/** An option that takes one of a few values, the first by default. */
export function choice(
  flags: string,
  description: string,
  values: readonly [string, ...string[]],
): Option {
  return new Option(flags, description)
    .choices(values)
    .default(values[0])
    .argParser((value) => oneOf(value, values));
}

/** An option that takes one of a few values, and has none by default: a file may say it. */
export function openChoice(
  flags: string,
  description: string,
  values: readonly [string, ...string[]],
): Option {
  return choice(flags, description, values).default(undefined, values[0]);
}

/** The names of a list with commas, each one of a few. */
export function someOf<Name extends string>(
  list: string,
  values: readonly Name[],
): Name[] {
  const names = list.split(",").map((name) => name.trim());
  return names.map((name) => oneOf(name, values));
}

function oneOf<Name extends string>(
  value: string,
  values: readonly Name[],
): Name {
  const found = values.find((name) => name === value);
  if (found !== undefined) return found;
  const hint = suggest(value, values) ?? `There are ${values.join(", ")}.`;
  throw new InvalidArgumentError(`Unknown "${value}": ${hint}`);
}

/** An unset variable of a script must not mean the working directory, or no module. */
export function notEmpty(value: string): string {
  if (value !== "") return value;
  throw new InvalidArgumentError("It must not be empty.");
}
