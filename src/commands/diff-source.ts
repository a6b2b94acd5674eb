import { basename, dirname, resolve } from "node:path";
import { UsageError } from "../diagnostics/error.ts";
import { parse } from "../library/parse.ts";
import type { Protocol } from "../model/index.ts";
import type { FactTables } from "../spec/facts/index.ts";
import { isAddress } from "../spec/fetch.ts";
import { isModelPath, load } from "../spec/load.ts";
import { resolveModel, schemaInputs } from "./flags.ts";
import type { Host } from "./host.ts";
import { printDiagnostics } from "./report.ts";

/** What is said of schemas besides where they are. */
export interface SourceOptions {
  /** The ids of schemas, in order; the one that is used is taken away. */
  ids: string[];
  facts: Partial<FactTables> | undefined;
}

/**
 * Reads one side of a diff: the id of a bundled revision, a `protocol.json` or a
 * schema.ts by its path or address, or a schema.ts from standard input (`-`).
 */
export async function readSide(
  source: string,
  { ids, facts }: SourceOptions,
  host: Host,
): Promise<Protocol> {
  if (!isSchema(source)) return load(resolveModel(source, host));
  const [schema] = await schemaInputs(
    [source],
    [ids.shift() ?? revisionOf(source, host)],
    host,
  );
  // As many inputs come back as schemas went in.
  if (schema === undefined) throw new Error("unreachable");
  const { protocol, diagnostics } = await parse(
    schema,
    facts === undefined ? {} : { facts },
  );
  printDiagnostics(host, diagnostics);
  return protocol;
}

/** Only one side can be what standard input holds. */
export function assertOneStdin(sources: readonly string[]): void {
  if (sources.filter((source) => source === "-").length < 2) return;
  throw new UsageError("invalid-option", "Standard input is one schema only");
}

function isSchema(source: string): boolean {
  if (source === "-") return true;
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
function revisionOf(source: string, host: Host): string {
  if (source === "-") return "stdin";
  const folder = basename(dirname(resolve(host.cwd, pathOf(source))));
  return isFit(folder) ? folder : "schema";
}

/** Whether a folder's name can be the id of a revision. */
function isFit(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);
}
