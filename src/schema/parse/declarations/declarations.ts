import type { Declaration } from "../../model/index.ts";
import { readConstant } from "./constants.ts";
import { readConstantEnum, readEnum } from "./enums.ts";
import { readInterface } from "./interfaces.ts";
import { readAnnotations } from "../comments/jsdoc.ts";
import type { Declared } from "../source/module.ts";
import type { Reader } from "../source/session.ts";
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
  const start = nameNode.getStart(module.source);
  return { ...declaration, position: positionAt(module, start) };
}

function readByKind(
  reader: Reader,
  declared: Declared,
): Declaration | undefined {
  switch (declared.kind) {
    case "interface":
      return readInterface(reader, declared);
    case "alias":
      return {
        kind: "alias",
        name: declared.name,
        type: readType(reader, declared.node.type),
        ...readAnnotations(reader, declared.node),
      };
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
