import { SyntaxKind, type ts } from "../source/compiler.ts";
import type { Declared } from "../source/module.ts";
import type { ParseSession } from "../source/session.ts";

/** The names of what is read, and that no file exports. */
export function unexportedNames({ declarations }: ParseSession): string[] {
  return [...declarations.keys()]
    .filter((declared) => !isExported(declared))
    .map(({ name }) => name);
}

/** Whether a declaration can be imported from its file. */
export function isExported(declared: Declared): boolean {
  const { name, module } = declared;
  const isListed = module.listed.some(({ text }) => text === name);
  return isListed || hasExport(statementOf(declared));
}

function statementOf(declared: Declared): ts.Node {
  return declared.kind === "constant" || declared.kind === "constantEnum"
    ? declared.statement
    : declared.node;
}

function hasExport(
  node: ts.Node & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> },
): boolean {
  const { modifiers = [] } = node;
  return modifiers.some(({ kind }) => kind === SyntaxKind.ExportKeyword);
}
