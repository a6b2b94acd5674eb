import { basename, dirname, resolve } from "node:path";
import type { Diagnostic } from "../../../base/diagnostics/diagnostic.ts";
import { InputError, UsageError } from "../../../base/diagnostics/error.ts";
import { parse } from "../../../project/api/parse.ts";
import type { Protocol } from "../../../schema/model/index.ts";
import type { FactTables } from "../../../revisions/overrides/index.ts";
import { isAddress } from "../../../revisions/fetch.ts";
import type { SchemaInput } from "../../../project/api/options.ts";
import { isModelPath, load, loadBytes } from "../../../revisions/load.ts";
import { findBundled } from "../../../revisions/revisions.ts";
import { resolveModel, schemaInputs } from "../flags.ts";
import type { CommandInput, CommandIo } from "../io.ts";

/** What is said of schemas besides where they are. */
export interface SourceOptions {
  /** The ids of schemas, in order; the one that is used is taken away. */
  ids: string[];
  facts: Partial<FactTables> | undefined;
}

/** What standard input is called in messages and positions. */
export const stdinName = "<stdin>";

/** One side of a diff. */
export interface DiffSide {
  protocol: Protocol;
  /** Whether it was parsed from a schema.ts. */
  isSchema: boolean;
  /** Whether nothing says which revision it is, and so which facts hold for it. */
  isUnnamed: boolean;
  diagnostics: readonly Diagnostic[];
}

/**
 * Reads one side of a diff: the id of a bundled revision, or a `protocol.json` or a
 * schema.ts by its path or address, or from standard input (`-`).
 */
export async function readSide(
  source: string,
  { ids, facts }: SourceOptions,
  io: CommandIo,
): Promise<DiffSide> {
  if (source === "-") {
    const text = await io.readStdin();
    if (isJson(text)) return loaded(await loadBytes(text, stdinName));
    const { revision, isUnnamed } = named();
    return parsed({ text, file: stdinName, revision }, isUnnamed, facts);
  }
  if (!isSchema(source))
    return loaded(await load(resolveModel(source, io), io));
  const { revision, isUnnamed } = named();
  const [schema] = await schemaInputs([source], [revision], io);
  // As many inputs come back as schemas went in.
  if (schema === undefined) throw new Error("unreachable");
  return parsed(schema, isUnnamed, facts);

  function named(): { revision: string; isUnnamed: boolean } {
    const id = ids.shift();
    const revision = id ?? revisionOf(source, io);
    const isKnown = id !== undefined || findBundled(revision) !== undefined;
    return { revision, isUnnamed: !isKnown };
  }
}

function loaded(protocol: Protocol): DiffSide {
  return { protocol, isSchema: false, isUnnamed: false, diagnostics: [] };
}

async function parsed(
  schema: SchemaInput,
  isUnnamed: boolean,
  facts: SourceOptions["facts"],
): Promise<DiffSide> {
  const { protocol, diagnostics } = await parse(
    schema,
    facts === undefined ? {} : { facts },
  ).catch((error: unknown) => {
    throw ofExtension(error);
  });
  return { protocol, isSchema: true, isUnnamed, diagnostics };
}

/** A schema that lacks what it imports may be that of an extension, which takes it from the core. */
function ofExtension(error: unknown): unknown {
  if (!(error instanceof InputError) || error.hint !== undefined) return error;
  const { code, message, diagnostics } = error;
  const imports = ["import-not-found", "import-not-sibling"];
  if (!diagnostics.some((one) => imports.includes(one.code))) return error;
  return new InputError(code, message, {
    diagnostics,
    hint: "two schemas of an extension are compared beside a revision: diff <revision> <revision> --extension <id>=old.ts --extension <id>=new.ts",
  });
}

/** No schema.ts begins with a brace. */
function isJson(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  return start.startsWith("{");
}

/** Only one side can be what standard input holds. */
export function assertOneStdin(sources: readonly string[]): void {
  if (sources.filter((source) => source === "-").length < 2) return;
  throw new UsageError("invalid-option", "Standard input is one side only");
}

function isSchema(source: string): boolean {
  const path = pathOf(source);
  return path.endsWith(".ts") || (isModelPath(path) && !path.endsWith(".json"));
}

/** Of an address, what comes before its query. */
function pathOf(source: string): string {
  return isAddress(source) && URL.canParse(source)
    ? new URL(source).pathname
    : source;
}

/** A schema lies in a folder that is named after its revision. */
function revisionOf(source: string, { cwd }: CommandInput): string {
  if (source === "-") return "stdin";
  const folder = basename(dirname(resolve(cwd, pathOf(source))));
  return isFit(folder) ? folder : "schema";
}

/** Whether a folder's name can be the id of a revision. */
function isFit(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);
}
