import type { Diagnostic } from "../../../base/diagnostics/diagnostic.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import { sha256 } from "../../../base/digest.ts";
import {
  extensionName,
  identifierProblem,
} from "../../../schema/extend/identifier.ts";
import type {
  Declaration,
  ExtensionModel,
  Protocol,
} from "../../../schema/model/index.ts";
import {
  checkExtensionFacts,
  checkExtensionModel,
  fetchExtensionModel,
  readExtensionModel,
} from "../../../revisions/extension-file.ts";
import {
  bundledExtensions,
  findBundledExtension,
  loadBundledExtension,
} from "../../../revisions/extensions.ts";
import { load } from "../../../revisions/load.ts";
import { bundledRevisions } from "../../../revisions/revisions.ts";
import { readBytes } from "../../../base/read-bytes.ts";
import type { LoadedSchema, SchemaSource } from "../../../revisions/source.ts";
import { forgetful, type Memory } from "../memory.ts";
import type { ExtensionInput, ParseOptions } from "../options.ts";
import { assertNoErrors, judge } from "../parse.ts";
import { madeOfSchema } from "../schema-file.ts";
import { mergeFacts } from "./facts.ts";

/** An extension, and what was found while it was read. */
export interface ParsedExtension {
  /** The extension, as data. */
  model: ExtensionModel;
  /** What was found in its schema; warnings, as errors throw. */
  diagnostics: Diagnostic[];
}

/**
 * Reads an extension: a bundled one, or one from its `schema.ts` or from the `protocol.json`
 * that was made of that. Throws an `InputError` with every diagnostic when one of them is an
 * error, and a `UsageError` for an identifier that is none.
 */
export async function parseExtension(
  input: ExtensionInput,
  options: ParseOptions = {},
): Promise<ParsedExtension> {
  const { model, diagnostics } = await readExtension(input, [], options);
  assertNoErrors(diagnostics);
  return { model, diagnostics };
}

/** A file that was read, for excerpts. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
}

/** Like `ParsedExtension`, with the errors among the diagnostics. */
export interface ReadExtension extends ParsedExtension {
  readonly files: readonly ReadFile[];
}

/** Reads an extension; what the protocols at hand declare is the core's, besides what is bundled. */
export async function readExtension(
  input: ExtensionInput,
  protocols: readonly Protocol[],
  options: ParseOptions,
  memory: Memory = forgetful,
): Promise<ReadExtension> {
  const { extension, facts } = input;
  const read = await withKnownFacts(
    await readModel(input, protocols, options, memory),
    input,
    { options, memory },
  );
  if (facts === undefined) return read;
  return memory.recall(
    `facts of ${extension}`,
    [read, JSON.stringify(facts)],
    () => {
      const added = checkExtensionFacts(facts, `The facts of ${extension}`);
      const { model } = read;
      return {
        ...read,
        model: { ...model, facts: mergeFacts(model.facts, added) },
      };
    },
  );
}

/** Whether the facts of an input are those that the package has, or began as them. */
export function hasKnownFacts(input: ExtensionInput | undefined): boolean {
  if (input === undefined) return false;
  return input.bundledFacts === true || sourceOf(input) === undefined;
}

/** What its schema cannot say, the package goes on to know, as far as that is still there. */
async function withKnownFacts(
  read: ReadExtension,
  { extension, facts, bundledFacts = false }: ExtensionInput,
  { options, memory }: { options: ParseOptions; memory: Memory },
): Promise<ReadExtension> {
  const found = bundledFacts ? findBundledExtension(extension) : undefined;
  if (found === undefined) return read;
  const { fittingFacts } = await import("../../../schema/extend/index.ts");
  const isOwn = facts !== undefined;
  return memory.recall(
    `known facts of ${extension}`,
    [read, isOwn, options.strict],
    () => {
      const { model } = read;
      const known = fittingFacts(loadBundledExtension(found).facts, model);
      // Who has facts of their own has seen to it.
      const told = known.diagnostics.map((one): Diagnostic =>
        isOwn ? { ...one, severity: "note" } : one,
      );
      return {
        ...read,
        model: { ...model, facts: mergeFacts(known.facts, model.facts) },
        diagnostics: [...read.diagnostics, ...judge(told, options)],
      };
    },
  );
}

async function readModel(
  input: ExtensionInput,
  protocols: readonly Protocol[],
  options: ParseOptions,
  memory: Memory,
): Promise<ReadExtension> {
  const source = sourceOf(input);
  const { extension, revision } = input;
  const name = `model of ${extension}`;
  if (source === undefined)
    return memory.recall(name, [revision], () => loaded(bundled(input)));
  assertIdentifier(extension);
  assertRevision(revision);
  if ("model" in source) {
    const checked = checkExtensionModel(
      source.model,
      `The model of ${extension}`,
    );
    return loaded(withNames(checked, input));
  }
  if ("path" in source && source.path.endsWith(".json")) {
    const { path } = source;
    return memory.recall(
      name,
      [path, sha256(readBytes(path)), revision],
      async () => loaded(withNames(await readExtensionModel(path), input)),
    );
  }
  if ("url" in source && new URL(source.url).pathname.endsWith(".json")) {
    const { url, env } = source;
    return memory.recall(name, [url, revision], async () =>
      loaded(withNames(await fetchExtensionModel(url, env), input)),
    );
  }
  return madeOfSchema(
    memory,
    `extension ${extension}`,
    source,
    [revision, options.strict, ...protocols],
    (schema) => parsed(schema, input, protocols, options),
  );
}

