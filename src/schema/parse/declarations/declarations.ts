import type { Declaration } from "../../model/index.ts";
import { readConstant } from "./constants.ts";
import { readConstantEnum, readEnum } from "./enums.ts";
import { readInterface } from "./interfaces.ts";
import { readAnnotations } from "../comments/jsdoc.ts";
import { withNull } from "../comments/with-null.ts";
import type { Declared } from "../source/module.ts";
import type { ts } from "../source/compiler.ts";
import { report, type Reader } from "../source/session.ts";
import { positionAt } from "../source/source.ts";
import { readType } from "../types/types.ts";

/** Reads a declaration; `undefined` when it cannot be read and has been reported. */
export function readDeclaration(
  reader: Reader,
  declared: Declared,
): Declaration | undefined {
  const declaration = readByKind(reader, declared);
  if (declaration === undefined) return undefined;
  const { module, nameNode } = declared;
  refuseNullable(reader, declaration, nameNode);
  const start = nameNode.getStart(module.source);
  return { ...declaration, position: positionAt(module, start) };
}

/** An interface or an enum is named where null may stand instead; an alias can say so itself. */
function refuseNullable(
  reader: Reader,
  { kind, name, constraints }: Declaration,
  node: ts.Node,
): void {
  if (kind === "alias" || constraints?.nullable !== true) return;
  report(reader, "constraint-value", node, {
    message: `@nullable cannot stand at the ${kind} ${name}: its type has no null`,
    hint: `write ${name} | null where null is allowed`,
  });
}

function readAlias(
  reader: Reader,
  { name, node }: Extract<Declared, { kind: "alias" }>,
): Declaration {
  const type = readType(reader, node.type);
  const annotations = readAnnotations(reader, node);
  return {
    kind: "alias",
    name,
    type: withNull(type, annotations),
    ...annotations,
  };
}

function readByKind(
  reader: Reader,
  declared: Declared,
): Declaration | undefined {
  switch (declared.kind) {
    case "interface":
      return readInterface(reader, declared);
    case "alias":
      return readAlias(reader, declared);
    case "enum":
      return readEnum(reader, declared);
    case "constant":
      return readConstant(reader, declared);
    case "constantEnum":
      return readConstantEnum(reader, declared);
    // The core's own declaration is not the extension's.
    case "core":
    case "unreadable":
      return undefined;
    default:
      return declared satisfies never;
  }
}
