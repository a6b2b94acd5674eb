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
 * Returns the names that a program can import from a module, its own and re-exported
 * ones, by syntax alone. A type-only star passes on types alone.
 */
export function exportedNames(module: string): ReadonlySet<string> {
  return new Set(exportedKinds(module).keys());
}

type Kind = "type" | "value";

function exportedKinds(module: string): ReadonlyMap<string, Kind> {
  const file = ts.createSourceFile(
    module,
    readFileSync(module, "utf8"),
    ts.ScriptTarget.Latest,
  );
  const names = new Map<string, Kind>();
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement))
      for (const [name, kind] of passedOn(statement, module))
        names.set(name, kind);
    else if (isExported(statement))
      for (const name of declaredNames(statement, file))
        names.set(name, isTypeDeclaration(statement) ? "type" : "value");
  }
  return names;
}

function passedOn(
  { exportClause, isTypeOnly, moduleSpecifier }: ts.ExportDeclaration,
  module: string,
): Iterable<readonly [string, Kind]> {
  if (exportClause && ts.isNamedExports(exportClause))
    return exportClause.elements.map((one) => [
      one.name.text,
      isTypeOnly || one.isTypeOnly ? "type" : "value",
    ]);
  if (exportClause) return [[exportClause.name.text, "value"]];
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
  const target = path.join(path.dirname(module), moduleSpecifier.text);
  const source = target.replace(/\.js$/, ".ts");
  const all = [...exportedKinds(existsSync(source) ? source : target)];
  return isTypeOnly ? all.filter(([, kind]) => kind === "type") : all;
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
