import type { Protocol } from "../model/index.ts";
import { emitters, withNeeded } from "./emitters.ts";
import type { EmittedFile, Module } from "./print/module.ts";
import type { EmitOptions } from "./options.ts";
import { renderModule } from "./print/render.ts";
import { revisionIndex, type Collision } from "./revision-index.ts";
import { revisionSpecifier } from "./runtime-specifier.ts";

export { emitAllRevisions } from "./all-revisions.ts";
export type { EmittedFile } from "./print/module.ts";
export {
  emitChoices,
  emitNames,
  type EmitName,
  type EmitOptions,
} from "./options.ts";
export type { Collision } from "./revision-index.ts";

/** What was printed for one protocol. */
export interface EmittedRevision {
  readonly files: EmittedFile[];
  /** The names of which the revision's index can export only one. */
  readonly collisions: Collision[];
}

/** Prints the files of one protocol; the same input gives the same bytes. */
export function emitRevision(
  protocol: Protocol,
  options: EmitOptions,
): EmittedRevision {
  const modules: Module[] = [];
  // Standard Schemas are imported from their own file: few need them, and all would load them.
  const indexed: Module[] = [];
  const files: EmittedFile[] = [];
  for (const name of withNeeded(options.emit)) {
    const output = emitters[name].print(protocol, options);
    if ("text" in output) files.push(output);
    else {
      modules.push(output);
      if (name !== "standard") indexed.push(output);
    }
  }
  const { index, collisions } = revisionIndex(
    protocol,
    indexed,
    revisionSpecifier(options.runtime),
  );
  if (indexed.length > 0) modules.push(index);
  const rendered = modules.flatMap((module) => renderModule(module, options));
  return {
    files: [...rendered, ...files],
    collisions,
  };
}
