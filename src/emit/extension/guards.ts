import { guardedSchemas, inlineType } from "../guards/index.ts";
import { printChecks } from "../guards/checks.ts";
import { issueType } from "../guards/scope/helpers.ts";
import { inlineTypes } from "../lookup/inline-types.ts";
import { named } from "../print/layout.ts";
import type { ImportItem, Item, Module } from "../print/module.ts";
import { namesIn } from "../print/names-in.ts";
import {
  coreNames,
  headerOf,
  referenceIn,
  type ExtensionView,
} from "./view.ts";

/**
 * A guard and a validator for every type of an extension. What it has of the core is
 * checked by the core's own guards, so that a program has them once.
 */
export function extensionGuards(view: ExtensionView, docs: boolean): Module {
  const { protocol, folder, isCore } = view;
  const inline = inlineTypes(protocol);
  const definitions = guardedSchemas(protocol);
  const items: Item[] = [
    issueType,
    ...[...inline].map(([name, type]) =>
      inlineType(name, type, protocol, {
        docs,
        path: name,
        descriptions: protocol.descriptions,
        localName: (declared) => referenceIn(view, { name: declared }),
      }),
    ),
    ...printChecks({
      guarded: [...ownTypes(view), ...inline.keys()],
      definitions,
      typeName: (name) =>
        inline.has(name) ? named(name) : named(name, "types"),
      docs,
      borrow: (name) =>
        isCore(name) ? named(`validate${name}`, coreNames.guards) : undefined,
    }),
  ];
  return {
    path: `${folder}/guards`,
    header: headerOf(view, "Guards"),
    items: [...importsFor(items), ...items],
  };
}

/** The types of an extension that have guards, in the order of its schema. */
export function ownTypes({ part }: ExtensionView): string[] {
  return part.declarations
    .filter(({ kind }) => kind !== "constant")
    .map(({ name }) => name);
}

/** The modules that items refer to, imported as wholes. */
function importsFor(items: readonly Item[]): ImportItem[] {
  const used = new Set(items.flatMap(namesIn).map(({ from }) => from));
  const modules: readonly (readonly [string, string, boolean])[] = [
    [coreNames.guards, "../../guards", false],
    [coreNames.types, "../../types", true],
    ["types", "./types", true],
  ];
  return modules
    .filter(([namespace]) => used.has(namespace))
    .map(([namespace, from, types]) => {
      return { kind: "import", types, names: [], namespace, from };
    });
}
