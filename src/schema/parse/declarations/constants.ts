import type { ConstantDeclaration, ConstantValue } from "../../model/index.ts";
import { compiler } from "../source/compiler.ts";
import { objectAsConst } from "../modules/constant-enums.ts";
import { readAnnotations } from "../comments/jsdoc.ts";
import { readLiteralValue } from "../types/literals.ts";
import type { DeclaredConstant } from "../source/module.ts";
import { report, type Reader } from "../source/session.ts";

/** Reads `const NAME = literal`, or `declare const NAME: literal`. */
export function readConstant(
  reader: Reader,
  declared: DeclaredConstant,
): ConstantDeclaration | undefined {
  const { node, statement, name } = declared;
  const value = constantValue(declared);
  if (value === undefined) {
    report(reader, "unsupported-value", node.initializer ?? node, {
      message: `the value of ${name} is not a literal`,
      hint:
        objectAsConst(node.initializer) !== undefined
          ? `write an enum, or name its values: type ${name} = (typeof ${name})[keyof typeof ${name}]`
          : "write a string, a finite number, true or false",
    });
    return undefined;
  }
  const annotations = readAnnotations(reader, statement);
  return { kind: "constant", name, value, ...annotations };
}

function constantValue({ node }: DeclaredConstant): ConstantValue | undefined {
  if (node.initializer !== undefined) return readLiteralValue(node.initializer);
  return node.type !== undefined && compiler.isLiteralTypeNode(node.type)
    ? readLiteralValue(node.type.literal)
    : undefined;
}
