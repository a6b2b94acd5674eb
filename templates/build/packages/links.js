import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Mends the links of a package's pages to what is not in it: they lead to the
 * repository, where that is known, or are no links.
 * @param {string} folder of the package, whose pages are where the repository has them
 * @param {string | undefined} files where the repository shows a file
 */
export function mendLinks(folder, files) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".md")) {
      const page = path.join(folder, name);
      const text = readFileSync(page, "utf8").replace(
        /\[([^\]\n]*)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g,
        (link, title, target, place = "") => {
          const own = path.join(path.dirname(name), target);
          if (existsSync(path.join(folder, own))) return link;
          const url = `${files}/${own.replaceAll(path.sep, "/")}${place}`;
          return files === undefined ? title : `[${title}](${url})`;
        },
      );
      writeFileSync(page, text);
    }
}
