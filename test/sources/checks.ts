import { posix } from "node:path";
import type { Layers } from "./layers.ts";
import { inside, isWithin, type SourceTree } from "./tree.ts";

/** Each check answers what is wrong, a line for each fault. */
export type Faults = string[];

/** Imports of what a folder may not know. */
export function foreignImports(tree: SourceTree, layers: Layers): Faults {
  return Object.entries(layers).flatMap(([folder, allowed]) =>
    inside(tree, [folder]).flatMap(({ path, imports }) =>
      imports
        .filter((target) => !target.startsWith("node:"))
        .filter(
          (target) =>
            ![folder, ...allowed].some((one) => isWithin(target, one)),
        )
        .map((target) => `${path} → ${target}`),
    ),
  );
}

/** Folders that a table of layers says nothing of, or that it names and nothing lies in. */
export function unplaced(
  tree: SourceTree,
  layers: Layers,
  parent: string,
): Faults {
  const listed = Object.keys(layers);
  const found = new Set(
    tree.flatMap(({ path }) => {
      const [name, ...deeper] = posix.relative(parent, path).split("/");
      if (name === undefined || name === ".." || deeper.length === 0) return [];
      // A table may list the folders of a folder in its place.
      const folder = listed.find((one) => isWithin(path, one));
      return [folder ?? posix.join(parent, name)];
    }),
  );
  const empty = Object.keys(layers).filter(
    (folder) => inside(tree, [folder]).length === 0,
  );
  return [
    ...[...found]
      .filter((folder) => !Object.hasOwn(layers, folder))
      .map((folder) => `${folder} has no layer`),
    ...empty.map((folder) => `${folder} is empty`),
  ];
}

/** Rooms that may import one that stands behind them in their table. */
export function upwardRooms(rooms: Layers): Faults {
  const order = Object.keys(rooms);
  return order.flatMap((room, index) =>
    (rooms[room] ?? [])
      .filter((allowed) => order.indexOf(allowed) > index)
      .map((allowed) => `${room} → ${allowed}`),
  );
}

/** Files that import each other in a circle, by value or by type alone. */
export function cycles(tree: SourceTree): Faults {
  const imports = new Map(tree.map((file) => [file.path, file.imports]));
  const done = new Set<string>();
  const path: string[] = [];
  const faults: Faults = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      faults.push([...path.slice(start), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return faults;
}

/** Names that two files export, each a thing of its own. */
export function repeatedNames(tree: SourceTree): Faults {
  const owners = new Map<string, string[]>();
  for (const { path, exports } of tree)
    for (const name of exports)
      owners.set(name, [...(owners.get(name) ?? []), path]);
  return [...owners]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(", ")}`);
}

/** Folders that nobody takes in at a glance. */
export function fullFolders(tree: SourceTree, limit: number): Faults {
  const counts = new Map<string, number>();
  for (const { path } of tree) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > limit)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

export function longFiles(tree: SourceTree, limit: number): Faults {
  return tree
    .filter(({ lineCount }) => lineCount > limit)
    .map(({ path, lineCount }) => `${path}: ${lineCount} lines`);
}

export function longFunctions(tree: SourceTree, limit: number): Faults {
  return tree.flatMap(({ path, functions }) =>
    functions
      .filter(({ lineCount }) => lineCount > limit)
      .map(({ name, lineCount }) => `${path}: ${name}, ${lineCount} lines`),
  );
}

/** Files that name a revision, which is data. */
export function namedRevisions(tree: SourceTree): Faults {
  return tree.flatMap(({ path, dates }) =>
    dates.map((date) => `${path}: ${date}`),
  );
}

/** Files that speak of one extension, which is data. */
export function namedExtensions(tree: SourceTree): Faults {
  return tree.flatMap(({ path, words }) =>
    words.map((word) => `${path}: ${word}`),
  );
}

/** Files that need what Node alone has. */
export function needsNode(tree: SourceTree): Faults {
  return tree
    .filter(({ imports }) => imports.some((one) => one.startsWith("node:")))
    .map(({ path }) => path);
}
