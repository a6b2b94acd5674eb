import { createLookup } from "../lookup/lookup.ts";
import { freeName } from "../print/names.ts";
import type { Origin } from "../stubs/stub.ts";
import { coreNames, type ExtensionView } from "./view.ts";

/** An extension in a revision, as the module refers to it that stands for all of them. */
export interface ExtensionOrigin extends Origin {
  readonly view: ExtensionView;
}

/** The revisions that an extension is part of, newest first as they are given. */
export function extensionOrigins(
  views: readonly [ExtensionView, ...ExtensionView[]],
): [ExtensionOrigin, ...ExtensionOrigin[]] {
  const used = new Set<string>();
  const origin = (view: ExtensionView, suffix: string): ExtensionOrigin => ({
    view,
    protocol: view.protocol,
    lookup: createLookup(view.protocol),
    folder: `../${view.folder}/`,
    names: {
      types: `types${suffix}`,
      guards: `guards${suffix}`,
      dispatch: `dispatch${suffix}`,
    },
    // The guards of its own tables check what is sent in each.
    crossings: { server: [], client: [] },
    core: {
      has: (name) => view.isCore(name),
      folder: `../${view.protocol.revision}/`,
      name: `${coreNames.types}${suffix}`,
    },
  });
  const [newest, ...older] = views;
  return [
    origin(newest, ""),
    ...older.map((view) => {
      const { revision } = view.protocol;
      const id = revision.replaceAll(/[^\p{ID_Continue}]/gu, "_");
      return origin(view, freeName(`_${id}`, used));
    }),
  ];
}
