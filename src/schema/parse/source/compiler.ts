import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ts } from "ts-morph";
import { packageCacheFile } from "../../../base/package-cache.ts";
import { loadScript, type LoadedScript } from "./code-cache.ts";

export type { ts };

const require = createRequire(import.meta.url);
const cached = loadCached();

// `require`: importing a CommonJS bundle of nine megabytes as an ES module first scans all of it
// for the names it exports, which costs about 60 ms more.
const loaded =
  (cached?.exports as typeof ts | undefined) ??
  (require("ts-morph") as typeof import("ts-morph")).ts;

/** The TypeScript compiler, used as a parser alone: no program, no checker, no library files. */
export const compiler: typeof ts = loaded;

export const SyntaxKind: typeof ts.SyntaxKind = loaded.SyntaxKind;

let isKept = cached === undefined || cached.isCached;

/** Keeps what a first schema has needed of the compiler, so that no other process compiles it. */
export function keepCompiler(): void {
  if (isKept) return;
  isKept = true;
  cached?.keep();
}

/**
 * The compiler as ts-morph has it, without the rest of that: reading and compiling it takes most
 * of the time that a schema takes. Undefined where it is not in the place that it is known to have.
 */
function loadCached(): LoadedScript | undefined {
  try {
    const { resolve } = createRequire(require.resolve("ts-morph"));
    const file = join(dirname(resolve("@ts-morph/common")), "typescript.js");
    const cache = packageCacheFile(file, ".v8");
    return cache === undefined ? undefined : loadScript(file, cache);
  } catch {
    return undefined;
  }
}
