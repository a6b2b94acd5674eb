import { Option, type Command } from "commander";
import type {
  ExtensionConfig,
  OutputConfig,
} from "../../../project/config/config.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { isAddress } from "../../../revisions/fetch.ts";
import { splitExtension } from "../extension-flags.ts";
import { addOutputOptions, type GenerateFlags } from "../flags.ts";
import { choice } from "../outputs/choice.ts";

export const updateFormats = ["text", "json", "github"] as const;

/** How the report is written. */
export type UpdateFormat = (typeof updateFormats)[number];

/** The options of `update`, as commander reads them. */
export interface UpdateFlags extends Partial<Omit<GenerateFlags, "format">> {
  from?: string;
  accept: string[];
  check?: true;
  dryRun?: true;
  offline?: true;
  format: UpdateFormat;
}

/** Gives a command the options of `update`. */
export function addUpdateOptions(command: Command): Command {
  return addOutputOptions(command)
    .option(
      "--from <place>",
      "where schemas are published: owner/repo, an address or a folder",
    )
    .option("--check", "exit with 1 on news, and write nothing")
    .option("--dry-run", "show what would be done, and write nothing")
    .option(
      "--offline",
      "do with what is bundled, kept and locked, without a network",
    )
    .addOption(
      new Option(
        "--accept <id>",
        "take a released schema as it is now, although it was edited",
      )
        .argParser((value: string, earlier: readonly string[]) => [
          ...earlier,
          value,
        ])
        .default([], "none"),
    )
    .option("--force", "replace generated files that were edited since")
    .addOption(
      choice("--format <format>", "how the report is written", updateFormats),
    );
}

/** What is said of an output on the command line, as a configuration would say it. */
export function outputConfig(flags: UpdateFlags): Partial<OutputConfig> {
  const { emit, target, importExtension, jsonSchema, docs, runtime } = flags;
  const { with: parts, strict, prettier, facts } = flags;
  const { schema = [], revision = [], extension = [] } = flags;
  const given = {
    ...{ emit, target, importExtension, jsonSchema, docs, runtime },
    ...{ with: parts, strict, prettier, facts },
    ...(schema.length > 0 && { schemas: schemasOf(schema, revision) }),
    ...(extension.length > 0 && {
      extensions: extension.map((one) =>
        extensionOf(one, flags.extensionFacts ?? []),
      ),
    }),
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
}

function schemasOf(
  schemas: readonly string[],
  revisions: readonly string[],
): OutputConfig["schemas"] {
  if (schemas.length !== revisions.length)
    throw new UsageError(
      "unpaired-schema",
      `Every --schema needs its --revision: there are ${schemas.length} and ${revisions.length}`,
      { hint: "add a --revision for each --schema, in the same order" },
    );
  return schemas.map((schema, index) => ({
    revision: revisions[index] ?? "",
    ...placeOf(schema),
  }));
}

function extensionOf(
  text: string,
  facts: readonly string[],
): string | ExtensionConfig {
  const { id, source, revision } = splitExtension(text);
  const file = facts.find((one) => one.startsWith(`${id}=`));
  const said = {
    ...(source !== undefined && placeOf(source)),
    ...(revision !== undefined && { revision }),
    ...(file !== undefined && { facts: file.slice(id.length + 1) }),
  };
  return Object.keys(said).length === 0 ? id : { extension: id, ...said };
}

function placeOf(source: string): { url: string } | { path: string } {
  if (source !== "-")
    return isAddress(source) ? { url: source } : { path: source };
  throw new UsageError(
    "invalid-option",
    "Standard input cannot be read again, so it cannot be locked",
    { hint: "give the path of a file" },
  );
}
