import type { Declaration } from "../../model/index.ts";

/** The declarations by name. */
export type DeclarationIndex = ReadonlyMap<string, Declaration>;
