import type { KeywordType, Type } from "../../model/index.ts";
import { SyntaxKind, type ts } from "../source/compiler.ts";
import { isUndefined } from "./absence.ts";
import { readLiteralType } from "./literals.ts";
import { readMembers } from "./members.ts";
import { readTypeOperator } from "./operators.ts";
import { readIndexedAccess } from "./indexed-access.ts";
import {
  readImportType,
  readTypeQuery,
  readTypeReference,
} from "./references.ts";
import { refuse, unreadableType, type Reader } from "../source/session.ts";
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
  | ts.ImportTypeNode
  | ts.IndexedAccessTypeNode
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
export function readType(reader: Reader, syntax: ts.TypeNode): Type {
  const type = readSyntax(reader, syntax);
  if (type !== unreadableType)
    reader.session.places.set(type, { reader, node: syntax });
  return type;
}

function readSyntax(outer: Reader, syntax: ts.TypeNode): Type {
  if (outer.depth >= maximumDepth) {
    return refuse(outer, "too-deep", syntax, {
      message: `types are nested more than ${maximumDepth} deep`,
      hint: "give the inner types names of their own",
    });
  }
  const { absence, ...around } = outer;
  const reader: Reader = { ...around, depth: outer.depth + 1 };
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
      return readUnion(reader, node, absence === true);
    case SyntaxKind.IntersectionType:
      return {
        kind: "intersection",
        members: node.types.map((member) => readType(reader, member)),
      };
    case SyntaxKind.ParenthesizedType:
      return readType(
        absence === true ? { ...reader, absence } : reader,
        node.type,
      );
    case SyntaxKind.TypeOperator:
      return readTypeOperator(reader, node);
    case SyntaxKind.ImportType:
      return readImportType(reader, node);
    case SyntaxKind.IndexedAccessType:
      return readIndexedAccess(reader, node);
    default:
      return refuseType(reader, node);
  }
}

/** `undefined` says of what may be absent that it may be absent. */
function readUnion(
  reader: Reader,
  { types }: ts.UnionTypeNode,
  absence: boolean,
): Type {
  const given = absence ? types.filter((one) => !isUndefined(one)) : types;
  const members = given.map((member) => readType(reader, member));
  const [only, ...others] = members;
  return only !== undefined && others.length === 0
    ? only
    : { kind: "union", members };
}

function keyword(name: KeywordType["name"]): KeywordType {
  return { kind: "keyword", name };
}
