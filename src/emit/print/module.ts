import type { Doc, Name } from "./layout.ts";

/** One emitted module: what it says, apart from the language it is printed in. */
export interface Module {
  /** Without an extension, relative to the output folder: `<revision>/guards`. */
  readonly path: string;
  /** The lines of the comment at the top of the file. */
  readonly header: readonly string[];
  readonly items: readonly Item[];
}

export type Item =
  | ImportItem
  | ReexportItem
  | TypeItem
  | FunctionItem
  | ConstantItem
  | VariableItem
  | FixedItem;

/** `import { a, b as c } from "./x.js"`, or `import * as d from "./x.js"`. */
export interface ImportItem {
  readonly kind: "import";
  /** Whether only types are imported. */
  readonly types: boolean;
  readonly names: readonly ImportName[];
  /** Imports the whole module under this one name. */
  readonly namespace?: string;
  /** A relative path without its extension, or the name of a package. */
  readonly from: string;
}

export interface ImportName {
  readonly name: string;
  /** The name in the importing module, where it is another one. */
  readonly as?: string;
}

/** `export * from "./x.js"`, or of the names that are given, or `export * as a`. */
export interface ReexportItem {
  readonly kind: "reexport";
  readonly types: boolean;
  readonly names?: readonly ImportName[];
  readonly namespace?: string;
  readonly from: string;
}

/** An interface or a type alias. */
export interface TypeItem {
  readonly kind: "type";
  readonly comment?: Doc;
  readonly exported: boolean;
  readonly name: string;
  /** From the keyword on, the name included. */
  readonly text: Doc;
  /** Names that the text has and does not tell. */
  readonly refersTo?: readonly Name[];
}

export interface FunctionItem {
  readonly kind: "function";
  readonly comment?: Doc;
  readonly exported: boolean;
  readonly name: string;
  /** `<T extends object>` */
  readonly typeParameters?: Doc;
  readonly parameters: readonly Parameter[];
  readonly returns: Doc;
  readonly body: readonly Doc[];
  /** How it may be called, where its own parameters say too little: they are not declared then. */
  readonly overloads?: readonly Overload[];
}

/** One way to call a function. */
export interface Overload {
  readonly comment?: Doc;
  readonly typeParameters?: Doc;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly type: Doc;
  readonly optional?: boolean;
}

export interface ConstantItem {
  readonly kind: "constant";
  readonly comment?: Doc;
  readonly exported: boolean;
  readonly name: string;
  /** Absent where the value is a literal, whose type needs no annotation. */
  readonly type?: Doc;
  /** The type that a `.d.ts` states, where neither `type` nor the literal does. */
  readonly declaredType?: Doc;
  readonly value: Doc;
  /** Whether the value may move to a line of its own. */
  readonly breaks?: boolean;
}

/** `let name: Type | undefined;`, for a value that the module creates on first use. */
export interface VariableItem {
  readonly kind: "variable";
  readonly exported: boolean;
  readonly name: string;
  readonly type: Doc;
}

/** A declaration that is the same whatever the schema says. */
export interface FixedItem extends FixedCode {
  readonly kind: "fixed";
  readonly exported: boolean;
}

/**
 * What a template under `templates/emitted` declares by one name, as it stands in
 * each language. Texts begin behind `export`.
 */
export interface FixedCode {
  readonly name: string;
  readonly isType: boolean;
  /** What else of the template it refers to. */
  readonly needs: readonly string[];
  readonly comment?: string;
  readonly ts: string;
  /** TypeScript where it is not exported and so breaks its lines otherwise. */
  readonly unexported?: string;
  /** Absent for a type. */
  readonly js?: string;
  /** What a `.d.ts` says; for a type that is what TypeScript says. */
  readonly declaration?: string;
}

export type Target = "ts" | "js";
export type ImportExtension = ".js" | ".ts" | "none";

/** A file of the output: its path has "/" between folders. */
export interface EmittedFile {
  /** Below the folder that is written to, with `/`. */
  readonly path: string;
  /** All that is in it. */
  readonly text: string;
}
