import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isTypeScript } from "./format.ts";
import { compilerOptions } from "./options.ts";

/** What a compiled file was before. */
const sources: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

/**
 * The file that a relative import means where the file itself is not there: `./a.js` is
 * `a.ts`, and so is `./a`, or `a/index.ts`.
 */
export function sourceFor(
  specifier: string,
  parent: string | undefined,
): string | undefined {
  if (parent !== undefined && !parent.startsWith("file:")) return undefined;
  const path = pathOf(specifier, parent);
  if (path === undefined || isFile(path)) return undefined;
  const extension = /\.[cm]?jsx?$/.exec(path)?.[0] ?? "";
  const stem = extension === "" ? path : path.slice(0, -extension.length);
  const named = (sources[extension] ?? []).map((other) => stem + other);
  const bare = [".ts", ".tsx", ".mts", ".cts", "/index.ts", "/index.tsx"];
  const found = [...named, ...bare.map((other) => path + other)].find(isFile);
  return found === undefined ? undefined : pathToFileURL(found).href;
}

/** The file that `paths` or `baseUrl` of the tsconfig says, where Node finds none. */
export function aliasFor(
  specifier: string,
  parent: string | undefined,
): string | undefined {
  if (parent === undefined || !isTypeScript(parent)) return undefined;
  const importer = fileURLToPath(parent);
  const { ts, options } = compilerOptions(importer);
  if (options.paths === undefined && options.baseUrl === undefined)
    return undefined;
  const { resolvedModule } = ts.resolveModuleName(
    specifier,
    importer,
    { ...options, moduleResolution: ts.ModuleResolutionKind.Bundler },
    ts.sys,
  );
  const file = resolvedModule?.resolvedFileName;
  if (file === undefined) return undefined;
  const { href } = pathToFileURL(file);
  return isTypeScript(href) ? href : undefined;
}

function pathOf(
  specifier: string,
  parent: string | undefined,
): string | undefined {
  if (specifier.startsWith("file:")) return fileURLToPath(specifier);
  if (specifier.startsWith("/")) return specifier;
  if (!/^\.\.?(\/|$)/.test(specifier) || parent === undefined) return undefined;
  return resolve(
    dirname(fileURLToPath(parent)),
    specifier.replace(/[?#].*/, ""),
  );
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
