import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};

/**
 * The compiler as editors ask it, on files of the repository and on texts that are in no
 * file; `alone` reads no package and no library, which is much quicker.
 */
export function languageService(
  files: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
  { alone = false }: { readonly alone?: boolean } = {},
): ts.LanguageService {
  const names = [...files, ...texts.keys()].map((name) =>
    path.join(root, name),
  );
  const virtual = new Map(
    [...texts].map(([name, text]) => [path.join(root, name), text]),
  );
  const isRead = (name: string): boolean =>
    !alone || !name.includes("node_modules");
  return ts.createLanguageService({
    getCompilationSettings: () =>
      alone ? { ...options, lib: [], noLib: true, types: [] } : options,
    getScriptFileNames: () => names,
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = virtual.get(name) ?? ts.sys.readFile(name);
      return text === undefined
        ? undefined
        : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) =>
      virtual.has(name) || (isRead(name) && ts.sys.fileExists(name)),
    readFile: (name) => virtual.get(name) ?? ts.sys.readFile(name),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
}

/** The modules of the runtime that programs import, as package.json has them. */
export function runtimeEntries(): string[] {
  // The manifest of this package.
  const { exports } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  ) as { exports: Record<string, string | { types: string }> };
  const names = Object.values(exports).flatMap((target) =>
    typeof target === "object" ? [target.types] : [],
  );
  const entries = names
    .filter((name) => name.startsWith("./dist/runtime/"))
    .map((name) => name.replace("./dist/", "src/").replace(".d.ts", ".ts"));
  return [...new Set(entries)].sort();
}
