import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { InputError, UsageError } from "../../base/diagnostics/error.ts";
import { withExcerpt } from "../../base/diagnostics/excerpt.ts";
import type {
  Declaration,
  Protocol,
  Source,
} from "../../schema/model/index.ts";
import { assertRevisionIds } from "../../revisions/revision-id.ts";
import { checkFactTables } from "../../schema/overrides/overrides-file.ts";
import { bundledRevisions, isPublished } from "../../revisions/revisions.ts";
import type { LoadedSchema } from "../../revisions/source.ts";
import { forgetful, type Memory } from "./memory.ts";
import type { ParseOptions, SchemaInput } from "./options.ts";
import { madeOfSchema } from "./schema-file.ts";

/** A protocol, and what was found while it was read. */
export interface ParseResult {
  /** The revision, as data. */
  protocol: Protocol;
  /** What was found in the schema; warnings, as errors throw. */
  diagnostics: Diagnostic[];
}

/**
 * Reads a `schema.ts` from a path, an address or a text. Nothing is fetched but the
 * address that is given. Throws an `InputError` with every diagnostic when one of them
 * is an error, and a `UsageError` for an id that cannot name a folder.
 */
export async function parse(
  schema: SchemaInput,
  options: ParseOptions = {},
): Promise<ParseResult> {
  assertRevisionIds(namedRevisions([schema]));
  const { protocol: read, diagnostics } = await readProtocol(schema, options);
  assertNoErrors(diagnostics);
  // Only a schema with errors has no protocol.
  const protocol = read as Protocol;
  assertRevisionIds([protocol.revision]);
  return { protocol, diagnostics };
}

/** Returns the revisions that are given with schemas, and not left to them. */
export function namedRevisions(schemas: readonly SchemaInput[]): string[] {
  return schemas.flatMap(({ revision }) => revision ?? []);
}

/** Result of reading a schema: no protocol if it has errors. */
export interface ReadResult {
  protocol?: Protocol;
  diagnostics: Diagnostic[];
}

/** Like `parse`, but returns the errors too, so that those of several schemas can be gathered. */
export async function readProtocol(
  schema: SchemaInput,
  options: ParseOptions,
  memory: Memory = forgetful,
): Promise<ReadResult> {
  const { revision } = schema;
  return madeOfSchema(
    memory,
    `revision ${revision ?? ""}`,
    schema,
    [schema.published, ...contentOf(options)],
    (loaded) => parseLoaded(loaded, schema, options),
  );
}

/** What the options add to what is read, to be compared. */
export function contentOf({ facts, strict }: ParseOptions): unknown[] {
  return [JSON.stringify(facts), strict];
}

async function parseLoaded(
  { path, text, source, readSibling }: LoadedSchema,
  { revision: given, published = isPublished(source) }: SchemaInput,
  options: ParseOptions,
): Promise<ReadResult> {
  // Loads the TypeScript compiler, which a bundled revision does without.
  const { parseSchema } = await import("../../schema/parse/index.ts");
  const parsed = parseSchema({ path, text }, { readSibling });
  const found = judge(parsed.diagnostics, options);
  if (found.some(isError)) return { diagnostics: found };
  const revision = given ?? latestVersion(parsed.declarations);
  if (revision === undefined)
    throw new UsageError(
      "unpaired-schema",
      `${path} has no text constant LATEST_PROTOCOL_VERSION that names its revision`,
      { hint: "name the revision of the schema: --revision <id>" },
    );
  const { protocol, diagnostics } = await derive(
    parsed.declarations,
    { revision, source, published },
    options,
  );
  const derived = diagnostics.map((one) => withExcerpt(one, { path, text }));
  return { protocol, diagnostics: [...found, ...derived] };
}

/** Returns the revision that a schema says it is. */
export function latestVersion(
  declarations: readonly Declaration[],
): string | undefined {
  for (const one of declarations)
    if (one.kind === "constant" && one.name === "LATEST_PROTOCOL_VERSION")
      return typeof one.value === "string" ? one.value : undefined;
  return undefined;
}

/** Facts about a schema that its text lacks. */
export interface SchemaIdentity {
  readonly revision: string;
  readonly source: Source | undefined;
  /** True if the protocol publishes it. */
  readonly published: boolean;
}

/** Turns declarations into a protocol, with the facts that the options add. */
export async function derive(
  declarations: readonly Declaration[],
  { revision, source, published }: SchemaIdentity,
  options: ParseOptions,
): Promise<ParseResult> {
  const { deriveRevision } = await import("../../revisions/derive.ts");
  const { facts } = options;
  const { protocol, diagnostics } = deriveRevision(declarations, {
    revision,
    ...(source === undefined ? {} : { source }),
    ...(facts === undefined
      ? {}
      : { facts: checkFactTables(facts, "The facts") }),
    knownRevisions: bundledRevisions().map(({ id }) => id),
    published,
  });
  return { protocol, diagnostics: judge(diagnostics, options) };
}

/** Throws an `InputError` with all the diagnostics when one of them is an error. */
export function assertNoErrors(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(isError).length;
  if (errors === 0) return;
  const count = errors === 1 ? "1 error" : `${errors} errors`;
  throw new InputError("invalid-schema", `The schema has ${count}`, {
    diagnostics,
  });
}

/** A warning is an error where the options are strict. */
export function judge(
  diagnostics: readonly Diagnostic[],
  { strict = false }: ParseOptions,
): Diagnostic[] {
  return diagnostics.map((diagnostic) =>
    strict && diagnostic.severity === "warning"
      ? { ...diagnostic, severity: "error" }
      : diagnostic,
  );
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
