import type { CountedCode } from "../../../src/derivation/counted.ts";

/** Counts the code that people wrote, folder by folder. */
export function countLines(root: string, tops?: readonly string[]): CountedCode;
