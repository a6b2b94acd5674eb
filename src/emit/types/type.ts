import type { ObjectType, Property, Type } from "../../model/index.ts";
import {
  block,
  choice,
  group,
  indent,
  join,
  line,
  lines,
  list,
  softline,
  type Doc,
} from "../layout.ts";
import { propertyName, quote } from "../names.ts";
import { comment } from "../comment.ts";
import { propertyComment } from "./documentation.ts";

export interface TypePrinting {
  /** Whether prose comes through; constraints always do. */
  readonly docs: boolean;
  /** The name by which the module knows a declared type. */
  localName(name: string): string;
}

/** A type expression, as prettier prints it. */
export function printType(type: Type, printing: TypePrinting): Doc {
  const inner = (nested: Type): Doc => printType(nested, printing);
  switch (type.kind) {
    case "keyword":
      return type.name;
    case "literal":
      return printLiteral(type.value);
    case "constant":
      return `typeof ${type.name}`;
    case "enumMember":
      return `typeof ${type.enum}.${type.member}`;
    case "reference":
      return printing.localName(type.name);
    case "array": {
      const element = printElement(type.element, printing);
      return [type.readonly === true ? "readonly " : "", element, "[]"];
    }
    case "tuple": {
      const elements = type.elements.map((element): Doc => {
        const rest = element.rest === true ? "..." : "";
        const mark = element.optional === true ? "?" : "";
        if (element.name !== undefined)
          return [rest, element.name, mark, ": ", inner(element.type)];
        if (mark === "") return [rest, inner(element.type)];
        return [printElement(element.type, printing), mark];
      });
      const readonly = type.readonly === true ? "readonly " : "";
      return [readonly, list("[", elements, "]")];
    }
    case "object":
      return printObject(type, printing);
    case "record":
      return typeArguments("Record", [inner(type.key), inner(type.value)]);
    case "union":
      return printUnion(type.members.map((m) => printMember(m, printing)));
    case "intersection":
      return printIntersection(type.members, printing);
    case "wrap":
      return typeArguments(type.name, [inner(type.type)]);
    case "select": {
      const keys = group(join(" | ", type.keys.map(quote)));
      const none = type.keys.length === 0 ? "never" : keys;
      return typeArguments(type.name, [inner(type.type), none]);
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
  if (type.kind !== "union") return [" ", printed];
  return group(indent(line, printed));
}

function printUnion(members: readonly Doc[]): Doc {
  return group(choice("| ", ""), join([line, "| "], members));
}

function printMember(type: Type, printing: TypePrinting): Doc {
  const printed = printType(type, printing);
  return type.kind === "union" ? ["(", printed, ")"] : printed;
}

function printElement(type: Type, printing: TypePrinting): Doc {
  const printed = printType(type, printing);
  if (type.kind === "union")
    return group("(", indent(softline, printed), softline, ")");
  const wraps =
    type.kind === "intersection" ||
    (type.kind === "array" && type.readonly === true) ||
    (type.kind === "tuple" && type.readonly === true);
  return wraps ? ["(", printed, ")"] : printed;
}

/** Objects hug the ampersand; names stand one below the other when broken. */
function printIntersection(
  members: readonly Type[],
  printing: TypePrinting,
): Doc {
  const printed = members.map((member) => printMember(member, printing));
  if (members.some((member) => member.kind === "object"))
    return join(" & ", printed);
  return group(indent(join([" &", line], printed)));
}

function typeArguments(name: string, args: readonly Doc[]): Doc {
  return group(
    `${name}<`,
    indent(softline, join([",", line], args)),
    softline,
    ">",
  );
}

function printObject(type: ObjectType, printing: TypePrinting): Doc {
  const members = printMembers(type, printing);
  if (members.length === 0) return "{}";
  if (type.properties.length > 0) return block(...members);
  const close = choice(";", "");
  return group("{", indent(line, printIndex(type, printing)), close, line, "}");
}

/** The members of an object type or an interface, one below the other. */
export function printMembers(
  type: Pick<ObjectType, "properties" | "index">,
  printing: TypePrinting,
): Doc[] {
  const properties = type.properties.map((property) =>
    printProperty(property, printing),
  );
  if (type.index === undefined) return properties;
  return [...properties, [printIndex(type, printing), ";"]];
}

function printIndex(
  type: Pick<ObjectType, "index">,
  printing: TypePrinting,
): Doc {
  const { index } = type;
  if (index === undefined) return "";
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
