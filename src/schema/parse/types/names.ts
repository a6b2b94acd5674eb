import { compiler, type ts } from "../source/compiler.ts";
import { report, type Reader } from "../source/session.ts";

/** The name of a property or an enum member; what is computed or private is reported. */
export function readName(
  reader: Reader,
  node: ts.PropertyName,
): string | undefined {
  if (compiler.isIdentifier(node)) return node.text;
  if (compiler.isStringLiteralLike(node)) return node.text;
  if (compiler.isNumericLiteral(node)) return String(Number(node.text));
  const computed = literalKey(node);
  if (computed !== undefined) return computed;
  report(reader, "unsupported-name", node, {
    message: compiler.isPrivateIdentifier(node)
      ? "a private name is not a property of JSON"
      : "a computed name cannot be read",
    hint: "write the name as an identifier or a string",
  });
  return undefined;
}

/** `["name"]`: only so can an object literal have a property `__proto__`. */
function literalKey(node: ts.PropertyName): string | undefined {
  if (!compiler.isComputedPropertyName(node)) return undefined;
  const { expression } = node;
  if (compiler.isStringLiteralLike(expression)) return expression.text;
  return compiler.isNumericLiteral(expression)
    ? String(Number(expression.text))
    : undefined;
}

/** Says that the name occurs a second time in the same body. */
export function reportDuplicate(
  reader: Reader,
  node: ts.Node,
  name: string,
): void {
  report(reader, "duplicate-property", node, {
    message: `${JSON.stringify(name)} is declared twice`,
    hint: "remove one of them",
  });
}
