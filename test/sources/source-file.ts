import { posix } from "node:path";
import { ts } from "ts-morph";

/** What the checks need to know of one file. */
export interface SourceFile {
  /** From the root of the tree. */
  readonly path: string;
  readonly lineCount: number;
  /** What it imports, by value or by type: paths of the tree, or names of packages. */
  readonly imports: readonly string[];
  /** The names that it declares and exports. */
  readonly exports: readonly string[];
  readonly functions: readonly FunctionSize[];
  readonly usesAny: boolean;
  readonly touchesProcess: boolean;
  /** Dates, which are ids of revisions, wherever they stand: comments too. */
  readonly dates: readonly string[];
  /** Words of one extension, wherever they stand: comments and longer names too. */
  readonly words: readonly string[];
}

export interface FunctionSize {
  readonly name: string;
  readonly lineCount: number;
}

/** Reads the syntax of a file; whatever is checked of it is read here, once. */
export function readSource(path: string, text: string): SourceFile {
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    /* setParentNodes */ true,
  );
  const nodes = nodesOf(source);
  return {
    path,
    lineCount: text.trimEnd().split("\n").length,
    imports: nodes.flatMap(specifierOf).map((one) => resolve(path, one)),
    exports: exportsOf(source),
    functions: nodes.flatMap((node) => sizeOf(node, source)),
    usesAny: nodes.some(({ kind }) => kind === ts.SyntaxKind.AnyKeyword),
    touchesProcess: nodes.some(isProcess),
    words:
      text.match(/(?<![A-Za-z])tasks?(?![a-z])|Tasks?(?![a-z])|TASK/g) ?? [],
    dates: datesOf(text),
  };
}

function nodesOf(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

function specifierOf(node: ts.Node): string[] {
  const literal = moduleOf(node);
  return literal !== undefined && ts.isStringLiteralLike(literal)
    ? [literal.text]
    : [];
}

function moduleOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return node.moduleSpecifier;
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument)
      ? node.argument.literal
      : undefined;
  const isCall =
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}

function resolve(path: string, specifier: string): string {
  return specifier.startsWith(".")
    ? posix.join(posix.dirname(path), specifier)
    : specifier;
}

function exportsOf({ statements }: ts.SourceFile): string[] {
  const imported = new Set(statements.flatMap(importedNames));
  const exported = statements.flatMap((statement) =>
    ts.isExportDeclaration(statement)
      ? listedNames(statement, imported)
      : exportedNames(statement),
  );
  return [...new Set(exported)];
}

function importedNames(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement)) return [];
  const bindings = statement.importClause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings)
    ? bindings.elements.map(({ name }) => name.text)
    : [];
}

/** What `export { … }` lists; a name that is imported and passed on is declared elsewhere. */
function listedNames(
  { moduleSpecifier, exportClause }: ts.ExportDeclaration,
  imported: ReadonlySet<string>,
): string[] {
  const isOwn = moduleSpecifier === undefined && exportClause !== undefined;
  return isOwn && ts.isNamedExports(exportClause)
    ? exportClause.elements
        .filter(
          ({ propertyName, name }) =>
            !imported.has((propertyName ?? name).text),
        )
        .map(({ name }) => name.text)
    : [];
}

function exportedNames(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts
      .getModifiers(statement)
      ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      boundNames(name),
    );
  const { name } = statement as ts.Statement & { readonly name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? boundNames(element.name) : [],
  );
}

function sizeOf(node: ts.Node, source: ts.SourceFile): FunctionSize[] {
  if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return [];
  const lineAt = (offset: number): number =>
    source.getLineAndCharacterOfPosition(offset).line;
  const lineCount = lineAt(node.end) - lineAt(node.getStart(source)) + 1;
  return [{ name: nameOf(node, source), lineCount }];
}

/** An arrow function goes by the name of what it is assigned to. */
function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  const { parent } = node;
  const name =
    node.name ??
    (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
      ? parent.name
      : undefined);
  return name?.getText(source) ?? "a function";
}

/** The global of Node, whatever is done with it, and not a member that has its name. */
function isProcess(node: ts.Node): boolean {
  if (!ts.isIdentifier(node) || node.text !== "process") return false;
  const { parent } = node;
  return !("name" in parent && parent.name === node);
}

const date = /\d{4}-\d{2}-\d{2}/gu;

function datesOf(text: string): string[] {
  return [...text.matchAll(date)].map(([found]) => found);
}
