import type { ts } from "./compiler.ts";

/** One schema file: what it declares, and what it takes from its siblings. */
export interface SchemaModule {
  path: string;
  source: ts.SourceFile;
  /** The statements that have syntax errors. They are not read. */
  broken: ReadonlySet<ts.Node>;
  /** In source order. */
  declared: Map<string, Declared>;
  imports: Map<string, ImportBinding>;
  /** What `import * as name` stands for, where that can be read. */
  namespaces: Map<string, Namespace>;
  reexports: Map<string, ImportBinding>;
  /** The names in `export { … }`. */
  listed: ts.ModuleExportName[];
  /** The modules of `export * from`. */
  stars: SchemaModule[];
  /** Every module that this one takes something from, in order of import. */
  dependencies: SchemaModule[];
}

/** A name that comes from another module; `from` is absent when that one could not be read. */
export interface ImportBinding {
  from: SchemaModule | undefined;
  /** Whether it is a name of the core, whatever file it is imported from. */
  core?: true;
  name: string;
  node: ts.Node;
}

/** A module under a name, opened when a name of it is used that the core does not have. */
export interface Namespace {
  specifier: ts.Expression;
  node: ts.Node;
}

/** A top-level declaration as syntax, before it is read. */
export type Declared =
  | DeclaredInterface
  | DeclaredAs<"alias", ts.TypeAliasDeclaration>
  | DeclaredAs<"enum", ts.EnumDeclaration>
  | DeclaredConstant
  | DeclaredConstantEnum
  /** What the core declares, and an extension uses. */
  | DeclaredAs<"core", ts.Node>
  | DeclaredAs<"unreadable", ts.Node>;

interface DeclaredAs<Kind, Node> {
  kind: Kind;
  name: string;
  nameNode: ts.Node;
  module: SchemaModule;
  node: Node;
}

/** An interface, with its later declarations in source order. */
export interface DeclaredInterface extends DeclaredAs<
  "interface",
  ts.InterfaceDeclaration
> {
  later: readonly ts.InterfaceDeclaration[];
}

export interface DeclaredConstant extends DeclaredAs<
  "constant",
  ts.VariableDeclaration
> {
  statement: ts.VariableStatement;
}

/** An enum written as a constant object and a type alias of the same name. */
export interface DeclaredConstantEnum extends DeclaredAs<
  "constantEnum",
  ts.ObjectLiteralExpression
> {
  statement: ts.VariableStatement;
  alias: ts.TypeAliasDeclaration;
}
