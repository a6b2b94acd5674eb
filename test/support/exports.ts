import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

/** What a module exports under its own names. */
export interface ModuleExports {
  readonly types: readonly string[];
  readonly values: readonly string[];
}

/** The exported declarations of a module, in source order. */
export function exportsOf(text: string): ModuleExports {
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest);
  const exported = file.statements.filter(isExported);
  const types = exported.filter(isTypeDeclaration).map(({ name }) => name.text);
  const values = exported
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ name }) => name.getText(file));
  return { types, values };
}

/**
 * The names that a module gives to who imports it, its own and those that it passes on,
 * by syntax alone.
 */
export function exportedNames(module: string): ReadonlySet<string> {
  const file = ts.createSourceFile(
    module,
    readFileSync(module, "utf8"),
    ts.ScriptTarget.Latest,
  );
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement))
      for (const name of passedOn(statement, module)) names.add(name);
    else if (isExported(statement))
      for (const name of declaredNames(statement, file)) names.add(name);
  }
  return names;
}

function passedOn(
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  module: string,
): Iterable<string> {
  if (exportClause && ts.isNamedExports(exportClause))
    return exportClause.elements.map(({ name }) => name.text);
  if (exportClause) return [exportClause.name.text];
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
  const target = path.join(path.dirname(module), moduleSpecifier.text);
  const source = target.replace(/\.js$/, ".ts");
  return exportedNames(existsSync(source) ? source : target);
}

function declaredNames(statement: ts.Statement, file: ts.SourceFile): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) =>
      name.getText(file),
    );
  const isNamed =
    isTypeDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement)
    ? ts.getModifiers(statement)
    : [];
  return (modifiers ?? []).some(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
  );
}

function isTypeDeclaration(
  statement: ts.Statement,
): statement is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return (
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
  );
}
