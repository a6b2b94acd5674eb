import type { TupleElement, TupleType } from "../../schema/model/index.ts";
import {
  choice,
  indent,
  join,
  line,
  softline,
  type Doc,
} from "../print/layout.ts";
import { printElement, printOperand } from "./combined.ts";
import { groupAround } from "./spans-lines.ts";
import type { TypePrinter } from "./printing.ts";
import { printAfterSign } from "./assigned.ts";

export function printTuple(
  { elements, readonly }: TupleType,
  printer: TypePrinter,
): Doc {
  const start = readonly === true ? "readonly " : "";
  if (elements.length === 0) return `${start}[]`;
  const isAlone = elements.length === 1;
  const printed = elements.map((element) =>
    printTupleElement(element, isAlone, printer),
  );
  return [
    start,
    groupAround(
      elements.map(({ type }) => type),
      printer,
      "[",
      indent(softline, join([",", line], printed)),
      choice(",", ""),
      softline,
      "]",
    ),
  ];
}

function printTupleElement(
  { type, name, optional, rest }: TupleElement,
  isAlone: boolean,
  printer: TypePrinter,
): Doc {
  const dots = rest === true ? "..." : "";
  const mark = optional === true ? "?" : "";
  if (name !== undefined)
    return [`${dots}${name}${mark}:`, printAfterSign(type, printer)];
  if (rest === true || optional === true)
    return [dots, printOperand(type, printer), mark];
  return isAlone ? printer.print(type) : printElement(type, printer);
}
