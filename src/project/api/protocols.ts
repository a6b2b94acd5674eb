import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { UsageError } from "../../base/diagnostics/error.ts";
import { sha256 } from "../../base/digest.ts";
import type { ExtendedProtocol } from "../../schema/extend/part.ts";
import type { ExtensionModel, Protocol } from "../../schema/model/index.ts";
import { byCodeUnit } from "../../base/order.ts";
import { isAddress } from "../../revisions/fetch.ts";
import {
  isModelPath,
  load,
  unknownRevisionError,
} from "../../revisions/load.ts";
import { readBytes } from "../../base/read-bytes.ts";
import { assertRevisionIds } from "../../revisions/revision-id.ts";
import {
  bundledRevisions,
  findBundled,
  isPublished,
} from "../../revisions/revisions.ts";
import { hasIntegerNumbers } from "../../schema/model/paths/fractions.ts";
import { extendProtocols, type Nowhere } from "./extensions/extend.ts";
import { forgetful, type Memory } from "./memory.ts";
import type { ProtocolOptions, ParseOptions } from "./options.ts";
import {
  assertNoErrors,
  contentOf,
  derive,
  namedRevisions,
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
  memory: Memory = forgetful,
): Promise<ProtocolSet> {
  const { schemas = [], protocols: given = [] } = options;
  const revisions = expand(options.revisions ?? []);
  assertSomething(revisions.length + schemas.length + given.length);
  const ids = revisions.filter((revision) => !isModelPath(revision));
  assertKnown(ids);
  assertRevisionIds([...ids, ...namedRevisions(schemas)]);
  const results: ReadResult[] = [
    ...(await Promise.all(
      [...revisions, ...given].map((source) =>
        readModel(source, options, memory),
      ),
    )),
    ...(await Promise.all(
      schemas.map((schema) => readProtocol(schema, options, memory)),
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
    memory,
  );
  return {
    protocols,
    extended,
    extensions: models,
    diagnostics: [...diagnostics, ...found],
  };
}

/** A bundled revision is the same each time, and what is at an address is fetched once. */
async function readModel(
  source: string | Protocol,
  options: ProtocolOptions,
  memory: Memory,
): Promise<ParseResult> {
  const read = async (): Promise<ParseResult> =>
    completed(await load(source, options), options);
  if (typeof source !== "string") return read();
  const isFile = isModelPath(source) && !isAddress(source);
  const of = isFile ? [sha256(readBytes(source))] : [];
  return memory.recall(`model ${source}`, [...of, ...contentOf(options)], read);
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
  // Of a model that was derived as published, all facts hold again.
  const published =
    hasIntegerNumbers(protocol) ||
    (source !== undefined && isPublished(source));
  const identity = { revision, source, published };
  const derived = await derive(declarations, identity, options);
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
