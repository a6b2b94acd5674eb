import {
  emitAllRevisions,
  emitNames,
  emitRevision,
  emitRevisions,
  type EmitOptions,
  type EmittedFile,
} from "../../src/emit/index.ts";
import { runtimeFiles } from "../../src/project/api/runtime.ts";
import type { ExtensionModel, Protocol } from "../../src/schema/model/index.ts";

export const everything: EmitOptions = {
  emit: emitNames,
  target: "ts",
  importExtension: ".js",
  jsonSchema: "corrected",
  docs: true,
  runtime: "copy",
  with: [],
};

/** Every output of the protocols, with the options that differ from the defaults. */
export function emitFiles(
  protocols: readonly Protocol[],
  options: Partial<EmitOptions> = {},
): EmittedFile[] {
  return protocols.flatMap(
    (protocol) => emitRevision(protocol, { ...everything, ...options }).files,
  );
}

/** What stands beside the folders of the revisions. */
export function emitEntryFiles(
  protocols: readonly Protocol[],
  options: Partial<EmitOptions> = {},
): EmittedFile[] {
  return emitAllRevisions(protocols, { ...everything, ...options });
}

/** What stands beside them because several have it: the entry imports of it, too. */
export function emitSharedFiles(
  protocols: readonly Protocol[],
  options: Partial<EmitOptions> = {},
): readonly EmittedFile[] {
  return emitRevisions(protocols, { ...everything, ...options }).shared;
}

/** The runtime as it is copied beside TypeScript: what imports nothing, or more. */
export function runtimeSources(
  importExtension: EmitOptions["importExtension"] = ".js",
  parts: EmitOptions["with"] = [],
  extensions: readonly ExtensionModel[] = [],
): EmittedFile[] {
  return runtimeFiles(
    { ...everything, importExtension, with: parts },
    extensions,
  );
}
