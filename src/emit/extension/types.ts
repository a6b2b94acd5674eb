import { typesOfDeclaration } from "../../schema/model/walk.ts";
import { declaredNames } from "../lookup/declared-names.ts";
import type { Item, Module } from "../print/module.ts";
import { printDeclarations } from "../types/index.ts";
import { byCodeUnit } from "../../base/order.ts";
import { headerOf, type ExtensionView } from "./view.ts";

/** What an extension declares itself; names of the core are imported. */
export function extensionTypes(view: ExtensionView, docs: boolean): Module {
  const { part, protocol, folder } = view;
  return {
    path: `${folder}/types`,
    header: headerOf(view, "Types"),
    items: [
      ...coreImport(view),
      ...printDeclarations(part.declarations, protocol, docs),
    ],
  };
}

function coreImport({ part, isCore }: ExtensionView): Item[] {
  const used = part.declarations.flatMap((one) => [...typesOfDeclaration(one)]);
  const names = declaredNames(used).filter(isCore).sort(byCodeUnit);
  if (names.length === 0) return [];
  return [
    {
      kind: "import",
      types: true,
      names: names.map((name) => ({ name })),
      from: "../../types",
    },
  ];
}
