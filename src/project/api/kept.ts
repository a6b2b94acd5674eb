import { UsageError } from "../../base/diagnostics/error.ts";
import { readManifest, type ManifestInput } from "../../emit/output/index.ts";
import { findBundled } from "../../revisions/revisions.ts";
import { findBundledExtension } from "../../revisions/extensions.ts";
import type { ExtensionInput, GenerateOptions } from "./options.ts";

/** What a run does, and what the folder was generated of before, if that was something else. */
export interface KeptOptions {
  readonly options: GenerateOptions;
  readonly earlier?: readonly string[];
}

/**
 * The options, with what they leave open as the folder's manifest has it: the revisions,
 * where those are bundled ones, and whether prettier formats. Throws a `UsageError` for
 * revisions that have to be named again, and an `OutputError` for a broken manifest.
 */
export function withKept(options: GenerateOptions): KeptOptions {
  if (options.out === undefined) return { options };
  const { inputs, prettier } = readManifest(options.out);
  const kept: GenerateOptions = {
    ...options,
    prettier: options.prettier ?? prettier ?? false,
  };
  const earlier = inputs.flatMap(({ kind, id }) =>
    kind === "revision" && id !== undefined ? [id] : [],
  );
  if (earlier.length === 0) return { options: kept };
  const { revisions = [], schemas = [], protocols = [] } = options;
  if (revisions.length + schemas.length + protocols.length > 0)
    return { options: kept, earlier };
  const foreign = inputs.find((one) => !isKept(one, options));
  const extensions = keptExtensions(inputs, options);
  if (foreign === undefined)
    return { options: { ...kept, revisions: earlier, extensions } };
  const what = optionOf(foreign);
  throw new UsageError("nothing-to-do", "No revision is named", {
    hint: `the folder was generated of ${earlier.join(", ")}, with a file of yours (${what}): name them again`,
  });
}

/** The extensions: those that are named now, or else all that were there before. */
function keptExtensions(
  inputs: readonly ManifestInput[],
  { extensions = [] }: GenerateOptions,
): readonly ExtensionInput[] {
  if (extensions.length > 0) return extensions;
  return inputs.flatMap(({ kind, id }) =>
    kind === "extension" && id !== undefined ? [{ extension: id }] : [],
  );
}

function optionOf({ kind, id }: ManifestInput): string {
  switch (kind) {
    case "revision":
      return `--schema, ${id}`;
    case "extension":
      return `--extension, ${id}`;
    case "description":
    case "schemas":
      return kind;
    case "facts":
      return id === undefined ? "--facts" : `--extension-facts, ${id}`;
    default:
      return kind satisfies never;
  }
}

/** Whether it needs no file: what is bundled, perhaps with another version of mcp-gen. */
function isKept(
  input: ManifestInput,
  { facts, extensions = [] }: GenerateOptions,
): boolean {
  const { kind, id = "" } = input;
  // Who names an extension anew names them all.
  const isNamed = extensions.length > 0;
  if (kind === "facts") return id === "" ? facts !== undefined : isNamed;
  if (kind === "extension" && isNamed) return true;
  const source = (
    kind === "extension" ? findBundledExtension(id) : findBundled(id)
  )?.source;
  return (
    source !== undefined &&
    (source.sha256 === input.sha256 || pageOf(source) === pageOf(input))
  );
}

/** Where a file is, at whichever commit. */
function pageOf({
  url,
  commit = "",
}: Pick<ManifestInput, "url" | "commit">): string {
  return url?.replace(commit, "") ?? "";
}
