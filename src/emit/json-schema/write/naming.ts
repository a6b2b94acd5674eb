import type { Annotated } from "../../../schema/model/index.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";
import type { TypeDeclaration } from "../../../schema/model/scope.ts";
import type { SchemaPlace } from "./context.ts";

/** The declaration that gives a type its name. */
function declarationOf(type: Resolved): TypeDeclaration | undefined {
  return type.kind === "interface" || type.kind === "enum"
    ? type.declaration
    : type.alias;
}

/** What describes a type wherever it stands; a simple type keeps only the constraints. */
export function describing(
  type: Resolved,
  corrected: boolean,
): Annotated | undefined {
  // In a published file, an alias lends such a type no name, and so no description.
  if (type.kind === "wrap" && !corrected) return undefined;
  const declaration = declarationOf(type);
  const isSimple = type.kind === "keyword" || type.kind === "literal";
  if (!isSimple || declaration?.constraints === undefined) return declaration;
  return { constraints: declaration.constraints };
}

/** Types that are always referred to by name, if they have one. */
export function isShared({ kind }: Resolved): boolean {
  return kind !== "object" && kind !== "array" && kind !== "tuple";
}

/** Where the numbers inside a type stand: a name of its own starts a path of its own. */
export function pathOf(type: Resolved, { path }: SchemaPlace): string {
  return declarationOf(type)?.name ?? path;
}

export function saysNullable(type: Resolved, place: SchemaPlace): boolean {
  return [place.property, place.via, declarationOf(type)].some(
    (annotated) => annotated?.constraints?.nullable,
  );
}

/**
 * An alias describes its own definition, but not the named type that it is another name of.
 * In a published file, it does describe what `Record`, `Partial` and the like make, while an
 * alias of `boolean` describes nothing.
 */
export function definitionPlace(
  declaration: TypeDeclaration,
  type: Resolved,
  corrected: boolean,
): SchemaPlace {
  const place: SchemaPlace = { path: declaration.name, isDefinition: true };
  if (!corrected && isBooleanAlias(declaration)) return place;
  if (!corrected && isMapped(type)) return { ...place, property: declaration };
  const named = declarationOf(type) ?? declaration;
  return named === declaration ? { ...place, via: declaration } : place;
}

function isBooleanAlias(declaration: TypeDeclaration): boolean {
  if (declaration.kind !== "alias") return false;
  const { type } = declaration;
  return type.kind === "keyword" && type.name === "boolean";
}

/** The types that TypeScript's own library computes. */
function isMapped({ kind }: Resolved): boolean {
  return kind === "record" || kind === "wrap" || kind === "select";
}
