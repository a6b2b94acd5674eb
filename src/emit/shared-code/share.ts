import { generatedMark } from "../print/marks.ts";
import { byCodeUnit } from "../../base/order.ts";
import { namesIn } from "../print/names-in.ts";
import type {
  ImportItem,
  ImportName,
  Item,
  Module,
  ReexportItem,
} from "../print/module.ts";
import { classesOf } from "./classes.ts";
import {
  declaredItems,
  unitsOf,
  type Declared,
  type RevisionModule,
} from "./units.ts";

/** Modules of revisions, without what several of them have, and that. */
export interface SharedModules {
  /** In the order in which they were given. */
  readonly own: readonly Module[];
  readonly shared: readonly Module[];
}

/**
 * Moves what several revisions declare alike, with all that it refers to, into modules
 * that they import: each into the one of the newest revision that has it. Who speaks
 * the newest alone then loads nothing that only older ones need, and no import goes
 * back to an older one. What a revision's module exports stays the same.
 */
export function shareModules(
  name: string,
  modules: readonly RevisionModule[],
): SharedModules {
  const homes = findHomes(modules);
  const parts = modules.map((one): Parts => {
    const items = declaredItems(one.module);
    const homeOf = items.flatMap((item): [string, string][] => {
      const home = homes.get(item);
      return home === undefined ? [] : [[item.name, home]];
    });
    return { one, items, homeOf: new Map(homeOf) };
  });
  return {
    own: parts.map((part) => ownModule(name, part)),
    shared: parts.flatMap((part) => sharedModule(name, part)),
  };
}

interface Parts {
  readonly one: RevisionModule;
  readonly items: readonly Declared[];
  /** For each name that several revisions share, the one whose folder has it. */
  readonly homeOf: ReadonlyMap<string, string>;
}

/** For each item that several revisions have, the newest of them. */
function findHomes(
  modules: readonly RevisionModule[],
): ReadonlyMap<Declared, string> {
  const homes = new Map<Declared, string>();
  // To tell what is alike, all of it is printed: one alone has nothing to share.
  if (modules.length < 2) return homes;
  const units = modules.reduce<ReturnType<typeof unitsOf>>(
    (all, one) => [...all, ...unitsOf(one, all.length)],
    [],
  );
  const classes = classesOf(units);
  const members = new Map<number, { item: Declared; revision: string }[]>();
  let place = 0;
  for (const one of modules) {
    const { revision, declarations } = one.protocol;
    for (const item of declaredItems(one.module)) {
      const key = classes[place++] ?? -1;
      const alike = members.get(key);
      if (alike === undefined) members.set(key, [{ item, revision }]);
      else alike.push({ item, revision });
    }
    place += declarations.length;
  }
  for (const alike of members.values()) {
    if (alike.length < 2) continue;
    const [newest = ""] = alike
      .map(({ revision }) => revision)
      .sort(byCodeUnit)
      .reverse();
    for (const { item } of alike) homes.set(item, newest);
  }
  return homes;
}

/** What is the revision's own, and the names of what is not. */
function ownModule(
  name: string,
  { one: { module }, items, homeOf }: Parts,
): Module {
  const own = items.filter((item) => !homeOf.has(item.name));
  const elsewhere = items.filter((item) => homeOf.has(item.name));
  const passedOn = elsewhere.filter(({ exported }) => exported);
  const at = (home: string): string => `../shared/${home}/${name}`;
  return {
    ...module,
    items: [
      ...importsOf(module, own),
      ...links("import", needed(own, elsewhere), homeOf, at),
      ...links("reexport", passedOn, homeOf, at),
      ...own,
    ],
  };
}

/** What stands in the folder of this revision for it and for older ones. */
function sharedModule(
  name: string,
  { one: { protocol, module }, items, homeOf }: Parts,
): Module[] {
  const { revision } = protocol;
  const here = items.filter((item) => homeOf.get(item.name) === revision);
  if (here.length === 0) return [];
  const elsewhere = items.filter(
    (item) => homeOf.has(item.name) && !here.includes(item),
  );
  const at = (home: string): string => `../${home}/${name}`;
  return [
    {
      path: `shared/${revision}/${name}`,
      header: [
        `What revision ${revision} of the Model Context Protocol has in its ${name}, and`,
        "an older one has too, to the letter.",
        "",
        generatedMark,
      ],
      items: [
        ...importsOf(module, here).map((item) => ({
          ...item,
          from: `../../${revision}/${item.from.slice("./".length)}`,
        })),
        ...links("import", needed(here, elsewhere), homeOf, at),
        ...here.map((item): Item => ({ ...item, exported: true })),
      ],
    },
  ];
}

/**
 * A module that stands beside the folders of the revisions, and imports what it has
 * of the fixed code from where they have put it.
 */
export function borrowShared(
  module: Module,
  shared: readonly Module[],
): Module {
  const homeOf = new Map(
    shared.flatMap(({ path, items }) =>
      items.flatMap((item): [string, string][] =>
        item.kind === "fixed" ? [[item.name, path]] : [],
      ),
    ),
  );
  const elsewhere = declaredItems(module).filter(
    (item) => item.kind === "fixed" && !item.exported && homeOf.has(item.name),
  );
  const borrowed = new Set<Item>(elsewhere);
  const own = module.items.filter((item) => !borrowed.has(item));
  const at = (home: string): string => `./${home}`;
  return {
    ...module,
    items: [...links("import", needed(own, elsewhere), homeOf, at), ...own],
  };
}

/** The imports of a module that some of its items still need. */
function importsOf(module: Module, items: readonly Item[]): ImportItem[] {
  const used = new Set(items.flatMap(namesIn).map(({ from }) => from));
  return module.items.flatMap((item) =>
    item.kind === "import" && used.has(item.namespace) ? [item] : [],
  );
}

/** Of what stands elsewhere, what the items refer to. */
function needed(
  items: readonly Item[],
  elsewhere: readonly Declared[],
): Declared[] {
  const used = items.flatMap(namesIn).filter(({ from }) => from === undefined);
  const names = new Set(used.map(({ name }) => name));
  return elsewhere.filter(({ name }) => names.has(name));
}

/** Imports or re-exports by name: for each place, the values and the types. */
function links(
  kind: "import" | "reexport",
  items: readonly Declared[],
  homeOf: ReadonlyMap<string, string>,
  at: (home: string) => string,
): (ImportItem | ReexportItem)[] {
  const homes = [...new Set(items.map(({ name }) => homeOf.get(name) ?? ""))];
  return homes
    .sort(byCodeUnit)
    .reverse()
    .flatMap((home) =>
      [false, true].flatMap((types) => {
        const names = items
          .filter((item) => homeOf.get(item.name) === home)
          .filter((item) => isType(item) === types)
          .map(({ name }): ImportName => ({ name }));
        return names.length === 0
          ? []
          : [{ kind, types, names, from: at(home) }];
      }),
    );
}

function isType(item: Declared): boolean {
  return item.kind === "fixed" ? item.isType : item.kind === "type";
}
