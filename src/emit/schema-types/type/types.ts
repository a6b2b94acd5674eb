import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import type {
  Annotated,
  KeywordType,
  Type,
} from "../../../schema/model/index.ts";

/** What the types of one schema are made with. */
export interface Maker {
  /** The type of the values that fit all schemas. */
  typeOf(schemas: readonly NormalSchema[], place: TypePlace): Type;
  /** The name of a definition's type. */
  nameOf(definition: string): string;
  /** Notes that a place is `unknown` although its schema bounds it, and why. */
  note(place: TypePlace, reason: string): Type;
  /** What schemas say of a value in prose, and in words that no type has. */
  annotationsOf(schemas: readonly NormalSchema[]): Annotated;
}

/** Where a type stands. */
export interface TypePlace {
  /** Names of properties and indexes; `*` stands for any of them. */
  readonly path: readonly (string | number)[];
  /** How many types it stands in that have no name. */
  readonly depth: number;
}

export function below(place: TypePlace, step: string | number): TypePlace {
  return { path: [...place.path, step], depth: place.depth + 1 };
}

export function keyword(name: KeywordType["name"]): Type {
  return { kind: "keyword", name };
}

/** What is printed as it stands. */
export function verbatim(name: string): Type {
  return { kind: "reference", name };
}

export function isKeyword(type: Type, name: KeywordType["name"]): boolean {
  return type.kind === "keyword" && type.name === name;
}
