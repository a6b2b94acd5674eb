import { resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { UsageError } from "../../base/diagnostics/error.ts";
import {
  type EmitName,
  type EmitOptions,
  type RuntimePart,
} from "../../emit/index.ts";
import type {
  GenerateOptions,
  SchemaInput,
} from "../../project/api/options.ts";
import { readFacts } from "../../schema/overrides/overrides-file.ts";
import { isAddress, publicAddress } from "../../revisions/fetch.ts";
import { isModelPath } from "../../revisions/load.ts";
import { hasProject } from "../../project/config/find.ts";
import { choice, notEmpty } from "./outputs/choice.ts";
import { addEmitOptions } from "./outputs/emit-flags.ts";
import {
  addExtensionOptions,
  extensionInputs,
  readsStdin,
  type ExtensionFlags,
} from "./extension-flags.ts";
import { progress, type CommandIo } from "./io.ts";

/** How a command reports: to a person, or to a program. */
export type Format = "text" | "json";

/** The options of `generate` and `check`, as commander reads them. */
export interface GenerateFlags
  extends Partial<Omit<EmitOptions, "emit" | "with">>, ExtensionFlags {
  config?: string;
  out?: string;
  schema: string[];
  revision: string[];
  emit?: EmitName[];
  with?: RuntimePart[];
  facts?: string;
  strict?: boolean;
  prettier?: boolean;
  allowOutside?: true;
  force?: true;
  format: Format;
}

/** Gives a command the options that `generate` and `check` share. */
export function addGenerateOptions(command: Command, io: CommandIo): Command {
  return addOutputOptions(command)
    .hook("preAction", (one) => assertOut(one, io))
    .addOption(formatOption());
}

/** Gives a command the options that say what is generated, how, and where. */
export function addOutputOptions(command: Command): Command {
  addExtensionOptions(command)
    .addOption(
      new Option("-o, --out <folder>", "the output folder")
        .argParser(notEmpty)
        .default(
          undefined,
          "each of the configuration or the lock file; required without those",
        ),
    )
    .addOption(
      new Option(
        "--config <file>",
        "the configuration, in TypeScript, JavaScript or JSON",
      )
        .argParser(notEmpty)
        .default(undefined, "mcp-gen.config.{ts,js,json} where there is one"),
    )
    .addOption(schemaOption())
    .addOption(
      new Option(
        "--revision <id>",
        "the revision of each --schema, in the same order",
      )
        .argParser(collect)
        .default([], "LATEST_PROTOCOL_VERSION of the schema"),
    );
  return addEmitOptions(command)
    .option("--facts <file>", "a JSON file of facts to add")
    .option("--strict", "treat warnings as errors")
    .option("--no-strict", "do not, whatever the configuration says")
    .addOption(
      new Option(
        "--prettier",
        "format with prettier, as the project of --out configures it",
      ).default(undefined, "as before; first no"),
    )
    .option("--no-prettier", "stop formatting with prettier")
    .option(
      "--allow-outside",
      "take paths of the configuration and the lock file that leave the project",
    );
}

/** Gives a command the options of `validate`. */
export function addValidateOptions(command: Command): Command {
  return addExtensionOptions(command)
    .addOption(
      new Option(
        "--revision <id>",
        "a revision that may be spoken: a bundled id, a protocol.json, or the id of a --schema",
      )
        .argParser(collect)
        .default([], "every bundled one"),
    )
    .addOption(schemaOption())
    .option("--facts <file>", "a JSON file of facts to add")
    .addOption(
      new Option(
        "--max-line <bytes>",
        "the longest line that is read, in bytes",
      )
        .argParser(positive)
        .default(undefined, "32 MiB"),
    )
    .option(
      "--summary",
      "say on standard error how many are valid, also where that is no terminal",
    )
    .addOption(formatOption());
}

export function schemaOption(): Option {
  return new Option("--schema <source>", "a schema.ts: path, URL, or - (stdin)")
    .argParser(collect)
    .default([], "none");
}

export function formatOption(): Option {
  return choice("--format <format>", "how the report is written", [
    "text",
    "json",
  ]);
}

/** What the options say, in the library's terms. */
export async function generateOptions(
  revisions: readonly string[],
  flags: GenerateFlags,
  io: CommandIo,
): Promise<GenerateOptions> {
  const { schema, revision, facts, extension, extensionFacts } = flags;
  assertStdinOnce(schema, flags);
  return {
    ...emitFlags(flags),
    env: io.env,
    revisions: revisions.map((revision) => resolveModel(revision, io)),
    schemas: await schemaInputs(schema, revision, io),
    extensions: await extensionInputs({ extension, extensionFacts }, io),
    ...(facts === undefined
      ? {}
      : { facts: readFacts(resolve(io.cwd, facts)) }),
  };
}

/** The options that say how, and not of what. */
function emitFlags(flags: GenerateFlags): GenerateOptions {
  const {
    config: _config,
    out: _out,
    schema: _schema,
    revision: _revision,
    facts: _facts,
    extension: _extension,
    extensionFacts: _extensionFacts,
    format: _format,
    force: _force,
    allowOutside: _allowOutside,
    ...others
  } = flags;
  return others;
}

/** Standard input is a schema or an extension, not both. */
export function assertStdinOnce(
  sources: readonly string[],
  flags: ExtensionFlags,
): void {
  if (sources.includes("-") && readsStdin(flags))
    throw new UsageError("invalid-option", "Standard input is one schema only");
}

/** An id stays as it is; the path of a model counts from the working directory. */
export function resolveModel(revision: string, io: CommandIo): string {
  if (isAddress(revision)) {
    progress(io, `Fetching ${publicAddress(revision)}`);
    return revision;
  }
  return isModelPath(revision) ? resolve(io.cwd, revision) : revision;
}

/** Pairs each schema with the revision at the same place; without any, each names its own. */
export async function schemaInputs(
  schemas: readonly string[],
  revisions: readonly string[],
  io: CommandIo,
): Promise<SchemaInput[]> {
  if (revisions.length > 0 && schemas.length !== revisions.length) {
    throw new UsageError(
      "unpaired-schema",
      `Each --schema needs its --revision: there are ${schemas.length} --schema and ${revisions.length} --revision`,
      {
        hint: "add a --revision for each --schema, in the same order; without any, each schema's LATEST_PROTOCOL_VERSION is taken",
      },
    );
  }
  if (schemas.filter((schema) => schema === "-").length > 1) {
    throw new UsageError("invalid-option", "Standard input is one schema only");
  }
  return Promise.all(
    schemas.map((schema, index) => schemaInput(schema, revisions[index], io)),
  );
}

/** A schema.ts from a path, an address or standard input. */
export async function schemaInput(
  schema: string,
  revision: string | undefined,
  io: CommandIo,
): Promise<SchemaInput> {
  const named = revision === undefined ? {} : { revision };
  if (schema === "-")
    return { text: await io.readStdin(), file: "<stdin>", ...named };
  if (isAddress(schema)) {
    progress(io, `Fetching ${publicAddress(schema)}`);
    return { url: schema, env: io.env, ...named };
  }
  return { path: resolve(io.cwd, schema), file: schema, ...named };
}

// Commander would miss a mandatory option before it sees the slip in `--outt`.
function assertOut(command: Command, { cwd }: CommandIo): void {
  const { out, config } = command.opts<Partial<GenerateFlags>>();
  if (out !== undefined || config !== undefined || hasProject(cwd)) return;
  const missing = "error: required option '-o, --out <folder>' not specified";
  command.error(`${missing}, and here is no configuration and no lock file`, {
    code: "commander.missingMandatoryOptionValue",
  });
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("It must be a whole number above zero.");
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
