import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesOf } from "./files.js";

/**
 * Where a revision is another one by a new name, its modules that do not say the
 * name export those of the other.
 * @param {string} root
 * @param {string} generated
 */
export function shareAliases(root, generated) {
  const list = path.join(root, "src/spec/revisions.json");
  const { revisions } = JSON.parse(readFileSync(list, "utf8"));
  for (const { id, aliasOf } of revisions) {
    if (aliasOf === undefined) continue;
    const folder = path.join(generated, id);
    for (const file of filesOf(
      folder,
      /^(types|guards|standard)\.(js|d\.ts)$/,
    )) {
      const name = path.basename(file);
      const other = path.join(generated, aliasOf, name);
      // The pages that comments lead to are those of the revision.
      const own = codeOf(file).replaceAll(`/${id}/`, `/${aliasOf}/`);
      if (own !== codeOf(other)) continue;
      const from = `../${aliasOf}/${name.replace(/\.d\.ts$|\.js$/, ".js")}`;
      writeFileSync(file, `export * from "${from}";\n`);
    }
  }
}

/**
 * The text below the lines that say where it comes from.
 * @param {string} file
 */
function codeOf(file) {
  return readFileSync(file, "utf8").replace(/^(\/\/.*\n)+/, "");
}
