import type { Type } from "../../schema/model/index.ts";
import { group, type Doc } from "../print/layout.ts";
import { quote } from "../print/names.ts";
import { barred } from "../print/type-syntax.ts";
import { printTypeArguments } from "./arguments.ts";
import { printAfterSign } from "./assigned.ts";
import {
  printArrayElement,
  printIntersection,
  printUnion,
} from "./combined.ts";
import { printLiteral } from "./literal.ts";
import { printObject } from "./members.ts";
import type { TypePrinter, TypePrinting } from "./printing.ts";
import { printTuple } from "./tuple.ts";

/** Prints the types of a module, as prettier does. */
export function createTypePrinter(printing: TypePrinting): TypePrinter {
  const printer: TypePrinter = {
    ...printing,
    print: (type) => printType(type, printer),
    within: (property) =>
      createTypePrinter({ ...printing, path: `${printing.path}.${property}` }),
  };
  return printer;
}

/** A type where it is declared as that of a name. */
export function printAssignedType(type: Type, printing: TypePrinting): Doc {
  return printAfterSign(type, createTypePrinter(printing));
}

function printType(type: Type, printer: TypePrinter): Doc {
  switch (type.kind) {
    case "keyword":
      return type.name === "Date" ? "string" : type.name;
    case "literal":
      return printLiteral(type.value);
    case "constant":
      return `typeof ${printer.localName(type.name)}`;
    case "enumMember":
      return `typeof ${printer.localName(type.enum)}.${type.member}`;
    case "reference":
      return printer.localName(type.name);
    case "array": {
      const element = printArrayElement(type.element, printer);
      return [type.readonly === true ? "readonly " : "", element, "[]"];
    }
    case "tuple":
      return printTuple(type, printer);
    case "object":
      return printObject(type, printer);
    case "record":
      return printTypeArguments("Record", [type.key, type.value], printer);
    case "union":
      return printUnion(type, printer);
    case "intersection":
      return printIntersection(type, printer);
    case "wrap":
      return printTypeArguments(type.name, [type.type], printer);
    case "select": {
      const keys = group(barred(type.keys.map(quote)));
      const none = type.keys.length === 0 ? "never" : keys;
      return printTypeArguments(type.name, [type.type], printer, none);
    }
    default:
      return type satisfies never;
  }
}
