import type {
  AliasDeclaration,
  EnumDeclaration,
  InterfaceDeclaration,
} from "./declaration.ts";
import type {
  ArrayType,
  KeywordType,
  LiteralType,
  ObjectType,
  RecordType,
  SelectType,
  TupleType,
  Type,
  WrapType,
} from "./type.ts";

/**
 * What a type expression stands for: aliases followed, unions flat and without
 * what another member already says, intersections of unions spread out.
 */
export type Resolved = (
  | KeywordType
  | LiteralType
  | ArrayType
  | TupleType
  | ObjectType
  | RecordType
  | WrapType
  | SelectType
  | { kind: "enum"; declaration: EnumDeclaration }
  | { kind: "interface"; declaration: InterfaceDeclaration }
  | { kind: "union"; members: Resolved[] }
  | { kind: "intersection"; members: Resolved[] }
) & {
  /** The alias that names the type. */
  alias?: AliasDeclaration;
};

/** Resolves a type expression. */
export type Resolve = (type: Type) => Resolved;

export interface ResolveOptions {
  /**
   * Whether `null` is a type of its own, and an alias with constraints more than
   * its type. TypeScript says neither without `strictNullChecks`.
   */
  strict: boolean;
}
