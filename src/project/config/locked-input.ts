import { resolve } from "node:path";
import { InputError } from "../../base/diagnostics/error.ts";
import { textDigest } from "../../base/digest.ts";
import type { ExtensionInput, GenerateOptions } from "../api/options.ts";
import {
  checkExtensionModel,
  readExtensionFacts,
} from "../../revisions/extension-file.ts";
import {
  findBundledExtension,
  loadBundledExtension,
} from "../../revisions/extensions.ts";
import { readFacts } from "../../schema/overrides/overrides-file.ts";
import { parseJsonBytes } from "../../base/json-file.ts";
import { loadBytes } from "../../revisions/load.ts";
import { readBytes } from "../../base/read-bytes.ts";
import { findBundled, isPublished } from "../../revisions/revisions.ts";
import { editedError, movedError, nameOf, unreachableError } from "./errors.ts";
import { assertInside, localPaths, type ProjectBounds } from "./inside.ts";
import { keptPath, readKept } from "./kept.ts";
import { lockPath, type LockedInput } from "./lock.ts";

/** What reading needs beside the lock. */
export interface ReadContext extends ProjectBounds {
  /** The environment: a proxy, a token, the address of a code host. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told what is fetched, for a person who waits. */
  readonly progress?: (what: string) => void;
  readonly signal?: AbortSignal;
  /** What has been read and is not kept yet. */
  readonly bytes?: (input: LockedInput) => Uint8Array | undefined;
}

/** What is read of the inputs of an output, in the library's terms. */
export type InputOptions = Pick<
  GenerateOptions,
  "revisions" | "schemas" | "protocols" | "extensions" | "facts"
>;

/** An input that was looked up. */
export interface ReadInput {
  readonly options: InputOptions;
  /** The files that it was read from, by their absolute paths. */
  readonly files: readonly string[];
  /** As it is now: a file of the project changes as its owner likes. */
  readonly input: LockedInput;
}

/**
 * Reads an input of a lock: a file of the project as it is, what is published with the digest
 * that the lock has. Throws an `InputError`.
 */
export async function readInput(
  folder: string,
  input: LockedInput,
  context: ReadContext,
): Promise<ReadInput> {
  assertInside(localPaths(input), folder, lockPath, context);
  if (input.source === undefined && input.path !== undefined)
    return readOwn(folder, input, input.path);
  const fresh = context.bytes?.(input);
  if (fresh !== undefined) {
    const options = await fromBytes(input, fresh, keptPath(input));
    return { options, files: [], input };
  }
  const kept = readKept(folder, input);
  if (kept?.isLocked === true) {
    const file = keptPath(input);
    const options = await fromBytes(input, kept.bytes, file);
    return { options, files: [kept.path], input };
  }
  if (kept !== undefined)
    throw await editedError(input, kept, () =>
      fetchInput(folder, input, context),
    );
  const bundled = fromBundled(input);
  if (bundled !== undefined) return { options: bundled, files: [], input };
  const bytes = await fetchInput(folder, input, context);
  if (textDigest(bytes) !== input.sha256) throw movedError(input, bytes);
  const options = await fromBytes(input, bytes, nameOf(input));
  return { options, files: [], input };
}

function readOwn(folder: string, input: LockedInput, file: string): ReadInput {
  const path = resolve(folder, file);
  const bytes = readBytes(path);
  const sha256 = textDigest(bytes);
  return {
    options: ownOptions(input, path, file),
    files: [path],
    input: sha256 === input.sha256 ? input : { ...input, sha256 },
  };
}

function ownOptions(
  { kind, id = "", revision }: LockedInput,
  path: string,
  file: string,
): InputOptions {
  switch (kind) {
    case "revision":
      return path.endsWith(".json")
        ? { revisions: [path] }
        : { schemas: [{ path, file, revision: id }] };
    case "extension": {
      const label = revision === undefined ? {} : { revision };
      return { extensions: [{ extension: id, path, file, ...label }] };
    }
    case "facts":
      return id === ""
        ? { facts: readFacts(path) }
        : { extensions: [{ extension: id, facts: readExtensionFacts(path) }] };
    default:
      return kind satisfies never;
  }
}

function fromBundled(input: LockedInput): InputOptions | undefined {
  const { kind, id = "", revision, sha256: digest } = input;
  if (kind === "revision")
    return findBundled(id)?.source.sha256 === digest
      ? { revisions: [id] }
      : undefined;
  const found = findBundledExtension(id);
  if (found?.source.sha256 !== digest) return undefined;
  if (revision === undefined || revision === found.revision)
    return { extensions: [{ extension: id }] };
  const model = loadBundledExtension(found);
  return { extensions: [{ extension: id, model, revision }] };
}

async function fromBytes(
  input: LockedInput,
  bytes: Uint8Array,
  file: string,
): Promise<InputOptions> {
  const { kind, id = "", revision } = input;
  const isModel = file.endsWith(".json");
  if (kind === "revision")
    return isModel
      ? { protocols: [await loadBytes(bytes, file)] }
      : {
          schemas: [
            {
              ...{ text: bytes, file, revision: id },
              published: isPublishedInput(input),
            },
          ],
        };
  const extension: ExtensionInput = {
    extension: id,
    ...(revision === undefined ? {} : { revision }),
    // What its schema cannot say, the package goes on to know.
    ...(!isModel && { bundledFacts: true }),
  };
  if (!isModel) return { extensions: [{ ...extension, text: bytes, file }] };
  const value = parseJsonBytes(bytes, file, "invalid-model");
  const model = checkExtensionModel(value, file);
  return { extensions: [{ ...extension, model }] };
}

/** The bytes from where they are published, at the commit that the lock has. */
async function fetchInput(
  folder: string,
  input: LockedInput,
  { env, progress, signal }: ReadContext,
): Promise<Uint8Array> {
  const { source, commit, path = "", url } = input;
  progress?.(`Fetching ${nameOf(input)}`);
  try {
    if (url !== undefined) {
      const { fetchSchema } = await import("../../revisions/fetch.ts");
      return await fetchSchema(url, { env, signal });
    }
    const { openUpstream } = await import("../upstream/index.ts");
    const upstream = await openUpstream(source ?? "", {
      env,
      cwd: folder,
      ...(commit === undefined ? {} : { at: commit }),
      ...(signal === undefined ? {} : { signal }),
    });
    return (await upstream.read({ path })).bytes;
  } catch (cause) {
    if (cause instanceof InputError) throw unreachableError(input, cause);
    throw cause;
  }
}

/** Returns true if the protocol publishes the schema of an input. */
export function isPublishedInput({
  source,
  url,
  sha256,
}: LockedInput): boolean {
  return source !== undefined || isPublished({ sha256, ...(url && { url }) });
}
