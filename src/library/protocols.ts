import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { UsageError } from "../diagnostics/error.ts";
import type { ExtendedProtocol } from "../extend/part.ts";
import type { ExtensionModel, Protocol } from "../model/index.ts";
import { byCodeUnit } from "../order.ts";
import { isModelPath, load, unknownRevisionError } from "../spec/load.ts";
import { assertRevisionIds } from "../spec/revision-id.ts";
import { bundledRevisions, findBundled } from "../spec/revisions.ts";
import { extendProtocols, type Nowhere } from "./extensions/extend.ts";
import type { ProtocolOptions, ParseOptions } from "./options.ts";
import {
  assertNoErrors,
  derive,
  readProtocol,
  type ParseResult,
  type ReadResult,
} from "./parse.ts";

/** The protocols that were asked for, sorted by revision. */
export interface ProtocolSet {
  /** As they are without extensions. */
  protocols: Protocol[];
  /** The same, each with the extensions that are for it. */
  extended: readonly ExtendedProtocol[];
  /** The extensions, as they were named. */
  extensions: readonly ExtensionModel[];
  diagnostics: Diagnostic[];
}

/**
 * Reads every protocol that the options name. What can be told without reading is
 * checked first, and the errors of all schemas are gathered. Throws a `UsageError` or
 * an `InputError`.
 */
export async function readProtocols(
  options: ProtocolOptions,
  nowhere: Nowhere = "error",
): Promise<ProtocolSet> {
  const { schemas = [], protocols: given = [] } = options;
  const revisions = expand(options.revisions ?? []);
  assertSomething(revisions.length + schemas.length + given.length);
  const ids = revisions.filter((revision) => !isModelPath(revision));
  assertKnown(ids);
  assertRevisionIds([...ids, ...schemas.map(({ revision }) => revision)]);
  const results: ReadResult[] = [
    ...(await Promise.all(
      [...revisions, ...given].map(async (source) =>
        completed(await load(source), options),
      ),
    )),
    ...(await Promise.all(
      schemas.map((schema) => readProtocol(schema, options)),
    )),
  ];
  const diagnostics = results.flatMap((result) => result.diagnostics);
  assertNoErrors(diagnostics);
  const protocols = results.flatMap(({ protocol }) => protocol ?? []);
  assertRevisionIds(protocols.map(({ revision }) => revision));
  protocols.sort((a, b) => byCodeUnit(a.revision, b.revision));
  const {
    extended,
    models,
    diagnostics: found,
  } = await extendProtocols(
    protocols,
    options.extensions ?? [],
    options,
    nowhere,
  );
  return {
    protocols,
    extended,
    extensions: models,
    diagnostics: [...diagnostics, ...found],
  };
}

/**
 * What a model says was derived when it was made, perhaps with facts of its own: only
 * other facts change it, while strictness asks for the doubts alone.
 */
async function completed(
  protocol: Protocol,
  options: ParseOptions,
): Promise<ParseResult> {
  const { facts, strict } = options;
  if (facts === undefined && strict !== true)
    return { protocol, diagnostics: [] };
  const { declarations, revision, source } = protocol;
  const derived = await derive(declarations, revision, source, options);
  return facts === undefined ? { ...derived, protocol } : derived;
}

function expand(revisions: readonly string[]): string[] {
  return revisions.flatMap((revision) =>
    revision === "all" ? bundledRevisions().map(({ id }) => id) : revision,
  );
}

function assertSomething(count: number): void {
  if (count > 0) return;
  const ids = bundledRevisions().map(({ id }) => id);
  throw new UsageError("nothing-to-do", "No revision is named", {
    hint: `name some of ${ids.join(", ")}, or all of them with: all`,
  });
}

function assertKnown(ids: readonly string[]): void {
  const unknown = ids.find((id) => findBundled(id) === undefined);
  if (unknown !== undefined) throw unknownRevisionError(unknown);
}
