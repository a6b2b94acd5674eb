import type { SelectType, Type, WrapType } from "../../model/index.ts";
import type { ts } from "../source/compiler.ts";
import { mayBeUndefined } from "./absence.ts";
import type { NamedSyntax } from "./named.ts";
import { refuse, type Reader } from "../source/session.ts";

type Utility =
  "Array" | "ReadonlyArray" | "Record" | WrapType["name"] | SelectType["name"];

const argumentCounts: Readonly<Record<Utility, number>> = {
  Array: 1,
  ReadonlyArray: 1,
  Readonly: 1,
  Partial: 1,
  Required: 1,
  Record: 2,
  Omit: 2,
  Pick: 2,
};

/** Whether TypeScript itself gives the name a meaning that a schema can use. */
export function isUtility(name: string): name is Utility {
  return Object.hasOwn(argumentCounts, name);
}

/** Reads a utility type. What its arguments have to be is checked when all declarations are known. */
export function readUtility(
  reader: Reader,
  { name, node, typeArguments }: NamedSyntax & { name: Utility },
): Type {
  const [first, second] = typeArguments;
  const wanted = argumentCounts[name];
  if (first === undefined || typeArguments.length !== wanted) {
    return refuse(reader, "type-arguments", node, {
      message: `${name} takes ${wanted} type argument${wanted === 1 ? "" : "s"}, not ${typeArguments.length}`,
      hint: wanted === 1 ? `write ${name}<T>` : `write ${name}<A, B>`,
    });
  }
  switch (name) {
    case "Array":
      return { kind: "array", element: reader.readType(reader, first) };
    case "ReadonlyArray":
      return {
        kind: "array",
        element: reader.readType(reader, first),
        readonly: true,
      };
    case "Readonly":
    case "Partial":
    case "Required":
      return readWrap(reader, name, first);
    case "Record":
      return readRecord(reader, first, second ?? first);
    case "Omit":
    case "Pick":
      return readSelect(reader, name, first, second ?? first);
    default:
      return name satisfies never;
  }
}

function readWrap(
  reader: Reader,
  name: WrapType["name"],
  node: ts.TypeNode,
): Type {
  const type = reader.readType(reader, node);
  const isList = type.kind === "array" || type.kind === "tuple";
  if (name === "Readonly" && isList) return { ...type, readonly: true };
  reader.session.checks.push({ kind: "wrapped", reader, node, type, name });
  return { kind: "wrap", name, type };
}

function readRecord(
  reader: Reader,
  keyNode: ts.TypeNode,
  valueNode: ts.TypeNode,
): Type {
  const key = reader.readType(reader, keyNode);
  reader.session.checks.push({ kind: "record", reader, node: keyNode, key });
  // Of a record whose values may be undefined, each key may be absent.
  if (!mayBeUndefined(valueNode))
    return { kind: "record", key, value: reader.readType(reader, valueNode) };
  const value = reader.readType({ ...reader, absence: true }, valueNode);
  const type: Type = { kind: "record", key, value };
  return { kind: "wrap", name: "Partial", type };
}

function readSelect(
  reader: Reader,
  name: SelectType["name"],
  node: ts.TypeNode,
  keyNode: ts.TypeNode,
): SelectType {
  const type = reader.readType(reader, node);
  const select: SelectType = { kind: "select", name, type, keys: [] };
  const key = reader.readType(reader, keyNode);
  const { checks } = reader.session;
  checks.push({ kind: "object", reader, node, type });
  checks.push({ kind: "select", reader, node: keyNode, select, key });
  return select;
}
