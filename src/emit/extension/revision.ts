import type {
  ExtendedProtocol,
  ExtensionPart,
} from "../../schema/extend/part.ts";
import { withNeeded } from "../emitters.ts";
import type { EmitName, EmitOptions } from "../options.ts";
import type { EmittedFile, Module } from "../print/module.ts";
import { renderModule } from "../print/render.ts";
import { moduleIndex, type Collision } from "../revision-index.ts";
import { extensionDispatch } from "./dispatch.ts";
import { extensionGuards } from "./guards.ts";
import { printExtension } from "./model.ts";
import { extensionSchema } from "./schema.ts";
import { extensionStandard } from "./standard.ts";
import { extensionTypes } from "./types.ts";
import { headerOf, viewsOf, type ExtensionView } from "./view.ts";

/** What was printed of an extension in one revision. */
export interface EmittedPart {
  /** The revision with its extensions, as it was given. */
  readonly extended: ExtendedProtocol;
  readonly part: ExtensionPart;
  readonly files: readonly EmittedFile[];
  /** The names of which its index can export only one. */
  readonly collisions: readonly Collision[];
}

/** Prints what extensions add to a revision, each into a folder of its own. */
export function emitRevisionExtensions(
  extended: ExtendedProtocol,
  options: EmitOptions,
): EmittedPart[] {
  return viewsOf(extended).map((view) => ({
    extended,
    part: view.part,
    ...printView(view, options),
  }));
}

/** How the outputs of a revision are printed for an extension; stubs are none of them. */
const modules: Readonly<
  Partial<Record<EmitName, (view: ExtensionView, docs: boolean) => Module>>
> = {
  types: extensionTypes,
  guards: extensionGuards,
  standard: extensionStandard,
  dispatch: extensionDispatch,
};

function printView(
  view: ExtensionView,
  options: EmitOptions,
): { files: EmittedFile[]; collisions: readonly Collision[] } {
  const { docs } = options;
  const names = withNeeded(options.emit);
  const printed = names.flatMap((name) => {
    const module = modules[name]?.(view, docs);
    return module === undefined ? [] : [{ name, module }];
  });
  // Standard Schemas are imported from their own file: few need them, and all would load them.
  const indexed = printed.filter(({ name }) => name !== "standard");
  const { index, collisions } = moduleIndex(
    { path: `${view.folder}/index`, header: headerOf(view, "Entry") },
    indexed.map(({ module }) => module),
  );
  const all = [
    ...printed.map(({ module }) => module),
    ...(indexed.length > 0 ? [index] : []),
  ];
  return {
    files: [
      ...all.flatMap((module) => renderModule(module, options)),
      ...dataFiles(view, names, docs),
    ],
    collisions,
  };
}

function dataFiles(
  view: ExtensionView,
  names: readonly EmitName[],
  docs: boolean,
): EmittedFile[] {
  const { folder, part } = view;
  return [
    ...(names.includes("json-schema")
      ? [{ path: `${folder}/schema.json`, text: extensionSchema(view, docs) }]
      : []),
    ...(names.includes("protocol")
      ? [
          {
            path: `${folder}/protocol.json`,
            text: printExtension(part.model, docs),
          },
        ]
      : []),
  ];
}
