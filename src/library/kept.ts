import { UsageError } from "../diagnostics/error.ts";
import { readManifest, type ManifestInput } from "../output/index.ts";
import { findBundled } from "../spec/revisions.ts";
import type { GenerateOptions } from "./options.ts";

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
  const earlier = inputs.flatMap(({ id }) => id ?? []);
  if (earlier.length === 0) return { options: kept };
  const { revisions = [], schemas = [], protocols = [] } = options;
  if (revisions.length + schemas.length + protocols.length > 0)
    return { options: kept, earlier };
  const foreign = inputs.find((one) => !isKept(one, options));
  if (foreign === undefined)
    return { options: { ...kept, revisions: earlier } };
  const what = foreign.kind === "facts" ? "--facts" : `--schema, ${foreign.id}`;
  throw new UsageError("nothing-to-do", "No revision is named", {
    hint: `the folder was generated of ${earlier.join(", ")}, with a file of yours (${what}): name them again`,
  });
}

/** Whether it needs no file: a bundled revision, perhaps of another version of mcp-gen. */
function isKept(input: ManifestInput, { facts }: GenerateOptions): boolean {
  if (input.kind === "facts") return facts !== undefined;
  const source = findBundled(input.id ?? "")?.source;
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
