import { compiler, SyntaxKind, type ts } from "../source/compiler.ts";
import {
  declare,
  hasNoTypeParameters,
  hasPlainModifiers,
  isFreeName,
} from "./declare.ts";
import { readExports, readImports } from "./imports.ts";
import { report, type Site } from "../source/session.ts";
import { kindInWords } from "../source/source.ts";

type StatementSyntax =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.VariableStatement
  | ts.ImportDeclaration
  | ts.ExportDeclaration
  | ts.EmptyStatement;

/** Lists what the module declares and imports; the declarations themselves are read later. */
export function collectStatements(site: Site): void {
  for (const statement of site.module.source.statements) {
    collectStatement(site, statement);
  }
}

function collectStatement(site: Site, statement: ts.Statement): void {
  // The compiler's own type of a statement has no discriminator.
  const node = statement as StatementSyntax;
  switch (node.kind) {
    case SyntaxKind.InterfaceDeclaration:
      return declareType(site, { kind: "interface", node });
    case SyntaxKind.TypeAliasDeclaration:
      return declareType(site, { kind: "alias", node });
    case SyntaxKind.EnumDeclaration:
      return declareType(site, { kind: "enum", node });
    case SyntaxKind.VariableStatement:
      return declareConstants(site, node);
    case SyntaxKind.ImportDeclaration:
      return readImports(site, node);
    case SyntaxKind.ExportDeclaration:
      return readExports(site, node);
    case SyntaxKind.EmptyStatement:
      return;
    default:
      node satisfies never;
      return refuseStatement(site, statement);
  }
}

type TypeSyntax =
  | { kind: "interface"; node: ts.InterfaceDeclaration }
  | { kind: "alias"; node: ts.TypeAliasDeclaration }
  | { kind: "enum"; node: ts.EnumDeclaration };

function declareType(site: Site, syntax: TypeSyntax): void {
  const { node } = syntax;
  const { module } = site;
  const place = { name: node.name.text, nameNode: node.name, module };
  const readable =
    !module.broken.has(node) &&
    isFreeName(site, node.name) &&
    hasPlainModifiers(site, node) &&
    (node.kind === SyntaxKind.EnumDeclaration ||
      hasNoTypeParameters(site, node));
  if (!readable) declare(site, { ...place, kind: "unreadable", node });
  else if (syntax.kind === "interface")
    declare(site, { ...place, ...syntax, later: [] });
  else declare(site, { ...place, ...syntax });
}

function declareConstants(site: Site, statement: ts.VariableStatement): void {
  const { module } = site;
  const constant =
    !module.broken.has(statement) &&
    hasPlainModifiers(site, statement) &&
    isConstant(site, statement);
  for (const node of statement.declarationList.declarations) {
    if (node.name.kind !== SyntaxKind.Identifier) {
      report(site, "unsupported-statement", node.name, {
        message: "a constant is declared by its name, not by a pattern",
        hint: "declare one constant for each value",
      });
      continue;
    }
    const place = { name: node.name.text, nameNode: node.name, module };
    declare(
      site,
      constant && isFreeName(site, node.name)
        ? { ...place, kind: "constant", node, statement }
        : { ...place, kind: "unreadable", node },
    );
  }
}

function isConstant(
  site: Site,
  { declarationList }: ts.VariableStatement,
): boolean {
  const { BlockScoped, Const } = compiler.NodeFlags;
  if ((declarationList.flags & BlockScoped) === Const) return true;
  report(site, "unsupported-statement", declarationList, {
    message: "a variable is not part of a schema",
    hint: "declare it with const",
  });
  return false;
}

function refuseStatement(
  site: Site,
  node: ts.Statement & { readonly name?: ts.Node },
): void {
  const { module } = site;
  // What follows a syntax error is often a misreading: the syntax error says enough.
  if (module.broken.size > 0) return;
  report(site, "unsupported-statement", node, {
    message: `a schema has no place for this: ${kindInWords(node)}`,
    hint: compiler.isExportAssignment(node)
      ? "write export before the declaration itself"
      : "keep interfaces, type aliases, enums, constants and imports",
  });
  const { name: nameNode } = node;
  if (nameNode === undefined || !compiler.isIdentifier(nameNode)) return;
  // So that what refers to it is not reported as well.
  declare(site, {
    kind: "unreadable",
    name: nameNode.text,
    nameNode,
    module,
    node,
  });
}
