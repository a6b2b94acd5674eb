import { resolve } from "node:path";
import { InputError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import type { ExtensionInput, GenerateOptions } from "../api/options.ts";
import { readExtensionFacts } from "../../revisions/extension-file.ts";
import { mergeFacts } from "../api/extensions/facts.ts";
import { readFacts } from "../../schema/overrides/overrides-file.ts";
import { isAddress } from "../../revisions/fetch.ts";
import { isModelPath } from "../../revisions/load.ts";
import { bundledRevisions, findBundled } from "../../revisions/revisions.ts";
import type { ExtensionConfig, OutputConfig } from "./config.ts";
import { configNames } from "./find.ts";
import {
  assertInside,
  outPaths,
  type ProjectBounds,
  type ProjectPath,
} from "./inside.ts";
import { lockPath, type LockedInput, type LockedOutput } from "./lock.ts";
import {
  readInput,
  type InputOptions,
  type ReadContext,
} from "./locked-input.ts";

/** How an output is generated, and what that depends on. */
export interface OutputOptions {
  readonly options: GenerateOptions & { readonly out: string };
  /** The files that were read, by their absolute paths. */
  readonly files: readonly string[];
}

/** The same of an output that a lock has. */
export interface LockedOutputOptions extends OutputOptions {
  /** As the lock has it, with the digests that the project's own files have now. */
  readonly output: LockedOutput;
}

/**
 * How an output of a lock is generated: what is kept, what is bundled, or what is published,
 * each with the digest that the lock has. Throws an `InputError`.
 */
export async function lockedOptions(
  folder: string,
  output: LockedOutput,
  context: ReadContext,
): Promise<GenerateOptions & { readonly out: string }> {
  return (await readLocked(folder, output, context)).options;
}

/** Like `lockedOptions`, with what was read. */
export async function readLocked(
  folder: string,
  output: LockedOutput,
  context: ReadContext,
): Promise<LockedOutputOptions> {
  assertInside(outPaths(output), folder, lockPath, context);
  const read = await readInputs(folder, output.inputs, context);
  const out = resolve(folder, output.out);
  return {
    options: { ...output.options, ...read.options, out },
    files: read.files,
    output: { ...output, inputs: read.inputs },
  };
}

/** Reads inputs of a lock. Throws an `InputError`. */
export async function readInputs(
  folder: string,
  inputs: readonly LockedInput[],
  context: ReadContext,
): Promise<{
  options: InputOptions;
  files: string[];
  inputs: LockedInput[];
}> {
  const read = await Promise.all(
    inputs.map((input) => readInput(folder, input, context)),
  );
  return {
    options: joined(read.map(({ options }) => options)),
    files: read.flatMap(({ files }) => files),
    inputs: read.map(({ input }) => input),
  };
}

function joined(all: readonly InputOptions[]): InputOptions {
  const facts = all.find((one) => one.facts !== undefined)?.facts;
  return {
    revisions: all.flatMap(({ revisions = [] }) => revisions),
    schemas: all.flatMap(({ schemas = [] }) => schemas),
    protocols: all.flatMap(({ protocols = [] }) => protocols),
    extensions: withFacts(all.flatMap(({ extensions = [] }) => extensions)),
    ...(facts === undefined ? {} : { facts }),
  };
}

/** Facts of an extension stand apart in a lock. */
function withFacts(extensions: readonly ExtensionInput[]): ExtensionInput[] {
  const byId = new Map<string, ExtensionInput>();
  for (const one of extensions) {
    const earlier = byId.get(one.extension);
    const facts = mergeFacts(earlier?.facts ?? {}, one.facts);
    byId.set(one.extension, {
      ...{ ...earlier, ...one },
      ...(Object.keys(facts).length > 0 && { facts }),
    });
  }
  return [...byId.values()];
}

/** Context of a configuration without a lock. */
export interface ConfiguredContext extends ProjectBounds {
  readonly env?: GenerateOptions["env"];
  /** The name of the configuration in messages. */
  readonly name?: string;
}

/**
 * How an output of a configuration is generated without a lock: from what is bundled, and from
 * files of the project. Throws an `InputError` for what has to be looked up first.
 */
export function wantedOptions(
  folder: string,
  output: OutputConfig,
  { env, name = configNames[0], ...bounds }: ConfiguredContext = {},
): OutputOptions {
  assertInside(configuredPaths(output), folder, name, bounds);
  const { out, revisions = [], schemas = [], extensions = [] } = output;
  const { facts, ...others } = output;
  for (const revision of revisions) assertBundled(revision);
  const files: string[] = [];
  const at = (path: string): string => {
    const place = resolve(folder, path);
    files.push(place);
    return place;
  };
  const options = {
    ...others,
    out: resolve(folder, out),
    env,
    revisions: revisions.map((revision) =>
      isModelPath(revision) && !isAddress(revision) ? at(revision) : revision,
    ),
    schemas: schemas.map(({ revision, path, url = "" }) =>
      path === undefined
        ? { url, env, revision }
        : { path: at(path), file: path, revision },
    ),
    extensions: extensions.map((one) =>
      typeof one === "string"
        ? { extension: one }
        : extensionInput(one, at, env),
    ),
    ...(facts === undefined ? {} : { facts: readFacts(at(facts)) }),
  };
  return { options, files };
}

/** The paths of the project that a configuration names. */
export function configuredPaths(output: OutputConfig): ProjectPath[] {
  const { revisions = [], schemas = [], extensions = [], facts } = output;
  const own = (path: string | undefined, what: string): ProjectPath[] =>
    path === undefined || isAddress(path) ? [] : [{ path, what }];
  return [
    ...outPaths(output),
    ...revisions
      .filter(isModelPath)
      .flatMap((path) => own(path, "the revision")),
    ...schemas.flatMap(({ path }) => own(path, "the schema")),
    ...extensions.flatMap((one) =>
      typeof one === "string"
        ? []
        : [
            // A path of what is published elsewhere begins there.
            ...(one.from === undefined ? own(one.path, "the extension") : []),
            ...own(one.facts, "the facts"),
          ],
    ),
    ...own(facts, "the facts"),
  ];
}

/** What is not bundled has to be looked up, unless its name is a slip. */
function assertBundled(revision: string): void {
  if (revision === "all" || isModelPath(revision)) return;
  if (findBundled(revision) !== undefined) return;
  const ids = bundledRevisions().map(({ id }) => id);
  const update = "run mcp-gen update, which looks it up";
  const nearest = suggest(revision, ids);
  throw new InputError(
    "lock-mismatch",
    `The configuration wants ${JSON.stringify(revision)}, which is not bundled, and there is no ${lockPath} that says what was found`,
    { hint: nearest === undefined ? update : `${nearest} Else ${update}` },
  );
}

function extensionInput(
  { extension, path, url, from, revision, facts }: ExtensionConfig,
  at: (path: string) => string,
  env: GenerateOptions["env"],
): ExtensionInput {
  if (from !== undefined)
    throw new InputError(
      "lock-mismatch",
      `${extension} is published in ${from}, and there is no ${lockPath} that says what was found there`,
      { hint: "run mcp-gen update" },
    );
  return {
    extension,
    ...(path === undefined ? {} : { path: at(path), file: path }),
    ...(url === undefined ? {} : { url, env }),
    ...(revision === undefined ? {} : { revision }),
    ...(facts === undefined ? {} : { facts: readExtensionFacts(at(facts)) }),
  };
}
