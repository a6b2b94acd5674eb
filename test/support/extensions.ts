import { extendRevision } from "../../src/compat/extension-copies.ts";
import type { ExtendedProtocol } from "../../src/schema/extend/index.ts";
import type {
  ExtensionFacts,
  ExtensionModel,
} from "../../src/schema/model/index.ts";
import type { Protocol } from "../../src/schema/model/index.ts";
import {
  emitExtensions,
  type EmitOptions,
  type EmittedFile,
} from "../../src/emit/index.ts";
import { parseSchema } from "../../src/schema/parse/index.ts";
import { everything } from "./emitted.ts";

/** The schema of an extension, as text, and what it cannot say. */
export interface ExtensionSource {
  readonly id: string;
  readonly text: string;
  readonly facts?: ExtensionFacts;
}

/** The model of an extension; throws when its schema has errors. */
export function extensionOf(
  { id, text, facts = {} }: ExtensionSource,
  protocols: readonly Protocol[],
): ExtensionModel {
  const core = new Set(
    protocols.flatMap(({ declarations }) =>
      declarations.map(({ name }) => name),
    ),
  );
  const { declarations, imports, diagnostics } = parseSchema(
    { path: "extension.ts", text },
    { core },
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 2));
  return {
    formatVersion: 1,
    extension: id,
    revision: "draft",
    imports,
    declarations,
    facts,
  };
}

/** Revisions with extensions; throws where one of them does not fit. */
export function extendAll(
  protocols: readonly Protocol[],
  sources: readonly ExtensionSource[],
): ExtendedProtocol[] {
  const models = sources.map((source) => extensionOf(source, protocols));
  return protocols.map((protocol) => {
    const extended = extendRevision(protocol, models);
    const errors = extended.diagnostics.filter(
      ({ severity }) => severity === "error",
    );
    if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 2));
    return extended;
  });
}

/** Every file that is printed of extensions, with the options that differ from the defaults. */
export function emitExtensionFiles(
  extended: readonly ExtendedProtocol[],
  options: Partial<EmitOptions> = {},
): EmittedFile[] {
  const { parts, entries } = emitExtensions(extended, {
    ...everything,
    ...options,
  });
  return [...parts, ...entries].flatMap(({ files }) => files);
}
