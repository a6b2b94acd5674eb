import type { TupleElement, TupleType } from "../../model/index.ts";
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
import { printAssignedType, printType, type TypePrinting } from "./type.ts";

export function printTuple(
  { elements, readonly }: TupleType,
  printing: TypePrinting,
): Doc {
  const start = readonly === true ? "readonly " : "";
  if (elements.length === 0) return `${start}[]`;
  const isAlone = elements.length === 1;
  const printed = elements.map((element) =>
    printTupleElement(element, isAlone, printing),
  );
  return [
    start,
    groupAround(
      elements.map(({ type }) => type),
      printing,
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
  printing: TypePrinting,
): Doc {
  const dots = rest === true ? "..." : "";
  const mark = optional === true ? "?" : "";
  if (name !== undefined)
    return [`${dots}${name}${mark}:`, printAssignedType(type, printing)];
  if (rest === true || optional === true)
    return [dots, printOperand(type, printing), mark];
  return isAlone ? printType(type, printing) : printElement(type, printing);
}
