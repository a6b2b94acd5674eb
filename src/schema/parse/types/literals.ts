import type { ConstantValue, Type } from "../../model/index.ts";
import { isConstAssertion } from "../modules/constant-enums.ts";
import { compiler, SyntaxKind, type ts } from "../source/compiler.ts";
import { refuse, type Reader } from "../source/session.ts";

/** Reads a literal type: a string, a number, `true`, `false` or `null`. */
export function readLiteralType(
  reader: Reader,
  node: ts.LiteralTypeNode,
): Type {
  if (node.literal.kind === SyntaxKind.NullKeyword) {
    return { kind: "keyword", name: "null" };
  }
  const value = readLiteralValue(node.literal);
  if (value !== undefined) return { kind: "literal", value };
  return refuse(reader, "unsupported-type", node, {
    message: "this literal is not a JSON value",
    hint: "use a string, a finite number, true, false or null",
  });
}

/** The value that an expression writes out, or `undefined` when it is anything but a literal. */
export function readLiteralValue(
  node: ts.Expression,
): ConstantValue | undefined {
  if (compiler.isStringLiteralLike(node)) return node.text;
  if (compiler.isNumericLiteral(node)) return finite(Number(node.text));
  if (node.kind === SyntaxKind.TrueKeyword) return true;
  if (node.kind === SyntaxKind.FalseKeyword) return false;
  if (compiler.isPrefixUnaryExpression(node)) return signedValue(node);
  const inner = unwrap(node);
  return inner && readLiteralValue(inner);
}

function signedValue({
  operator,
  operand,
}: ts.PrefixUnaryExpression): number | undefined {
  if (!compiler.isNumericLiteral(operand)) return undefined;
  const value = finite(Number(operand.text));
  if (value === undefined) return undefined;
  if (operator === SyntaxKind.PlusToken) return value;
  // Subtracting keeps zero from becoming -0, which JSON does not have.
  return operator === SyntaxKind.MinusToken ? 0 - value : undefined;
}

/** What `(x)`, `x as const`, `<const>x` and `x satisfies T` are written around. */
function unwrap(node: ts.Expression): ts.Expression | undefined {
  if (
    compiler.isParenthesizedExpression(node) ||
    compiler.isSatisfiesExpression(node)
  ) {
    return node.expression;
  }
  return compiler.isAssertionExpression(node) && isConstAssertion(node.type)
    ? node.expression
    : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
