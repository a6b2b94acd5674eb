import type { Declaration } from "../../model/index.ts";

/** The declarations by name. */
export type Index = ReadonlyMap<string, Declaration>;
