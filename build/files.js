import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/**
 * What `exports` of package.json leads to: declarations, modules, and data.
 * @param {string} root
 */
export function exportedFiles(root) {
  const text = readFileSync(path.join(root, "package.json"), "utf8");
  const targets = Object.values(JSON.parse(text).exports);
  const place = (found) => [
    ...new Set(found.flatMap((target) => expand(root, target))),
  ];
  const conditions = targets.filter((target) => typeof target !== "string");
  return {
    types: place(conditions.map(({ types }) => types)),
    modules: place(conditions.map((one) => one.default)),
    data: place(targets.filter((target) => typeof target === "string")),
  };
}

/**
 * @param {string} root
 * @param {string} target a file, or the files of one folder: `./folder/*.js`
 */
function expand(root, target) {
  const [start = "", ending] = path.join(root, target).split("*");
  if (ending === undefined) return [start];
  return readdirSync(start)
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(start, name));
}

/**
 * The files of a folder whose names a pattern matches, sorted.
 * @param {string} folder
 * @param {RegExp} pattern
 */
export function filesOf(folder, pattern) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}
