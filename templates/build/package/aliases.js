import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesOf } from "./files.js";

/**
 * Where a revision is another one by a new name, its modules that do not say the
 * name export those of the other.
 * @param {string} root
 * @param {string} generated
 * @returns {ReadonlyMap<string, string>} the other one's id, by the id of each
 */
export function shareAliases(root, generated) {
  const list = path.join(root, "src/spec/revisions.json");
  const { revisions } = JSON.parse(readFileSync(list, "utf8"));
  const aliases = new Map(
    revisions
      .filter(({ aliasOf }) => aliasOf !== undefined)
      .map(({ id, aliasOf }) => [id, aliasOf]),
  );
  for (const [id, aliasOf] of aliases) {
    const folder = path.join(generated, id);
    for (const file of filesOf(
      folder,
      /^(types|guards|standard)\.(js|d\.ts)$/,
    )) {
      const name = path.basename(file);
      const other = path.join(generated, aliasOf, name);
      // The pages that comments lead to are those of the revision.
      const own = codeOf(file).replaceAll(
        `/specification/${id}/`,
        `/specification/${aliasOf}/`,
      );
      if (own !== codeOf(other)) continue;
      const from = `../${aliasOf}/${name.replace(/\.d\.ts$|\.js$/, ".js")}`;
      writeFileSync(file, `export * from "${from}";\n`);
    }
  }
  return aliases;
}

/**
 * The text below the lines that say where it comes from.
 * @param {string} file
 */
function codeOf(file) {
  return readFileSync(file, "utf8").replace(/^(?:(?:\/\/|\/\* ).*\n)+/, "");
}
