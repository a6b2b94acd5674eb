import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

const mapComment = /\n\/\/# sourceMappingURL=.*$/m;

/**
 * The declarations that can be met from some, with the maps that lead an editor to
 * sources where the package has them.
 * @param {readonly string[]} entries
 * @param {(file: string) => boolean} hasSource
 */
export function reachableDeclarations(entries, hasSource) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    if (!hasSource(file)) writeFileSync(file, withoutMap(text));
    for (const { fileName } of ts.preProcessFile(text).importedFiles)
      if (fileName.startsWith("."))
        visit(
          path.join(path.dirname(file), fileName.replace(/\.[jt]s$/, ".d.ts")),
        );
  };
  entries.forEach(visit);
  const maps = [...seen].filter(hasSource).map((file) => `${file}.map`);
  return [...seen, ...maps];
}

/** @param {string} text */
export function withoutMap(text) {
  return text.replace(mapComment, "");
}
