import type {
  IntersectionType,
  Type,
  UnionType,
} from "../../schema/model/index.ts";
import {
  choice,
  indent,
  join,
  line,
  softline,
  type Doc,
} from "../print/layout.ts";
import { barred } from "../print/type-syntax.ts";
import { groupAround } from "./spans-lines.ts";
import type { TypePrinter } from "./printing.ts";

/** The members one below the other, each behind its bar, where they do not fit on one line. */
export function printUnion(type: UnionType, printer: TypePrinter): Doc {
  const { members } = type;
  const printed = members.map((member) => printMember(member, printer));
  if (hugsUnion(type)) return join(" | ", printed);
  return groupAround(
    members,
    printer,
    barred(printed.map((doc) => indent(doc))),
  );
}

/** One object that may be `null` stands where the object alone would. */
export function hugsUnion({ members }: UnionType): boolean {
  const others = members.filter(({ kind }) => kind !== "object");
  return (
    members.length === others.length + 1 &&
    others.every((type) => type.kind === "keyword" && type.name === "null")
  );
}

/** Names stand one below the other when broken; an object stays on the line of its neighbour. */
export function printIntersection(
  { members }: IntersectionType,
  printer: TypePrinter,
): Doc {
  const parts = members.map((member, index): Doc => {
    const printed = printMember(member, printer);
    const before = members[index - 1];
    if (before === undefined) return printed;
    const objects = [before, member].filter(({ kind }) => kind === "object");
    if (objects.length === 0) return indent(" &", line, printed);
    const deep = index > 1 && members.some(({ kind }) => kind !== "object");
    return [" & ", deep ? indent(printed) : printed];
  });
  return groupAround(members, printer, parts);
}

function printMember(type: Type, printer: TypePrinter): Doc {
  return type.kind === "union" || type.kind === "intersection"
    ? parenthesized(type, printer)
    : printer.print(type);
}

/** What `[]` follows. */
export function printArrayElement(type: Type, printer: TypePrinter): Doc {
  const isQuery = type.kind === "constant" || type.kind === "enumMember";
  return isQuery
    ? ["(", printer.print(type), ")"]
    : printOperand(type, printer);
}

/** What `?` follows. */
export function printOperand(type: Type, printer: TypePrinter): Doc {
  const isReadonly = "readonly" in type && type.readonly === true;
  const wraps = type.kind === "union" || type.kind === "intersection";
  return isReadonly || wraps
    ? parenthesized(type, printer)
    : printer.print(type);
}

function parenthesized(type: Type, printer: TypePrinter): Doc {
  const printed = printer.print(type);
  if (type.kind !== "union" || hugsUnion(type)) return ["(", printed, ")"];
  const inside = indent(softline, printed);
  return groupAround([type], printer, "(", inside, softline, ")");
}

/** Among other elements of a tuple, a union that breaks stands in parentheses. */
export function printElement(type: Type, printer: TypePrinter): Doc {
  const printed = printer.print(type);
  if (type.kind !== "union" || hugsUnion(type)) return printed;
  return groupAround(
    [type],
    printer,
    indent(choice("(", ""), softline, printed),
    softline,
    choice(")", ""),
  );
}
