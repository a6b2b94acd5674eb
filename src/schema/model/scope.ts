import type {
  AliasDeclaration,
  ConstantDeclaration,
  Declaration,
  EnumDeclaration,
  InterfaceDeclaration,
} from "./declaration.ts";
import type { ConstantType, EnumMemberType } from "./type.ts";

export type TypeDeclaration =
  InterfaceDeclaration | AliasDeclaration | EnumDeclaration;

/** The declarations by name. A type and a constant may share a name. */
export interface Scope {
  types: ReadonlyMap<string, TypeDeclaration>;
  constants: ReadonlyMap<string, ConstantDeclaration>;
}

export function createScope(declarations: readonly Declaration[]): Scope {
  const types = new Map<string, TypeDeclaration>();
  const constants = new Map<string, ConstantDeclaration>();
  for (const declaration of declarations) {
    if (declaration.kind === "constant")
      constants.set(declaration.name, declaration);
    else types.set(declaration.name, declaration);
  }
  return { types, constants };
}

/** @throws {ReferenceError} when no type has that name, which parsing rules out. */
export function typeNamed(scope: Scope, name: string): TypeDeclaration {
  const declaration = scope.types.get(name);
  if (declaration === undefined)
    throw new ReferenceError(`no type is named "${name}"`);
  return declaration;
}

/**
 * The value of `typeof NAME` or `Enum.Member`.
 * @throws {ReferenceError} when there is none, which parsing rules out.
 */
export function valueOf(
  scope: Scope,
  type: ConstantType | EnumMemberType,
): string | number | boolean {
  const value =
    type.kind === "constant"
      ? scope.constants.get(type.name)?.value
      : enumMember(scope, type)?.value;
  if (value !== undefined) return value;
  const name =
    type.kind === "constant" ? type.name : `${type.enum}.${type.member}`;
  throw new ReferenceError(`no value is named "${name}"`);
}

function enumMember(scope: Scope, type: EnumMemberType) {
  const declaration = scope.types.get(type.enum);
  if (declaration?.kind !== "enum") return undefined;
  return declaration.members.find(({ name }) => name === type.member);
}
