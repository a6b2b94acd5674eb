import type { Type } from "../../model/index.ts";
import { SyntaxKind, type ts } from "../source/compiler.ts";
import { refuse, type Reader } from "../source/session.ts";

/** Reads `readonly T[]` and `readonly [A, B]`; the other operators compute types. */
export function readTypeOperator(
  reader: Reader,
  node: ts.TypeOperatorNode,
): Type {
  switch (node.operator) {
    case SyntaxKind.ReadonlyKeyword:
      return readReadonly(reader, node);
    case SyntaxKind.KeyOfKeyword:
      return refuse(reader, "unsupported-type", node, {
        message: "keyof computes a type",
        hint: "write out the keys as a union of string literals",
      });
    case SyntaxKind.UniqueKeyword:
      return refuse(reader, "unsupported-type", node, {
        message: "a symbol is not a JSON value",
        hint: "use a string literal",
      });
    default:
      return node.operator satisfies never;
  }
}

function readReadonly(reader: Reader, node: ts.TypeOperatorNode): Type {
  const type = reader.readType(reader, node.type);
  if (type.kind === "array" || type.kind === "tuple") {
    return { ...type, readonly: true };
  }
  return refuse(reader, "unsupported-type", node, {
    message: "readonly goes with arrays and tuples only",
    hint: "write Readonly<T> for an object type",
  });
}
