import { suggest } from "../../../base/diagnostics/nearest.ts";
import type { Type } from "../../model/index.ts";
import { resolveMember } from "../modules/imported.ts";
import { resolveName } from "../modules/resolve.ts";
import { compiler, type ts } from "../source/compiler.ts";
import type { SchemaModule } from "../source/module.ts";
import { refuse, unreadableType, type Reader } from "../source/session.ts";
import { quoteNode } from "../source/source.ts";

/** The type of a property, and the module that its names mean something in. */
interface Found {
  readonly module: SchemaModule;
  readonly type: ts.TypeNode;
}

/** What is known of the properties of a type: those that stand in the text. */
interface Body {
  readonly properties: ReadonlyMap<string, Found>;
  /** Whether there may be others, which only the core knows. */
  readonly open: boolean;
}

const nothing: Body = { properties: new Map(), open: false };

/**
 * Reads `Name["property"]` in the schema of an extension: it is the type that the property has
 * where it is declared. All other indexed accesses compute types.
 */
export function readIndexedAccess(
  reader: Reader,
  node: ts.IndexedAccessTypeNode,
): Type {
  const key = keyOf(node.indexType);
  const isNamed = compiler.isTypeReferenceNode(node.objectType);
  const isExtension = reader.session.options.core !== undefined;
  if (!isExtension || key === undefined || !isNamed)
    return refuse(reader, "unsupported-type", node, {
      message: "an indexed access type is computed",
      hint: "give the property's type a name, and use that",
    });
  const { properties, open } = bodyOf(
    reader,
    reader.module,
    node.objectType,
    [],
  );
  const found = properties.get(key);
  if (found !== undefined)
    return reader.readType(
      { ...reader, module: found.module, absence: true },
      found.type,
    );
  const object = quoteNode(reader.module.source, node.objectType);
  if (open)
    return refuse(reader, "unsupported-type", node, {
      message: `${object} has its properties from the core, where ${JSON.stringify(key)} has to be looked up`,
      hint: "name the type that the property has",
    });
  // What it names cannot be read, and has been reported where it is declared.
  if (
    resolveNode(reader, reader.module, node.objectType)?.kind === "unreadable"
  )
    return unreadableType;
  return refuse(reader, "unknown-key", node, {
    message: `${object} has no property ${JSON.stringify(key)}`,
    hint: suggest(key, properties.keys()) ?? "correct the name",
  });
}

function keyOf(node: ts.TypeNode): string | undefined {
  return compiler.isLiteralTypeNode(node) &&
    compiler.isStringLiteral(node.literal)
    ? node.literal.text
    : undefined;
}

function resolveNode(
  { session }: Reader,
  module: SchemaModule,
  node: ts.TypeNode | ts.ExpressionWithTypeArguments,
): ReturnType<typeof resolveName> {
  const name = compiler.isTypeReferenceNode(node)
    ? node.typeName
    : compiler.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined;
  if (name === undefined) return undefined;
  if (compiler.isIdentifier(name)) return resolveName(module, name.text);
  const [left, right] = compiler.isQualifiedName(name)
    ? [name.left, name.right]
    : compiler.isPropertyAccessExpression(name)
      ? [name.expression, name.name]
      : [];
  return left !== undefined &&
    compiler.isIdentifier(left) &&
    right !== undefined &&
    compiler.isIdentifier(right)
    ? resolveMember({ session, module }, left.text, right)
    : undefined;
}

/** The properties that a type has by its text; what is nearest to it wins. */
function bodyOf(
  reader: Reader,
  module: SchemaModule,
  node: ts.TypeNode,
  path: readonly string[],
): Body {
  if (compiler.isParenthesizedTypeNode(node))
    return bodyOf(reader, module, node.type, path);
  if (compiler.isTypeLiteralNode(node)) return ownBody(module, node.members);
  if (compiler.isIntersectionTypeNode(node))
    return joined(node.types.map((one) => bodyOf(reader, module, one, path)));
  if (
    !compiler.isTypeReferenceNode(node) &&
    !compiler.isExpressionWithTypeArguments(node)
  )
    return nothing;
  const declared = resolveNode(reader, module, node);
  if (declared?.kind === "core") return { properties: new Map(), open: true };
  if (declared === undefined || path.includes(declared.name)) return nothing;
  const way = [...path, declared.name];
  if (declared.kind === "alias")
    return bodyOf(reader, declared.module, declared.node.type, way);
  if (declared.kind !== "interface") return nothing;
  const nodes = [declared.node, ...declared.later];
  const bases = nodes.flatMap(({ heritageClauses = [] }) =>
    heritageClauses.flatMap(({ types }) => [...types]),
  );
  return joined([
    ...nodes.map(({ members }) => ownBody(declared.module, members)),
    ...bases.map((base) => bodyOf(reader, declared.module, base, way)),
  ]);
}

function ownBody(
  module: SchemaModule,
  members: ts.NodeArray<ts.TypeElement>,
): Body {
  const properties = new Map<string, Found>();
  for (const member of members) {
    if (!compiler.isPropertySignature(member) || member.type === undefined)
      continue;
    const { name, type } = member;
    if (compiler.isIdentifier(name) || compiler.isStringLiteral(name))
      properties.set(name.text, { module, type });
  }
  return { properties, open: false };
}

function joined(bodies: readonly Body[]): Body {
  return {
    properties: new Map(
      bodies.toReversed().flatMap(({ properties }) => [...properties]),
    ),
    open: bodies.some(({ open }) => open),
  };
}
