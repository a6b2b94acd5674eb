import { compiler, SyntaxKind, type ts } from "../source/compiler.ts";
import type { Declared, DeclaredConstantEnum } from "../source/module.ts";

/**
 * A constant object and a type alias that share a name are an enum without the syntax of one:
 * `const Level = { A: "a" } as const; type Level = (typeof Level)[keyof typeof Level];`
 */
export function pairAsEnum(
  first: Declared,
  second: Declared,
): DeclaredConstantEnum | undefined {
  if (first.kind === "alias" && second.kind === "constant") {
    return pairAsEnum(second, first);
  }
  if (first.kind !== "constant" || second.kind !== "alias") return undefined;
  const object = objectAsConst(first.node.initializer);
  const { name, nameNode, module, statement } = first;
  if (object === undefined || !isValueOf(second.node.type, name)) {
    return undefined;
  }
  const alias = second.node;
  const place = { name, nameNode, module, statement, alias };
  return { kind: "constantEnum", node: object, ...place };
}

/** The object of `{ … } as const`. */
export function objectAsConst(
  initializer: ts.Expression | undefined,
): ts.ObjectLiteralExpression | undefined {
  if (initializer === undefined || !compiler.isAsExpression(initializer)) {
    return undefined;
  }
  const { expression, type } = initializer;
  return isConstAssertion(type) &&
    compiler.isObjectLiteralExpression(expression)
    ? expression
    : undefined;
}

/** Whether a type is the `const` of `as const`. */
export function isConstAssertion(type: ts.TypeNode): boolean {
  return compiler.isTypeReferenceNode(type) && isNamed(type.typeName, "const");
}

/** Whether a type is `(typeof name)[keyof typeof name]`. */
function isValueOf(type: ts.TypeNode, name: string): boolean {
  if (!compiler.isIndexedAccessTypeNode(type)) return false;
  const { objectType, indexType } = type;
  return (
    isTypeofName(objectType, name) &&
    compiler.isTypeOperatorNode(indexType) &&
    indexType.operator === SyntaxKind.KeyOfKeyword &&
    isTypeofName(indexType.type, name)
  );
}

function isTypeofName(type: ts.TypeNode, name: string): boolean {
  const inner = compiler.isParenthesizedTypeNode(type) ? type.type : type;
  return compiler.isTypeQueryNode(inner) && isNamed(inner.exprName, name);
}

function isNamed(node: ts.EntityName, name: string): boolean {
  return compiler.isIdentifier(node) && node.text === name;
}
