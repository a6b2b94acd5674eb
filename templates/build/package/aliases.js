import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesOf } from "./files.js";
import { shareDeclarations } from "./share-declarations.js";

/**
 * Where a revision is another one by a new name, its modules that do not say the
 * name export those of the other.
 * @param {string} root
 * @param {string} generated
 * @returns {ReadonlyMap<string, string>} the other one's id, by the id of each
 */
export function shareAliases(root, generated) {
  const aliases = aliasesOf(root);
  for (const [id, aliasOf] of aliases) {
    const folder = path.join(generated, id);
    for (const file of filesOf(
      folder,
      /^(types|guards|standard)\.(js|d\.ts)$/,
    )) {
      const name = path.basename(file);
      const other = path.join(generated, aliasOf, name);
      if (asNamed(codeOf(file), id, aliasOf) !== codeOf(other)) continue;
      const from = `../${aliasOf}/${name.replace(/\.d\.ts$|\.js$/, ".js")}`;
      writeFileSync(file, `export * from "${from}";\n`);
    }
  }
  return aliases;
}

/**
 * Writes once what several revisions declare alike, aliases too. What guards have in
 * common stays where it is; of all else, the newest revision has it.
 * @param {string} root
 * @param {string} generated
 */
export function shareAlike(root, generated) {
  const aliases = aliasesOf(root);
  const ids = revisionsOf(root).map(({ id }) => id);
  const revisions = [
    ...ids.filter((id) => !aliases.has(id)).toReversed(),
    ...aliases.keys(),
  ];
  const files = ["shared", ...revisions].flatMap((name) =>
    filesOf(path.join(generated, name), /\.d\.ts$/),
  );
  shareDeclarations(files, (text, file) => {
    const id = path.basename(path.dirname(file));
    return asNamed(text, id, aliases.get(id) ?? id);
  });
}

/** The pages that comments lead to are those of the revision. */
function asNamed(text, id, aliasOf) {
  return text.replaceAll(`/specification/${id}/`, `/specification/${aliasOf}/`);
}

function revisionsOf(root) {
  const list = path.join(root, "src/revisions/revisions.json");
  return JSON.parse(readFileSync(list, "utf8")).revisions;
}

/** The other one's id, by the id of each. */
function aliasesOf(root) {
  return new Map(
    revisionsOf(root)
      .filter(({ aliasOf }) => aliasOf !== undefined)
      .map(({ id, aliasOf }) => [id, aliasOf]),
  );
}

/**
 * The text below the lines that say where it comes from.
 * @param {string} file
 */
function codeOf(file) {
  return readFileSync(file, "utf8").replace(/^(?:(?:\/\/|\/\* ).*\n)+/, "");
}
