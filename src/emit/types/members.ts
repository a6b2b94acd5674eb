import type {
  IndexSignature,
  ObjectType,
  Property,
  Type,
  UnionType,
} from "../../schema/model/index.ts";
import { comment } from "../print/comment.ts";
import {
  block,
  choice,
  group,
  indent,
  line,
  lines,
  type Doc,
} from "../print/layout.ts";
import { propertyName } from "../print/names.ts";
import { documentation, indexComment } from "./documentation.ts";
import { printUnion } from "./combined.ts";
import { spansLines } from "./spans-lines.ts";
import type { TypePrinter } from "./printing.ts";
import { printAfterSign } from "./assigned.ts";

type Body = Pick<ObjectType, "properties" | "index">;

/** An index signature alone may stand on the line of its braces. */
export function printObject(type: ObjectType, printer: TypePrinter): Doc {
  const { index, properties } = type;
  // TypeScript holds what is declared to the index as well, where they stand together.
  if (index !== undefined && properties.some((one) => isBeside(one, index)))
    return [
      printObject({ kind: "object", properties }, printer),
      " & ",
      printObject({ kind: "object", properties: [], index }, printer),
    ];
  if (index === undefined || spansLines(type, printer))
    return block(...printMembers(type, printer));
  const content = indent(line, printIndex(index, printer));
  return group("{", content, choice(";", ""), line, "}");
}

/** Whether a property that was added to params is none that their index is for. */
function isBeside({ name }: Property, index: IndexSignature): boolean {
  return name === "_meta" && !takesAll(index);
}

function takesAll({ type }: IndexSignature): boolean {
  return (
    type.kind === "keyword" && (type.name === "unknown" || type.name === "any")
  );
}

/** The members of an object type or an interface, one below the other. */
export function printMembers(type: Body, printer: TypePrinter): Doc[] {
  const properties = type.properties.map((property) =>
    printProperty(property, printer),
  );
  if (type.index === undefined) return properties;
  return [...properties, [printIndex(type.index, printer), ";"]];
}

/** An index signature for some names. */
export interface NarrowIndex extends IndexSignature {
  /** The type of the names: `string` where it is absent. */
  readonly key?: string;
}

function printIndex(index: NarrowIndex, printer: TypePrinter): Doc {
  const readonly = index.readonly === true ? "readonly " : "";
  const note = indexComment(index, printer.docs);
  const signature: Doc = [
    `${readonly}[${index.parameter}: ${index.key ?? "string"}]:`,
    index.optional === true && !takesAll(index)
      ? printOrUndefined(index.type, printer)
      : printAfterSign(index.type, printer),
  ];
  return note === undefined ? signature : lines(comment(note), signature);
}

/** Stands for `undefined`. Compared by identity. */
const absent: Type = { kind: "reference", name: "undefined" };

/** Prints the type of an index signature beside an optional property. */
function printOrUndefined(type: Type, printer: TypePrinter): Doc {
  const members = type.kind === "union" ? type.members : [type];
  const union: UnionType = { kind: "union", members: [...members, absent] };
  const inner: TypePrinter = {
    ...printer,
    print(one) {
      if (one === absent) return "undefined";
      return one === union ? printUnion(union, inner) : printer.print(one);
    },
  };
  return printAfterSign(union, inner);
}

function printProperty(property: Property, printer: TypePrinter): Doc {
  const readonly = property.readonly === true ? "readonly " : "";
  const mark = property.optional === true ? "?" : "";
  const inside = printer.within(property.name);
  const signature: Doc = [
    `${readonly}${propertyName(property.name)}${mark}:`,
    printAfterSign(property.type, inside),
    ";",
  ];
  const note = documentation(property, printer.docs, {
    text: printer.descriptions?.[inside.path],
  });
  return note === undefined ? signature : lines(comment(note), signature);
}
