import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

const mapComment = /\n\/\/# sourceMappingURL=(.*)$/m;

/**
 * The declarations that can be met from some, other than those that are whole already;
 * what is no source in the package has no map.
 * @param {readonly string[]} entries
 * @param {readonly string[]} whole
 */
export function reachableDeclarations(entries, whole) {
  const seen = new Set(whole);
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, withoutMap(text));
    const imported = ts.preProcessFile(text).importedFiles;
    // It passes over `export type * as`.
    const passedOn = text.matchAll(/^export type \* as \w+ from "(.+)";$/gm);
    for (const fileName of [
      ...imported.map((one) => one.fileName),
      ...[...passedOn].map(([, name]) => name),
    ])
      if (fileName.startsWith("."))
        visit(
          path.join(path.dirname(file), fileName.replace(/\.[jt]s$/, ".d.ts")),
        );
  };
  entries.forEach(visit);
  return [...seen];
}

/** @param {string} text */
export function withoutMap(text) {
  return text.replace(mapComment, "");
}
