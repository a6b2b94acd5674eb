import { createRequire } from "node:module";
import type { ts } from "ts-morph";

export type { ts };

// A CommonJS bundle of nine megabytes: importing it as an ES module first scans all of it for the
// names it exports, which costs about 60 ms more than `require` does.
const { ts: loaded } = createRequire(import.meta.url)(
  "ts-morph",
) as typeof import("ts-morph");

/** The TypeScript compiler, used as a parser alone: no program, no checker, no library files. */
export const compiler: typeof ts = loaded;

export const SyntaxKind: typeof ts.SyntaxKind = loaded.SyntaxKind;
