import type { Type } from "../../model/index.ts";
import { compiler, type ts } from "../source/compiler.ts";
import { readMember, readNamed } from "../types/references.ts";
import { refuse, unreadableType, type Reader } from "../source/session.ts";

/** Reads the bases of an interface, in source order. What cannot be read is left out. */
export function readHeritage(
  reader: Reader,
  clauses: readonly ts.HeritageClause[] = [],
): Type[] {
  const bases = clauses.flatMap(({ types }) =>
    types.map((node) => readBase(reader, node)),
  );
  return bases.filter((base) => base !== unreadableType);
}

function readBase(reader: Reader, node: ts.ExpressionWithTypeArguments): Type {
  const { expression, typeArguments = [] } = node;
  const type = compiler.isIdentifier(expression)
    ? readNamed(reader, { node, name: expression.text, typeArguments })
    : (readMember(reader, { node, expression, typeArguments }) ??
      refuse(reader, "unsupported-type", expression, {
        message: "an interface extends types by name",
        hint: "declare the base in the schema",
      }));
  reader.session.checks.push({ kind: "object", reader, node, type });
  return type;
}
