import type { TupleElement, TupleType } from "../../model/index.ts";
import { compiler, type ts } from "../source/compiler.ts";
import { report, type Reader } from "../source/session.ts";

/** Reads `[A, B?, ...C[]]`, with or without names. The type of a rest element is an array. */
export function readTuple(reader: Reader, node: ts.TupleTypeNode): TupleType {
  const elements: TupleElement[] = [];
  for (const syntax of node.elements) {
    const element = readElement(reader, syntax);
    const problem = orderProblem(elements, element);
    if (problem === undefined) elements.push(element);
    else report(reader, "unsupported-type", syntax, problem);
  }
  return { kind: "tuple", elements };
}

function readElement(
  reader: Reader,
  node: ts.TypeNode | ts.NamedTupleMember,
): TupleElement {
  if (compiler.isNamedTupleMember(node)) {
    const { type, name, questionToken, dotDotDotToken } = node;
    const element = dotDotDotToken
      ? readRest(reader, type)
      : { type: reader.readType(reader, type) };
    const optional = questionToken && { optional: true as const };
    return { ...element, name: name.text, ...optional };
  }
  if (compiler.isRestTypeNode(node)) return readRest(reader, node.type);
  if (compiler.isOptionalTypeNode(node)) {
    return { type: reader.readType(reader, node.type), optional: true };
  }
  return { type: reader.readType(reader, node) };
}

function readRest(reader: Reader, node: ts.TypeNode): TupleElement {
  const type = reader.readType(reader, node);
  reader.session.checks.push({ kind: "rest", reader, node, type });
  return { type, rest: true };
}

function orderProblem(
  before: readonly TupleElement[],
  element: TupleElement,
): { message: string; hint: string } | undefined {
  const afterOptional = before.some(({ optional }) => optional === true);
  if (afterOptional && element.rest !== true && element.optional !== true) {
    return {
      message: "a required element cannot follow an optional one",
      hint: "put the optional elements after it",
    };
  }
  return undefined;
}
