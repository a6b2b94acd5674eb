import type { IndexSignature, Property } from "../../model/index.ts";
import { compiler, SyntaxKind, type ts } from "../source/compiler.ts";
import { readAnnotations } from "../comments/jsdoc.ts";
import { mayBeUndefined } from "./absence.ts";
import { withNull } from "../comments/with-null.ts";
import { readName, reportDuplicate } from "./names.ts";
import { report, type Reader } from "../source/session.ts";
import { kindInWords } from "../source/source.ts";

export interface TypeBody {
  properties: Property[];
  index?: IndexSignature;
}

type MemberSyntax = ts.PropertySignature | ts.IndexSignatureDeclaration;

/** Members as they were read, each with its syntax. */
export interface ReadBody {
  properties: Map<string, { property: Property; node: ts.PropertySignature }>;
  index?: { index: IndexSignature; node: ts.IndexSignatureDeclaration };
}

/** The members alone. */
export function bodyOf({ properties, index }: ReadBody): TypeBody {
  return {
    properties: [...properties.values()].map(({ property }) => property),
    ...(index && { index: index.index }),
  };
}

/** Reads the body of an object type. */
export function readMembers(
  reader: Reader,
  nodes: ts.NodeArray<ts.TypeElement>,
): TypeBody {
  return bodyOf(readBody(reader, nodes));
}

/** Reads the body of an interface or of an object type. */
export function readBody(
  reader: Reader,
  nodes: ts.NodeArray<ts.TypeElement>,
): ReadBody {
  const body: ReadBody = { properties: new Map() };
  const { properties } = body;
  for (const syntax of nodes) {
    // The compiler's own type of a member has no discriminator.
    const node = syntax as MemberSyntax;
    switch (node.kind) {
      case SyntaxKind.PropertySignature: {
        const property = readProperty(reader, node);
        if (property === undefined) break;
        if (properties.has(property.name)) {
          reportDuplicate(reader, node.name, property.name);
        } else properties.set(property.name, { property, node });
        break;
      }
      case SyntaxKind.IndexSignature: {
        const known = body.index;
        const index =
          known === undefined ? readIndexSignature(reader, node) : undefined;
        if (known !== undefined) refuseSecondIndex(reader, node);
        if (index !== undefined) body.index = { index, node };
        break;
      }
      default: {
        const unknown: never = node;
        refuseMember(reader, unknown);
      }
    }
  }
  return body;
}

function readProperty(
  reader: Reader,
  node: ts.PropertySignature,
): Property | undefined {
  const name = readName(reader, node.name);
  const type = readAnnotatedType(reader, node);
  if (name === undefined || type === undefined) return undefined;
  const annotations = readAnnotations(reader, node);
  const property: Property = {
    name,
    type: withNull(type, annotations),
    ...(node.questionToken && { optional: true }),
    ...(isReadonly(reader, node) && { readonly: true }),
    ...annotations,
  };
  reader.session.places.set(property, { reader, node });
  return property;
}

function readIndexSignature(
  reader: Reader,
  node: ts.IndexSignatureDeclaration,
): IndexSignature | undefined {
  const [parameter] = node.parameters;
  const type = readAnnotatedType(reader, node);
  if (type === undefined || parameter === undefined) return undefined;
  if (
    parameter.type?.kind !== SyntaxKind.StringKeyword ||
    parameter.name.kind !== SyntaxKind.Identifier
  ) {
    report(reader, "unsupported-member", parameter, {
      message: "the keys of a JSON object are strings",
      hint: "write [key: string]",
    });
    return undefined;
  }
  const annotations = readAnnotations(reader, node);
  const index: IndexSignature = {
    parameter: parameter.name.text,
    type: withNull(type, annotations),
    ...(mayBeUndefined(node.type) && { optional: true }),
    ...(isReadonly(reader, node) && { readonly: true }),
    ...annotations,
  };
  reader.session.places.set(index, { reader, node });
  return index;
}

function readAnnotatedType(
  reader: Reader,
  node: MemberSyntax,
): Property["type"] | undefined {
  if (node.type !== undefined)
    return reader.readType(
      mayBeAbsent(node) ? { ...reader, absence: true } : reader,
      node.type,
    );
  report(reader, "unsupported-member", node, {
    message: "a member needs a type",
    hint: "write name: type",
  });
  return undefined;
}

/** `undefined` says of a property with `?` that it may be absent, and of any other property of an index signature. */
function mayBeAbsent(node: MemberSyntax): boolean {
  return (
    compiler.isIndexSignatureDeclaration(node) ||
    node.questionToken !== undefined
  );
}

/** Whether `readonly` stands before the member; other modifiers are reported. */
function isReadonly(reader: Reader, node: MemberSyntax): boolean {
  const modifiers = node.modifiers ?? [];
  for (const modifier of modifiers) {
    if (modifier.kind === SyntaxKind.ReadonlyKeyword) continue;
    report(reader, "unsupported-member", modifier, {
      message: `a member cannot be "${modifier.getText(reader.module.source)}"`,
      hint: "only readonly is known",
    });
  }
  return modifiers.some(({ kind }) => kind === SyntaxKind.ReadonlyKeyword);
}

function refuseSecondIndex(reader: Reader, node: ts.Node): void {
  report(reader, "unsupported-member", node, {
    message: "a type has one index signature at most",
    hint: "join the two into one whose type is a union",
  });
}

function refuseMember(reader: Reader, node: ts.TypeElement): void {
  report(reader, "unsupported-member", node, {
    message: `JSON has no place for this: ${kindInWords(node)}`,
    hint: "keep properties and an index signature",
  });
}
