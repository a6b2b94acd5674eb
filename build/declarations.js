import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

const mapComment = /\n\/\/# sourceMappingURL=(.*)$/m;

/**
 * The declarations that can be met from some. Those with sources in the package lead
 * an editor to them, by a map that is part of them: it would be a file more for each.
 * @param {readonly string[]} entries
 * @param {(file: string) => boolean} hasSource
 */
export function reachableDeclarations(entries, hasSource) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      hasSource(file) ? withMap(file, text) : withoutMap(text),
    );
    for (const { fileName } of ts.preProcessFile(text).importedFiles)
      if (fileName.startsWith("."))
        visit(
          path.join(path.dirname(file), fileName.replace(/\.[jt]s$/, ".d.ts")),
        );
  };
  entries.forEach(visit);
  return [...seen];
}

/**
 * @param {string} file
 * @param {string} text
 */
function withMap(file, text) {
  return text.replace(mapComment, (_, name) => {
    const map = readFileSync(path.join(path.dirname(file), name));
    const data = `data:application/json;charset=utf-8;base64,${map.toString("base64")}`;
    return `\n//# sourceMappingURL=${data}`;
  });
}

/** @param {string} text */
export function withoutMap(text) {
  return text.replace(mapComment, "");
}