function sourceOf(
  input: ExtensionInput,
): SchemaSource | { model: object } | undefined {
  if (input.model !== undefined) return { model: input.model };
  const { path, url, text, file, env } = input;
  const named = file === undefined ? {} : { file };
  if (path !== undefined) return { path, ...named };
  if (url !== undefined) return { url, env };
  return text === undefined ? undefined : { text, ...named };
}

function loaded(model: ExtensionModel): ReadExtension {
  return { model, diagnostics: [], files: [] };
}

function bundled({ extension, revision }: ExtensionInput): ExtensionModel {
  const found = findBundledExtension(extension);
  if (found === undefined) {
    const names = bundledExtensions().map(({ id }) => id);
    throw new UsageError(
      "unknown-extension",
      `No extension "${extension}" is bundled`,
      {
        hint:
          suggest(extension, [...names, ...names.map(extensionName)]) ??
          `name its schema: --extension ${identifierProblem(extension) === undefined ? extension : "com.example/name"}=schema.ts; bundled are ${names.join(", ")}`,
      },
    );
  }
  if (revision === undefined || revision === found.revision)
    return loadBundledExtension(found);
  throw new UsageError(
    "unknown-extension",
    `The bundled ${found.id} is of the revision ${found.revision}, and not ${revision}`,
    { hint: "leave the revision out, or name the schema of another" },
  );
}

/** Says so when a text does not identify an extension. Throws a `UsageError`. */
export function assertIdentifier(text: string): void {
  const problem = identifierProblem(text);
  if (problem === undefined) return;
  throw new UsageError(
    "invalid-extension",
    `Unfit identifier of an extension ${JSON.stringify(text)}`,
    { hint: problem },
  );
}

function assertRevision(revision: string | undefined): void {
  if (revision === undefined) return;
  if (/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/.test(revision))
    return;
  throw new UsageError(
    "invalid-extension",
    `Unfit revision of an extension ${JSON.stringify(revision)}`,
    { hint: "use letters, digits, and . _ - between them" },
  );
}

function withNames(
  model: ExtensionModel,
  { extension, revision = model.revision }: ExtensionInput,
): ExtensionModel {
  if (model.extension === extension) return { ...model, revision };
  throw new UsageError(
    "invalid-extension",
    `The model is that of ${JSON.stringify(model.extension)}, and not of ${JSON.stringify(extension)}`,
    { hint: "name it by its own identifier" },
  );
}

async function parsed(
  { path, text, source, readSibling }: LoadedSchema,
  { extension, revision = "draft" }: ExtensionInput,
  protocols: readonly Protocol[],
  options: ParseOptions,
): Promise<ReadExtension> {
  const files: ReadFile[] = [{ path, text }];
  const core = await coreNames(protocols);
  // Loads the TypeScript compiler, which a bundled extension does without.
  const { parseSchema } = await import("../../../schema/parse/index.ts");
  const found = parseSchema(
    { path, text },
    {
      core,
      readSibling(specifier, from) {
        const file = readSibling(specifier, from);
        if (file !== undefined) files.push(file);
        return file;
      },
    },
  );
  const { declarations, imports, unexported } = found;
  return {
    model: {
      formatVersion: 1,
      extension,
      revision,
      source: { ...source, sha256: digestOf(ownFiles(files, declarations)) },
      imports,
      declarations,
      ...(unexported.length > 0 && { unexported }),
      facts: {},
    },
    diagnostics: judge(found.diagnostics, options),
    files,
  };
}

/** The schema, and the files beside it that something is taken from. */
function ownFiles(
  files: readonly ReadFile[],
  declarations: readonly Declaration[],
): ReadFile[] {
  const used = new Set(declarations.map(({ position }) => position?.file));
  return files.filter(({ path }, index) => index === 0 || used.has(path));
}

/** The digest of the schema; of several files, that of their digests. */
function digestOf(files: readonly ReadFile[]): string {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const digests = [...texts.values()].map((text) => sha256(text));
  const [only = "", ...others] = digests;
  return others.length === 0 ? only : sha256(digests.join("\n"));
}

/** The names that the core has or had, in any revision that is known. */
async function coreNames(
  protocols: readonly Protocol[],
): Promise<ReadonlySet<string>> {
  bundledNames ??= Promise.all(
    bundledRevisions()
      .filter(({ aliasOf }) => aliasOf === undefined)
      .map(async ({ id }) => namesOf(await load(id))),
  );
  return new Set([...(await bundledNames), ...protocols.map(namesOf)].flat());
}

let bundledNames: Promise<string[][]> | undefined;

function namesOf({ declarations }: Protocol): string[] {
  return declarations.map(({ name }) => name);
}
