import { InvalidArgumentError, Option, type Command } from "commander";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import {
  addExtensionOptions,
  type ExtensionFlags,
} from "../extension-flags.ts";
import {
  changeKinds,
  subjects,
} from "../../../compat/protocol-diff/change/categories.ts";
import type { DiffFilter } from "../../../compat/protocol-diff/index.ts";

const formats = ["text", "markdown", "json", "github"] as const;
export type DiffFormat = (typeof formats)[number];

/** The options of `diff`, as commander reads them. */
export interface DiffFlags extends ExtensionFlags {
  category?: NonNullable<DiffFilter["categories"]>;
  type: string[];
  method: string[];
  breaking?: true;
  exitCode?: true;
  revision: string[];
  facts?: string;
  format: DiffFormat;
}

/** What the names of kinds and subjects are on the command line. */
const categories = [...changeKinds, ...subjects];

export function addDiffOptions(command: Command): Command {
  return addExtensionOptions(command)
    .addOption(
      new Option(
        "--category <list>",
        `only changes of these kinds and subjects, some of ${categories.map(dashed).join(",")}`,
      ).argParser(parseCategories),
    )
    .addOption(
      several("--type <name>", "only changes of this type, constant or error"),
    )
    .addOption(
      several(
        "--method <name>",
        "only changes of this method, and of the types it leads to",
      ),
    )
    .option("--breaking", "only what breaks older receivers or senders")
    .option("--exit-code", "exit with 1 if any change is shown")
    .addOption(
      several("--revision <id>", "the revision of each schema.ts, in order"),
    )
    .option("--facts <file>", "a JSON file of facts to add to a schema.ts")
    .addOption(
      new Option("--format <format>", "how the report is written")
        .choices(formats)
        .default(formats[0])
        .argParser(parseFormat),
    );
}

function several(flags: string, description: string): Option {
  return new Option(flags, description)
    .argParser((value: string, earlier: readonly string[]) => [
      ...earlier,
      value,
    ])
    .default([], "none");
}

function parseFormat(value: string): DiffFormat {
  return oneOf(value, formats, (name) => name);
}

type Categories = NonNullable<DiffFlags["category"]>;

/** Those of an option that is given twice add up. */
function parseCategories(list: string, earlier: Categories = []): Categories {
  const names = list.split(",").map((name) => name.trim());
  return [...earlier, ...names.map((name) => oneOf(name, categories, dashed))];
}

function dashed(name: string): string {
  return name.replace(" ", "-");
}

function oneOf<Name extends string>(
  value: string,
  names: readonly Name[],
  shown: (name: Name) => string,
): Name {
  const found = names.find((name) => shown(name) === value);
  if (found !== undefined) return found;
  const choices = names.map(shown);
  const hint = suggest(value, choices) ?? `There are ${choices.join(", ")}.`;
  throw new InvalidArgumentError(`Unknown "${value}": ${hint}`);
}
