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

/** An output; `emitNames` has all of them. */
export type EmitName = (typeof emitNames)[number];

/** What the copy of the runtime has only when asked: it imports packages that have to be installed. */
export const runtimeParts = ["auth", "cluster", "otel"] as const;

/** A part of the runtime that is copied only when asked for. */
export type RuntimePart = (typeof runtimeParts)[number];

/**
 * The outputs that programs import; the others are data for other programs, and a form of
 * the guards that few need.
 */
export const importedEmitNames: readonly EmitName[] = emitNames.filter(
  (name) => !["standard", "json-schema", "protocol"].includes(name),
);

/** The values of the options that are one of a few; the first is the default. */
export const emitChoices = {
  target: ["ts", "js"],
  importExtension: [".js", ".ts", "none"],
  jsonSchema: ["corrected", "official"],
} as const;

/** What is emitted, and in which form. */
export interface EmitOptions {
  /**
   * The outputs. Those that they import come along.
   *
   * @default all; with `@mcp-gen/runtime`, what programs import
   */
  readonly emit: readonly EmitName[];
  /**
   * TypeScript, or JavaScript with declarations.
   *
   * @default "ts"
   */
  readonly target: Target;
  /**
   * How imports between emitted files end.
   *
   * @default ".js"
   */
  readonly importExtension: ImportExtension;
  /**
   * The JSON Schema as it should be, or as it was published.
   *
   * @default "corrected"
   */
  readonly jsonSchema: Flavor;
  /**
   * Whether doc comments carry the descriptions of the schema. Constraints
   * always come through.
   *
   * @default true
   */
  readonly docs: boolean;
  /** Where the stubs import the runtime from: `copy` for the folder beside them. */
  readonly runtime: string;
  /**
   * Parts that the copy of the runtime has only when asked: they import packages
   * that have to be installed.
   *
   * @default none
   */
  readonly with: readonly RuntimePart[];
}
