import type { Protocol } from "../model/index.ts";
import { emitters, withNeeded } from "./emitters.ts";
import type { EmittedFile, Module } from "./print/module.ts";
import type { EmitOptions } from "./options.ts";
import { renderModule } from "./print/render.ts";
import { revisionEntry, type Collision } from "./revision-index.ts";
import { revisionSpecifier } from "./runtime-specifier.ts";

export { emitEntry } from "./entry.ts";
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
  /** The names of which the revision's entry can export only one. */
  readonly collisions: Collision[];
}

/** Prints the files of one protocol; the same input gives the same bytes. */
export function emitRevision(
  protocol: Protocol,
  options: EmitOptions,
): EmittedRevision {
  const modules: Module[] = [];
  // Standard Schemas have an entry of their own: few need them, and all would load them.
  const entry: Module[] = [];
  const files: EmittedFile[] = [];
  for (const name of withNeeded(options.emit)) {
    const output = emitters[name].print(protocol, options);
    if ("text" in output) files.push(output);
    else {
      modules.push(output);
      if (name !== "standard") entry.push(output);
    }
  }
  const { index, collisions } = revisionEntry(
    protocol,
    entry,
    revisionSpecifier(options.runtime),
  );
  if (entry.length > 0) modules.push(index);
  const rendered = modules.flatMap((module) => renderModule(module, options));
  return {
    files: [...rendered, ...files],
    collisions,
  };
}
