import { format } from "prettier";
import { ts } from "ts-morph";
import type { FixedCode } from "../../../src/emit/print/module.ts";
import { stripTypes } from "./strip-types.ts";

type Declaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.FunctionDeclaration
  | ts.VariableStatement;

/** Reads what a template exports: each declaration, in every language. */
export async function readFixedCode(
  path: string,
  text: string,
): Promise<FixedCode[]> {
  const { source, checker } = parse(path, text);
  const declarations = source.statements.filter(
    (statement) => !ts.isImportDeclaration(statement),
  );
  return Promise.all(
    declarations.map((statement) => {
      if (!isExported(statement))
        throw new Error(`${path} has a statement that is no exported name`);
      return readDeclaration(statement, source, checker);
    }),
  );
}

/** One file alone: what it imports stays unknown, and nobody asks for it. */
function parse(
  path: string,
  text: string,
): { source: ts.SourceFile; checker: ts.TypeChecker } {
  const options: ts.CompilerOptions = { noLib: true, noResolve: true };
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => (name === path ? source : undefined),
  };
  const checker = ts.createProgram([path], options, host).getTypeChecker();
  return { source, checker };
}

function isExported(statement: ts.Statement): statement is Declaration {
  const isKnown =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isVariableStatement(statement);
  const [first] = isKnown ? (statement.modifiers ?? []) : [];
  return first?.kind === ts.SyntaxKind.ExportKeyword;
}

async function readDeclaration(
  statement: Declaration,
  source: ts.SourceFile,
  checker: ts.TypeChecker,
): Promise<FixedCode> {
  const isType =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  const whole = statement.getText(source);
  const text = await formatted(whole);
  const unexported = await formattedAlone(whole.slice("export ".length));
  const comment = ts
    .getJSDocCommentsAndTags(statement)
    .map((doc) => doc.getText(source));
  return {
    name: nameOf(statement).text,
    isType,
    needs: namesIn(statement, source, checker),
    ...(comment.length > 0 && { comment: comment.join("\n") }),
    ts: text,
    ...(unexported !== text && { unexported }),
    ...(!isType && {
      js: await formatted(stripTypes(statement, source)),
      declaration: await formatted(declarationOf(statement, source)),
    }),
  };
}

function nameOf(statement: Declaration): ts.Identifier {
  if (!ts.isVariableStatement(statement)) {
    if (statement.name !== undefined) return statement.name;
  } else {
    const [first, second] = statement.declarationList.declarations;
    if (first && !second && ts.isIdentifier(first.name)) return first.name;
  }
  throw new Error("a declaration has one name");
}

/** What of the same template a declaration refers to; what it declares inside is its own. */
function namesIn(
  statement: Declaration,
  source: ts.SourceFile,
  checker: ts.TypeChecker,
): string[] {
  const own = nameOf(statement).text;
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const symbol = ts.isShorthandPropertyAssignment(node.parent)
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
      for (const declaration of symbol?.declarations ?? [])
        if (isOfModule(declaration, source)) names.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  names.delete(own);
  return [...names];
}

function isOfModule(node: ts.Node, source: ts.SourceFile): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return statement.parent === source;
}

/** What a `.d.ts` says of a function or a constant. */
function declarationOf(
  statement: ts.FunctionDeclaration | ts.VariableStatement,
  source: ts.SourceFile,
): string {
  const { pos, end } = ts.isFunctionDeclaration(statement)
    ? { pos: statement.getStart(source), end: statement.body?.pos }
    : declaredConstant(statement, source);
  const text = source.text.slice(pos, end);
  // What a function is inside is no matter of its declaration.
  const body = text.slice("export ".length).replace(/^async /, "");
  return `export declare ${body};`;
}

/** A constant is declared by its type, or by its literal where it states none. */
function declaredConstant(
  statement: ts.VariableStatement,
  source: ts.SourceFile,
): { pos: number; end: number | undefined } {
  const [declaration] = statement.declarationList.declarations;
  const { type, initializer } = declaration ?? {};
  return { pos: statement.getStart(source), end: (type ?? initializer)?.end };
}

/** The text behind `export `, as prettier has it. */
async function formatted(text: string): Promise<string> {
  const whole = await formattedAlone(text);
  return whole.slice("export ".length);
}

async function formattedAlone(text: string): Promise<string> {
  const whole = await format(text, { parser: "typescript" });
  return whole.trimEnd();
}
