import { fileURLToPath, pathToFileURL } from "node:url";
import { formatOf, isTypeScript } from "./format.ts";
import { aliasFor, sourceFor } from "./resolve.ts";
import { transpile } from "./transpile.ts";

/**
 * A module that gives who imports it what `require` gets of a CommonJS file: all of it by
 * default, and each name that the file exports.
 */
export function facadeOf(path: string): string {
  const names = [...exportsOf(path, new Set())].filter(
    (name) => name !== "default",
  );
  return [
    'import { createRequire } from "node:module";\n',
    "const all = createRequire(import.meta.url)",
    `(${JSON.stringify(path)});\nexport default all;\n`,
    ...names.map(
      (name, index) =>
        `const e${index} = all.${name};\nexport { e${index} as ${name} };\n`,
    ),
  ].join("");
}

/** Names that a CommonJS file exports, with those of the files whose names it exports. */
function exportsOf(path: string, seen: Set<string>): Set<string> {
  const names = new Set<string>();
  if (seen.has(path)) return names;
  seen.add(path);
  const code = transpile(path, "commonjs");
  // As the compiler prints them.
  for (const [, one = "", other = ""] of code.matchAll(
    /\bexports\.([\w$]+) =|defineProperty\(exports, "([\w$]+)"/g,
  ))
    names.add(one || other);
  for (const [, specifier = ""] of code.matchAll(
    /__exportStar\(require\("([^"]+)"\), exports\)/g,
  )) {
    const from = pathToFileURL(path).href;
    const url = sourceFor(specifier, from) ?? aliasFor(specifier, from);
    if (url === undefined || !isTypeScript(url)) continue;
    const file = fileURLToPath(url);
    if (formatOf(file) === "commonjs")
      for (const name of exportsOf(file, seen)) names.add(name);
  }
  names.delete("__esModule");
  return names;
}
