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
