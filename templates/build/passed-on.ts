import { ts } from "ts-morph";

/** The names that a template exports from elsewhere. */
export interface PassedOn {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

export function readPassedOn(path: string, text: string): PassedOn {
  const values: string[] = [];
  const types: string[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || !hasNames(statement))
      throw new Error(`${path} has a statement that passes on no names`);
    const names = statement.isTypeOnly ? types : values;
    names.push(...statement.exportClause.elements.map(({ name }) => name.text));
  }
  return { values, types };
}

function hasNames(
  statement: ts.ExportDeclaration,
): statement is ts.ExportDeclaration & { exportClause: ts.NamedExports } {
  const { exportClause } = statement;
  return exportClause !== undefined && ts.isNamedExports(exportClause);
}
