import { inlineTypes } from "../lookup/inline-types.ts";
import { importModule, importTypes } from "../lookup/references.ts";
import type { Module } from "../print/module.ts";
import { standardSchemas } from "../standard.ts";
import { ownTypes } from "./guards.ts";
import { headerOf, type ExtensionView } from "./view.ts";

/** Each validator of an extension as a Standard Schema. */
export function extensionStandard(view: ExtensionView): Module {
  const declared = ownTypes(view).map((name) => ({ name }));
  const inline = [...inlineTypes(view.protocol)].map(([name, type]) => {
    return { name, type };
  });
  return {
    path: `${view.folder}/standard`,
    header: headerOf(view, "Standard Schemas"),
    items: [
      importModule("guards", "values"),
      ...importTypes(declared),
      ...standardSchemas([...declared, ...inline]),
    ],
  };
}
