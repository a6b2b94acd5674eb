import type { Flavor } from "./json-schema/index.ts";
import type { ImportExtension, Target } from "./print/module.ts";

/** What can be emitted for a revision, in the order in which outputs build on each other. */
export const emitNames = [
  "types",
  "guards",
  "standard",
  "dispatch",
  "json-schema",
  "protocol",
  "server",
  "client",
  "registry",
] as const;

export type EmitName = (typeof emitNames)[number];

/** What the copy of the runtime has only when asked: it imports packages that have to be installed. */
export const runtimeParts = ["auth"] as const;

export type RuntimePart = (typeof runtimeParts)[number];

/** The values of the options that are one of a few; the first is the default. */
export const emitChoices = {
  target: ["ts", "js"],
  importExtension: [".js", ".ts", "none"],
  jsonSchema: ["corrected", "official"],
} as const;

export interface EmitOptions {
  readonly emit: readonly EmitName[];
  readonly target: Target;
  readonly importExtension: ImportExtension;
  readonly jsonSchema: Flavor;
  /** Whether prose comes through; constraints always do. */
  readonly docs: boolean;
  /** Where the stubs import the runtime from: `copy` for the folder beside them. */
  readonly runtime: string;
  /** What the copy of the runtime has beside what imports nothing; none by default. */
  readonly with: readonly RuntimePart[];
}
