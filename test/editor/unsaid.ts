import path from "node:path";
import ts from "typescript-5.9";
import { root } from "./program.ts";

/**
 * What some modules export, and no comment says anything of: functions, values and
 * types, and every member of a type that can be reached from one of them. Each with
 * the place where the comment belongs.
 */
export function unsaid(
  program: ts.Program,
  entries: readonly string[],
): string[] {
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const seen = new Set<ts.Node>();
  const isSaid = (symbol: ts.Symbol): boolean =>
    symbol.getDocumentationComment(checker).length > 0;

  function tell(name: string, node: ts.Node): void {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.add(`${path.relative(root, file.fileName)}:${line + 1} ${name}`);
  }

  function visitMember(
    member: ts.TypeElement | ts.ClassElement,
    owner: string,
  ) {
    if (member.name === undefined || ts.isPrivateIdentifier(member.name))
      return;
    const symbol = checker.getSymbolAtLocation(member.name);
    const name = `${owner}.${member.name.getText()}`;
    if (symbol && !isSaid(symbol) && !hasOneValue(member)) tell(name, member);
    ts.forEachChild(member, (child) => visit(child, name));
  }

  /** Follows the types that a node is made of. */
  function visit(node: ts.Node, name: string): void {
    // What a function does inside is nobody's to see.
    if (ts.isBlock(node) || ts.isExpression(node)) {
      if (!ts.isExpressionWithTypeArguments(node)) return;
      follow(node.expression);
    }
    // What a type parameter must be is told by the type that it is given.
    if (ts.isTypeParameterDeclaration(node)) return;
    if (ts.isConditionalTypeNode(node)) {
      visit(node.trueType, name);
      return visit(node.falseType, name);
    }
    if (ts.isTypeReferenceNode(node)) follow(node.typeName);
    const isBody =
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeLiteralNode(node) ||
      ts.isClassDeclaration(node);
    if (!isBody) return ts.forEachChild(node, (child) => visit(child, name));
    for (const clause of heritage(node)) visit(clause, name);
    for (const member of node.members)
      if (!ts.isConstructorDeclaration(member)) visitMember(member, name);
  }

  function follow(reference: ts.Node): void {
    const symbol = checker.getSymbolAtLocation(reference);
    if (symbol) visitSymbol(resolved(symbol));
  }

  function visitSymbol(symbol: ts.Symbol): void {
    for (const declaration of symbol.declarations ?? []) {
      if (seen.has(declaration) || !isOurs(declaration)) continue;
      seen.add(declaration);
      visit(declaration, symbol.name);
    }
  }

  const resolved = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias
      ? checker.getAliasedSymbol(symbol)
      : symbol;

  for (const entry of entries) {
    const file = program.getSourceFile(path.join(root, entry));
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${entry} is no module`);
    for (const one of checker.getExportsOfModule(module)) {
      const symbol = resolved(one);
      const declaration = symbol.declarations?.find(isOurs);
      if (declaration === undefined || ts.isSourceFile(declaration)) continue;
      if (!isSaid(symbol)) tell(symbol.name, declaration);
      visitSymbol(symbol);
    }
  }
  return [...found].sort();
}

function heritage(
  node: ts.InterfaceDeclaration | ts.TypeLiteralNode | ts.ClassDeclaration,
): readonly ts.HeritageClause[] {
  return ts.isTypeLiteralNode(node) ? [] : (node.heritageClauses ?? []);
}

/** Such as `type: "text"` or `secret?: undefined`: the only value says it itself. */
function hasOneValue(member: ts.TypeElement | ts.ClassElement): boolean {
  if (!ts.isPropertySignature(member) || member.type === undefined)
    return false;
  const { kind } = member.type;
  return (
    kind === ts.SyntaxKind.UndefinedKeyword ||
    kind === ts.SyntaxKind.LiteralType ||
    kind === ts.SyntaxKind.TypeQuery
  );
}

function isOurs(declaration: ts.Declaration): boolean {
  const name = path.relative(root, declaration.getSourceFile().fileName);
  return !name.startsWith("..") && !name.includes("node_modules");
}
