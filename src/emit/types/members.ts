import type {
  IndexSignature,
  ObjectType,
  Property,
} from "../../model/index.ts";
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
import { propertyComment } from "./documentation.ts";
import { spansLines } from "./spans-lines.ts";
import { printAssignedType, type TypePrinting } from "./type.ts";

type Body = Pick<ObjectType, "properties" | "index">;

/** An index signature alone may stand on the line of its braces. */
export function printObject(type: ObjectType, printing: TypePrinting): Doc {
  const { index } = type;
  if (index === undefined || spansLines(type, printing))
    return block(...printMembers(type, printing));
  const content = indent(line, printIndex(index, printing));
  return group("{", content, choice(";", ""), line, "}");
}

/** The members of an object type or an interface, one below the other. */
export function printMembers(type: Body, printing: TypePrinting): Doc[] {
  const properties = type.properties.map((property) =>
    printProperty(property, printing),
  );
  if (type.index === undefined) return properties;
  return [...properties, [printIndex(type.index, printing), ";"]];
}

function printIndex(index: IndexSignature, printing: TypePrinting): Doc {
  const readonly = index.readonly === true ? "readonly " : "";
  const note = propertyComment(index, printing.docs);
  const signature: Doc = [
    `${readonly}[${index.parameter}: string]:`,
    printAssignedType(index.type, printing),
  ];
  return note === undefined ? signature : lines(comment(note), signature);
}

function printProperty(property: Property, printing: TypePrinting): Doc {
  const readonly = property.readonly === true ? "readonly " : "";
  const mark = property.optional === true ? "?" : "";
  const signature: Doc = [
    `${readonly}${propertyName(property.name)}${mark}:`,
    printAssignedType(property.type, printing),
    ";",
  ];
  const note = propertyComment(property, printing.docs);
  return note === undefined ? signature : lines(comment(note), signature);
}
