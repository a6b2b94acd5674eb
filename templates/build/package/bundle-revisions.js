import path from "node:path";
import { bundleLines, exportsOf, placed, roomOf } from "./bundle-room.js";
import { divide } from "./divide.js";
import { namesInBraces } from "./needed-imports.js";

/**
 * @typedef {object} Layout
 * @property {string} all the module of all revisions
 * @property {readonly string[]} modules what can be imported, that one too; of what
 * several of a revision need, the first has it
 * @property {ReadonlyMap<string, string>} aliases by the id of a revision that is
 * another one by a new name, the id of that
 */

/**
 * Bundles the modules of the revisions, which have much in common: each declaration is
 * written once. What `all` needs is there, and nothing else, so that a server of all
 * revisions reads one file of what it needs. What one revision needs alone is in its
 * own files.
 * @param {Layout} layout
 * @param {readonly import("./bundle-room.js").Room[]} rooms
 * @returns {Promise<import("./bundle-room.js").Output[]>}
 */
export async function bundleRevisions(layout, rooms) {
  const { modules } = layout;
  const { exports } = await exportsOf(modules, rooms);
  const lines = modules.map((file, index) => {
    const list = exports
      .get(file)
      .map((name) => `${name} as m${index}$${name}`);
    return `export { ${list.join()} } from ${JSON.stringify(file)};`;
  });
  const text = await bundleLines(lines, layout.all, rooms);
  const bundle = divide(text);
  const names = modules.map((_, index) => exportsFor(index, bundle));
  const homes = homesOf(names, bundle, layout);
  const files = new Map(modules.map((file, index) => [file, names[index]]));
  for (const home of homes.values())
    if (!files.has(home)) files.set(home, new Map());
  const parts = [...files].map(([file, exported]) =>
    partOf(file, exported, bundle, homes),
  );
  return Promise.all(
    parts.map((part) => {
      const twin = twinOf(part.file, files);
      const text = twin ? `export * from "${roomOf(twin)}";` : undefined;
      return placed(part.file, text ?? textOf(part, parts));
    }),
  );
}

/** The module before a file that exports the same, all of it. */
function twinOf(file, files) {
  const text = (one) => JSON.stringify([...files.get(one)].sort());
  const first = [...files.keys()].find((one) => text(one) === text(file));
  return first === file ? undefined : first;
}

/** What one of the modules exports: own names of the bundle, by the exported ones. */
function exportsFor(index, { exports }) {
  const prefix = `m${index}$`;
  return new Map(
    [...exports]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, own]) => [name.slice(prefix.length), own]),
  );
}

/**
 * The file that each declaration is in, by its name.
 * @param {readonly ReadonlyMap<string, string>[]} given what each module exports
 * @param {import("./divide.js").Divided} bundle
 * @param {Layout} layout
 */
function homesOf(given, { units }, layout) {
  const needs = new Map(units.map((unit) => [unit.name, unit.needs]));
  const neededBy = new Map();
  const visit = (name, file) => {
    if (!needs.has(name)) return;
    const files = neededBy.get(name) ?? new Set();
    if (files.has(file)) return;
    neededBy.set(name, files.add(file));
    for (const one of needs.get(name)) visit(one, file);
  };
  for (const [index, file] of layout.modules.entries())
    for (const name of given[index].values()) visit(name, file);
  return new Map(
    [...neededBy].map(([name, files]) => [name, homeOf(files, layout)]),
  );
}

/**
 * @param {ReadonlySet<string>} files that need the same
 * @param {Layout} layout
 */
function homeOf(files, { all, modules, aliases }) {
  if (files.has(all)) return all;
  const revisionOf = (file) => path.basename(path.dirname(file));
  const isAlias = (file) => aliases.has(revisionOf(file));
  // An extension is for a revision that is there without it.
  const ofRevisions = [...files].filter(
    (file) => revisionOf(file) !== "extensions",
  );
  const revisions = new Set(
    ofRevisions.map(
      (file) => aliases.get(revisionOf(file)) ?? revisionOf(file),
    ),
  );
  if (revisions.size > 1)
    return path.join(path.dirname(all), "shared/index.js");
  const own = modules.filter((file) => files.has(file));
  return (
    own.find((file) => ofRevisions.includes(file) && !isAlias(file)) ??
    own.find((file) => ofRevisions.includes(file)) ??
    own[0]
  );
}

/**
 * One of the files that a bundle is divided into.
 * @typedef {object} Part
 * @property {string} file
 * @property {readonly string[]} texts of its declarations
 * @property {ReadonlyMap<string, string>} exports own names, by the exported ones
 * @property {readonly Link[]} imports
 * @property {readonly (Link & { as: string })[]} passedOn what it exports of others
 */

/**
 * A name of the bundle that is in another file, and what it is called there.
 * @typedef {{ local: string, from: string, name: string }} Link
 */

/** @returns {Part} */
function partOf(file, exports, { units, imports }, homes) {
  const isHere = (name) => homes.get(name) === file;
  const sourceOf = (name) =>
    imports.get(name) ?? { name: `$${name}`, from: roomOf(homes.get(name)) };
  const own = units.filter(({ name }) => isHere(name));
  const needed = new Set(own.flatMap(({ needs }) => [...needs]));
  const others = [...needed].filter((name) => !isHere(name));
  return {
    file,
    texts: own.map(({ text }) => text),
    exports: new Map([...exports].filter(([, local]) => isHere(local))),
    imports: others.map((local) => ({ local, ...sourceOf(local) })),
    passedOn: [...exports]
      .filter(([, local]) => !isHere(local))
      .map(([as, local]) => ({ as, local, ...sourceOf(local) })),
  };
}

/**
 * @param {Part} part
 * @param {readonly Part[]} parts all of them: what they import of this one is exported
 */
function textOf({ file, texts, exports, imports, passedOn }, parts) {
  const publicName = ({ from, as, local, name }) => {
    const home = parts.find((part) => roomOf(part.file) === from);
    return home?.exports.get(as) === local ? as : name;
  };
  const wanted = parts.flatMap((part) => [
    ...part.imports.filter(({ from }) => from === roomOf(file)),
    ...part.passedOn.filter(
      (one) => one.from === roomOf(file) && publicName(one) === one.name,
    ),
  ]);
  const given = [
    ...wanted.map(({ local, name }) => `${local} as ${name}`),
    ...[...exports].map(([name, local]) => `${local} as ${name}`),
  ];
  return [
    ...lists(imports, "import", ({ name, local }) => [name, local]),
    ...texts,
    ...lists(passedOn, "export", (one) => [publicName(one), one.as]),
    given.length > 0 ? `export ${namesInBraces([...new Set(given)])};` : "",
  ].join("\n");
}

/** A statement for each file that names come from. */
function lists(names, keyword, clauseOf) {
  const byFile = new Map();
  for (const one of names) {
    const [name, as] = clauseOf(one);
    const clause = name === as ? name : `${name} as ${as}`;
    byFile.set(one.from, [...(byFile.get(one.from) ?? []), clause]);
  }
  return [...byFile].map(
    ([from, clauses]) => `${keyword} ${namesInBraces(clauses)} from "${from}";`,
  );
}
