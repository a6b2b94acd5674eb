import { createFlattener } from "../../model/flatten.ts";
import type {
  Declaration,
  IndexSignature,
  InterfaceDeclaration,
  RecordType,
  Type,
} from "../../model/index.ts";
import { createResolver } from "../../model/resolve.ts";
import { createScope } from "../../model/scope.ts";
import { typesOfDeclaration } from "../../model/walk.ts";
import type { ParseSession } from "../source/session.ts";
import { importedTypes } from "./imported.ts";

/**
 * Marks the index signatures beside an optional property, inherited ones as well. Without
 * `exactOptionalPropertyTypes`, such a property may be undefined to TypeScript, and the
 * index signature has to allow the same.
 */
export function openIndexes(session: ParseSession): void {
  const declarations = [...session.declarations.values()];
  const scope = createScope([...declarations, ...importedTypes(session)]);
  const flatten = createFlattener(createResolver(scope, { strict: true }));
  for (const declaration of declarations) {
    for (const type of typesOfDeclaration(declaration))
      if (type.kind === "object" && type.properties.some(isOptional))
        openType(type, scope.types);
    if (declaration.kind !== "interface") continue;
    const { properties, index } = flatten({ kind: "interface", declaration });
    if (index !== undefined && [...properties.values()].some(isOptional))
      openInterface(declaration, scope.types);
  }
}

function isOptional({ optional }: { optional?: true }): boolean {
  return optional === true;
}

type Declarations = ReadonlyMap<string, Declaration>;

function openInterface(
  declaration: InterfaceDeclaration,
  known: Declarations,
): void {
  openSignature(declaration.index);
  declaration.extends = declaration.extends.map((base) =>
    openType(base, known),
  );
}

/** Opens the index signature that a type has, and returns the type. */
function openType(type: Type, known: Declarations): Type {
  switch (type.kind) {
    case "object":
      openSignature(type.index);
      return type;
    case "record":
      return isOpenRecord(type)
        ? { kind: "wrap", name: "Partial", type }
        : type;
    case "intersection":
      return {
        ...type,
        members: type.members.map((member) => openType(member, known)),
      };
    case "wrap":
      // Its index signature is open already.
      if (type.name === "Partial") return type;
      return { ...type, type: openType(type.type, known) };
    case "select":
      return { ...type, type: openType(type.type, known) };
    case "reference": {
      const declaration = known.get(type.name);
      if (declaration?.kind === "interface") openInterface(declaration, known);
      if (declaration?.kind === "alias")
        declaration.type = openType(declaration.type, known);
      return type;
    }
    default:
      return type;
  }
}

function openSignature(index: IndexSignature | undefined): void {
  if (index !== undefined && !takesUndefined(index.type)) index.optional = true;
}

function isOpenRecord({ key, value }: RecordType): boolean {
  return (
    key.kind === "keyword" && key.name === "string" && !takesUndefined(value)
  );
}

function takesUndefined(type: Type): boolean {
  return (
    type.kind === "keyword" && (type.name === "unknown" || type.name === "any")
  );
}
