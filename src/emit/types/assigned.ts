import type { Type } from "../../schema/model/index.ts";
import { indent, line, type Doc } from "../print/layout.ts";
import { hugsUnion } from "./combined.ts";
import type { TypePrinter } from "./printing.ts";
import { groupAround } from "./spans-lines.ts";

/** What stands after a property's colon, or after a type alias's equals sign. */
export function printAfterSign(type: Type, printer: TypePrinter): Doc {
  const printed = printer.print(type);
  return type.kind !== "union" || hugsUnion(type)
    ? [" ", printed]
    : groupAround([type], printer, indent(line, printed));
}
