import type { ExtendedProtocol } from "../../schema/extend/part.ts";
import type { EmitOptions } from "../options.ts";
import { emitExtensionEntries, type EmittedEntry } from "./entry.ts";
import { emitRevisionExtensions, type EmittedPart } from "./revision.ts";

export type { EmittedEntry } from "./entry.ts";
export type { EmittedPart } from "./revision.ts";

/** What was printed of the extensions of all revisions. */
export interface EmittedExtensions {
  /** What each extension adds to a revision, in the order of the revisions. */
  readonly parts: readonly EmittedPart[];
  /** The values that stand beside the folders of the revisions. */
  readonly entries: readonly EmittedEntry[];
}

/** Prints the extensions of some revisions, apart from what is printed of the core. */
export function emitExtensions(
  extended: readonly ExtendedProtocol[],
  options: EmitOptions,
): EmittedExtensions {
  return {
    parts: extended.flatMap((one) => emitRevisionExtensions(one, options)),
    entries: emitExtensionEntries(extended, options),
  };
}
