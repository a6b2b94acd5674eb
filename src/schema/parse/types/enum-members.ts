import { compiler, type ts } from "../source/compiler.ts";
import type { Declared } from "../source/module.ts";

/** The names of the members, whether their values can be read or not. */
export function enumMemberNames({
  node,
}: Extract<Declared, { kind: "enum" | "constantEnum" }>): string[] {
  const members: readonly (ts.EnumMember | ts.ObjectLiteralElementLike)[] =
    compiler.isEnumDeclaration(node) ? node.members : node.properties;
  return members.flatMap(({ name }) =>
    name !== undefined &&
    (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name))
      ? [name.text]
      : [],
  );
}
