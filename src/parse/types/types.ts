import type { KeywordType, Type } from "../../model/index.ts";
import { SyntaxKind, type ts } from "../source/compiler.ts";
import { readLiteralType } from "./literals.ts";
import { readMembers } from "./members.ts";
import { readTypeOperator } from "./operators.ts";
import { readTypeQuery, readTypeReference } from "./references.ts";
import { refuse, type Reader } from "../source/session.ts";
import { readTuple } from "./tuples.ts";
import { refuseType, type UnsupportedTypeNode } from "./unsupported-types.ts";

/** Beyond this, what reads, checks or prints types could run out of stack. */
const maximumDepth = 200;

type TypeSyntax =
  | ts.KeywordTypeNode<KeywordKind>
  | ts.LiteralTypeNode
  | ts.TypeReferenceNode
  | ts.TypeQueryNode
  | ts.ArrayTypeNode
  | ts.TupleTypeNode
  | ts.TypeLiteralNode
  | ts.UnionTypeNode
  | ts.IntersectionTypeNode
  | ts.ParenthesizedTypeNode
  | ts.TypeOperatorNode
  | UnsupportedTypeNode;

type KeywordKind =
  | ts.SyntaxKind.StringKeyword
  | ts.SyntaxKind.NumberKeyword
  | ts.SyntaxKind.BooleanKeyword
  | ts.SyntaxKind.UnknownKeyword
  | ts.SyntaxKind.AnyKeyword
  | ts.SyntaxKind.ObjectKeyword
  | ts.SyntaxKind.NeverKeyword;

/** Reads a type expression. What cannot be read is reported, and `unreadable` stands in for it. */
export function readType(outer: Reader, syntax: ts.TypeNode): Type {
  if (outer.depth >= maximumDepth) {
    return refuse(outer, "too-deep", syntax, {
      message: `types are nested more than ${maximumDepth} deep`,
      hint: "give the inner types names of their own",
    });
  }
  const reader = { ...outer, depth: outer.depth + 1 };
  // The compiler's own type of a type expression has no discriminator.
  const node = syntax as TypeSyntax;
  switch (node.kind) {
    case SyntaxKind.StringKeyword:
      return keyword("string");
    case SyntaxKind.NumberKeyword:
      return keyword("number");
    case SyntaxKind.BooleanKeyword:
      return keyword("boolean");
    case SyntaxKind.UnknownKeyword:
      return keyword("unknown");
    case SyntaxKind.AnyKeyword:
      return keyword("any");
    case SyntaxKind.ObjectKeyword:
      return keyword("object");
    case SyntaxKind.NeverKeyword:
      return keyword("never");
    case SyntaxKind.LiteralType:
      return readLiteralType(reader, node);
    case SyntaxKind.TypeReference:
      return readTypeReference(reader, node);
    case SyntaxKind.TypeQuery:
      return readTypeQuery(reader, node);
    case SyntaxKind.ArrayType:
      return { kind: "array", element: readType(reader, node.elementType) };
    case SyntaxKind.TupleType:
      return readTuple(reader, node);
    case SyntaxKind.TypeLiteral:
      return { kind: "object", ...readMembers(reader, node.members) };
    case SyntaxKind.UnionType:
      return {
        kind: "union",
        members: node.types.map((member) => readType(reader, member)),
      };
    case SyntaxKind.IntersectionType:
      return {
        kind: "intersection",
        members: node.types.map((member) => readType(reader, member)),
      };
    case SyntaxKind.ParenthesizedType:
      return readType(reader, node.type);
    case SyntaxKind.TypeOperator:
      return readTypeOperator(reader, node);
    default:
      return refuseType(reader, node);
  }
}

function keyword(name: KeywordType["name"]): KeywordType {
  return { kind: "keyword", name };
}
