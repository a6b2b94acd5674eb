import type {
  Declaration,
  IndexSignature,
  KeywordType,
  Property,
  Type,
} from "../../../schema/model/index.ts";
import { keyOf } from "../../../schema/model/key.ts";
import type { Resolve } from "../../../schema/model/resolve.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";

/** The types without a declaration come before all others. */
const simpleTypes: readonly KeywordType["name"][] = [
  "object",
  "string",
  "number",
  "null",
];

/**
 * Orders the members of unions by their first mention in the schema, which is
 * how the compiler numbers types, and so the order of the published files.
 */
export function createOrder(
  declarations: readonly Declaration[],
  resolve: Resolve,
): (members: readonly Resolved[]) => Resolved[] {
  const ranks = new Map<string, number>();
  const mentioned = new Set<string>();

  function mention(type: Resolved): void {
    const key = keyOf(type);
    if (mentioned.has(key)) return;
    mentioned.add(key);
    if (type.kind === "array") visit(type.element);
    if (type.kind === "union" || type.kind === "intersection")
      type.members.forEach(mention);
    ranks.set(key, ranks.size);
    visitInside(type);
  }

  function visitInside(type: Resolved): void {
    if (type.kind === "object") visitBody(type);
    if (type.kind === "tuple")
      type.elements.forEach((element) => visit(element.type));
    if (type.kind === "record") visit(type.value);
    if (type.kind === "wrap" || type.kind === "select") visit(type.type);
  }

  function visit(type: Type): void {
    mention(resolve(type));
  }

  function visitBody({ properties, index }: Body): void {
    properties.forEach((property) => visit(property.type));
    if (index) visit(index.type);
  }

  for (const declaration of declarations) {
    if (declaration.kind === "alias")
      visit({ kind: "reference", name: declaration.name });
    if (declaration.kind !== "interface") continue;
    mention({ kind: "interface", declaration });
    declaration.extends.forEach(visit);
    visitBody(declaration);
  }

  const rank = (type: Resolved): number =>
    type.kind === "keyword" && type.name !== "Date"
      ? simpleTypes.indexOf(type.name) - simpleTypes.length
      : (ranks.get(keyOf(type)) ?? ranks.size);
  return (members) =>
    members
      .map((type) => ({ type, place: rank(type) }))
      .sort((a, b) => a.place - b.place)
      .map(({ type }) => type);
}

interface Body {
  properties: readonly Property[];
  index?: IndexSignature;
}
