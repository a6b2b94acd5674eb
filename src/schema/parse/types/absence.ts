import { compiler, SyntaxKind, type ts } from "../source/compiler.ts";

/** Whether a type is `undefined`, which no JSON value is. */
export function isUndefined({ kind }: ts.TypeNode): boolean {
  return kind === SyntaxKind.UndefinedKeyword;
}

/** Whether a type is a union that has `undefined`: what it stands for may be absent. */
export function mayBeUndefined(node: ts.TypeNode): boolean {
  if (compiler.isParenthesizedTypeNode(node)) return mayBeUndefined(node.type);
  return compiler.isUnionTypeNode(node) && node.types.some(isUndefined);
}
