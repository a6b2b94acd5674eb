import type { Protocol } from "../schema/model/index.ts";
import { byCodeUnit } from "../base/order.ts";
import { fileHeader } from "./print/header.ts";
import type { Item, Module } from "./print/module.ts";
import { sharedTypes, sharedValues } from "./shared-exports.ts";

/** A name that several modules of a revision export. */
export interface Collision {
  readonly name: string;
  /** The module whose export the index passes on. */
  readonly kept: string;
  readonly hidden: readonly string[];
}

/** The index of one revision: what its modules export, under one name. */
export interface RevisionIndex {
  readonly index: Module;
  /** The names of which it can export only one. */
  readonly collisions: Collision[];
}

export function revisionIndex(
  protocol: Protocol,
  modules: readonly Module[],
  runtime: string,
): RevisionIndex {
  const all = modules.map(exportsOf);
  const rivals = findRivals(all);
  const isTaken = (name: string): boolean => rivals.has(name);
  return {
    index: {
      path: `${protocol.revision}/index`,
      header: fileHeader(protocol, "Entry"),
      items: [
        ...all.flatMap((one) => reexports(one, rivals)),
        ...(all.some(isStub)
          ? [
              ...sharedValues(runtime, isTaken),
              ...sharedTypes(runtime, isTaken),
            ]
          : []),
      ],
    },
    collisions: findCollisions(rivals),
  };
}

function isStub({ from }: Exports): boolean {
  return from === "./server" || from === "./client";
}

function findCollisions(rivals: Rivals): Collision[] {
  return [...rivals].flatMap(([name, exporters]) => {
    const [kept, ...hidden] = exporters.map(({ from }) => from);
    return kept === undefined || hidden.length === 0
      ? []
      : [{ name, kept, hidden }];
  });
}

/** What a module exports. */
interface Exports {
  readonly from: string;
  /** Whether its names stand in full. */
  readonly listed: boolean;
  readonly values: ReadonlySet<string>;
  /** The types that are not values too, as enums are. */
  readonly types: ReadonlySet<string>;
}

/** Modules with few exports, which nobody should have to look up. */
const listed = ["dispatch", "server", "client", "registry"];

function exportsOf({ path, items }: Module): Exports {
  const name = path.split("/").at(-1) ?? path;
  const values = new Set<string>();
  const types = new Set<string>();
  for (const item of items) {
    if (item.kind === "import") continue;
    if (item.kind === "reexport")
      for (const { name, as = name } of item.names ?? [])
        (item.types ? types : values).add(as);
    else if (item.exported) (isType(item) ? types : values).add(item.name);
  }
  for (const value of values) types.delete(value);
  return { from: `./${name}`, listed: listed.includes(name), values, types };
}

function isType(item: Item): boolean {
  return item.kind === "fixed" ? item.isType : item.kind === "type";
}

/**
 * An export by name goes before one by `export *`: so it tells which one is meant
 * of a name that several modules export.
 */
function reexports(one: Exports, rivals: Rivals): Item[] {
  const isNamed = (name: string): boolean => {
    const [winner, ...others] = rivals.get(name) ?? [];
    return winner === one && (one.listed || others.length > 0);
  };
  const { from } = one;
  return [
    ...(one.listed ? [] : [{ kind: "reexport", types: false, from } as const]),
    ...byName(from, false, [...one.values].filter(isNamed)),
    ...byName(from, true, [...one.types].filter(isNamed)),
  ];
}

/** Re-exports of all that a module exports, name by name. */
export function exportsByName(module: Module): Item[] {
  const { from, values, types } = exportsOf(module);
  return [
    ...byName(from, false, [...values]),
    ...byName(from, true, [...types]),
  ];
}

function byName(from: string, types: boolean, names: string[]): Item[] {
  if (names.length === 0) return [];
  const sorted = names.sort(byCodeUnit).map((name) => ({ name }));
  return [{ kind: "reexport", types, names: sorted, from }];
}

/** An index of some modules in its own folder: what they export, under one name. */
export function moduleIndex(
  place: Pick<Module, "path" | "header">,
  modules: readonly Module[],
): RevisionIndex {
  const all = modules.map(exportsOf);
  const rivals = findRivals(all);
  const items = all.flatMap((one) => reexports(one, rivals));
  return { index: { ...place, items }, collisions: findCollisions(rivals) };
}

/** The modules that export each name, the one that is meant first. */
type Rivals = ReadonlyMap<string, readonly Exports[]>;

function findRivals(all: readonly Exports[]): Rivals {
  const rivals = new Map<string, Exports[]>();
  const byPrecedence = [
    ...all.filter(({ listed }) => listed),
    ...all.filter(({ listed }) => !listed),
  ];
  for (const one of byPrecedence)
    for (const name of [...one.values, ...one.types]) {
      const known = rivals.get(name);
      if (known === undefined) rivals.set(name, [one]);
      else known.push(one);
    }
  return rivals;
}
