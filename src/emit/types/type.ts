import type { Type } from "../../model/index.ts";
import { group, indent, line, type Doc } from "../print/layout.ts";
import { quote } from "../print/names.ts";
import { barred } from "../print/type-syntax.ts";
import { printTypeArguments } from "./arguments.ts";
import {
  hugsUnion,
  printArrayElement,
  printIntersection,
  printUnion,
} from "./combined.ts";
import { printObject } from "./members.ts";
import { groupAround } from "./spans-lines.ts";
import { printTuple } from "./tuple.ts";

export interface TypePrinting {
  /** Whether prose comes through; constraints always do. */
  readonly docs: boolean;
  /** The name by which the module knows a declared type, constant or enum. */
  localName(name: string): string;
}

/** A type expression, as prettier prints it. */
export function printType(type: Type, printing: TypePrinting): Doc {
  switch (type.kind) {
    case "keyword":
      return type.name;
    case "literal":
      return printLiteral(type.value);
    case "constant":
      return `typeof ${printing.localName(type.name)}`;
    case "enumMember":
      return `typeof ${printing.localName(type.enum)}.${type.member}`;
    case "reference":
      return printing.localName(type.name);
    case "array": {
      const element = printArrayElement(type.element, printing);
      return [type.readonly === true ? "readonly " : "", element, "[]"];
    }
    case "tuple":
      return printTuple(type, printing);
    case "object":
      return printObject(type, printing);
    case "record":
      return printTypeArguments("Record", [type.key, type.value], printing);
    case "union":
      return printUnion(type, printing);
    case "intersection":
      return printIntersection(type, printing);
    case "wrap":
      return printTypeArguments(type.name, [type.type], printing);
    case "select": {
      const keys = group(barred(type.keys.map(quote)));
      const none = type.keys.length === 0 ? "never" : keys;
      return printTypeArguments(type.name, [type.type], printing, none);
    }
    default:
      return type satisfies never;
  }
}

export function printLiteral(value: string | number | boolean): string {
  return typeof value === "string" ? quote(value) : String(value);
}

/** What stands after a property's colon, or after a type alias's equals sign. */
export function printAssignedType(type: Type, printing: TypePrinting): Doc {
  const printed = printType(type, printing);
  return type.kind !== "union" || hugsUnion(type)
    ? [" ", printed]
    : groupAround([type], printing, indent(line, printed));
}
