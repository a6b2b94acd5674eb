/**
 * From a Protocol to files, with one folder for each kind of output. `output` compares,
 * stages and renames them.
 *
 * May import: `runtime`, `base`, `schema`.
 *
 * @module
 */
import type { Protocol } from "../schema/model/index.ts";
import { printAll, shareGuards, type Printed } from "./print-all.ts";
import type { EmittedFile } from "./print/module.ts";
import type { EmitOptions } from "./options.ts";
import { renderModule } from "./print/render.ts";
import { revisionIndex, type Collision } from "./revision-index.ts";
import { revisionSpecifier } from "./runtime-specifier.ts";
import type { LeftOut } from "./stubs/registry/fitting.ts";
import { leftOutOf } from "./stubs/modules.ts";

export { emitAllRevisions } from "./all-revisions.ts";
export {
  emitExtensions,
  type EmittedEntry,
  type EmittedExtensions,
  type EmittedPart,
} from "./extension/index.ts";
export { generatedMark, lintMarks } from "./print/marks.ts";
export type { EmittedFile } from "./print/module.ts";
export {
  emitChoices,
  emitNames,
  importedEmitNames,
  type EmitName,
  type EmitOptions,
  runtimeParts,
  type RuntimePart,
} from "./options.ts";
export type { Collision } from "./revision-index.ts";
export type { LeftOut } from "./stubs/registry/fitting.ts";

/** What was printed for one protocol. */
export interface EmittedRevision {
  readonly files: EmittedFile[];
  /** The names of which the revision's index can export only one. */
  readonly collisions: Collision[];
  /** The factories of features that the revision has no place for. */
  readonly leftOut: LeftOut[];
}

/** What was printed for several protocols, and what some of them share. */
export interface EmittedRevisions {
  /** In the order of the protocols. */
  readonly revisions: readonly EmittedRevision[];
  readonly shared: readonly EmittedFile[];
}

/** Prints the files of one protocol; the same input gives the same bytes. */
export function emitRevision(
  protocol: Protocol,
  options: EmitOptions,
): EmittedRevision {
  return finish(printAll(protocol, options), options);
}

/** Prints the files of several protocols: what they have alike is printed once. */
export function emitRevisions(
  protocols: readonly Protocol[],
  options: EmitOptions,
): EmittedRevisions {
  const printed = protocols.map((protocol) => printAll(protocol, options));
  const { own, shared } = shareGuards(protocols, options);
  return {
    revisions: printed.map((one, place) => {
      const guards = own[place];
      const modules = { ...one.modules, ...(guards && { guards }) };
      return finish({ ...one, modules }, options);
    }),
    shared: shared.flatMap((module) => renderModule(module, options)),
  };
}

function finish(
  { protocol, modules, files }: Printed,
  options: EmitOptions,
): EmittedRevision {
  // Standard Schemas are imported from their own file: few need them, and all would load them.
  const { standard: _, ...indexed } = modules;
  const { index, collisions } = revisionIndex(
    protocol,
    Object.values(indexed),
    revisionSpecifier(options.runtime),
  );
  const hasIndex = Object.keys(indexed).length > 0;
  const rendered = [
    ...Object.values(modules),
    ...(hasIndex ? [index] : []),
  ].flatMap((module) => renderModule(module, options));
  return {
    files: [...rendered, ...files],
    collisions,
    leftOut: modules.registry === undefined ? [] : leftOutOf(protocol, options),
  };
}
