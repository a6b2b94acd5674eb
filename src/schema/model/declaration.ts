import type { Annotated, IndexSignature, Property, Type } from "./type.ts";

/** A top-level declaration of the schema, in source order. */
export type Declaration =
  | InterfaceDeclaration
  | AliasDeclaration
  | ConstantDeclaration
  | EnumDeclaration;

/** An interface of the schema. */
export interface InterfaceDeclaration extends Annotated {
  /** Tells it from other declarations. */
  kind: "interface";
  /** Its name, as the schema has it. */
  name: string;
  /** The heritage clause, in source order; the first base wins. */
  extends: Type[];
  /** Its own properties, without those of its bases. */
  properties: Property[];
  /** What other properties may be, where there may be any. */
  index?: IndexSignature;
  /** Where it stands. */
  position?: Position;
}

/** A type of the schema with a name. */
export interface AliasDeclaration extends Annotated {
  /** Tells it from other declarations. */
  kind: "alias";
  /** Its name, as the schema has it. */
  name: string;
  /** What the name stands for. */
  type: Type;
  /** Where it stands. */
  position?: Position;
}

/** A constant of the schema. */
export interface ConstantDeclaration extends Annotated {
  /** Tells it from other declarations. */
  kind: "constant";
  /** Its name, as the schema has it. */
  name: string;
  /** Its value. */
  value: ConstantValue;
  /** Where it stands. */
  position?: Position;
}

/** What a constant of the schema can be. */
export type ConstantValue = string | number | boolean;

/** An enum of the schema. */
export interface EnumDeclaration extends Annotated {
  /** Tells it from other declarations. */
  kind: "enum";
  /** Its name, as the schema has it. */
  name: string;
  /** Its members, in source order. */
  members: EnumMember[];
  /** Where it stands. */
  position?: Position;
}

/** A member of an enum. */
export interface EnumMember extends Annotated {
  /** Its name, as the schema has it. */
  name: string;
  /** Its value. */
  value: string | number;
}

/** A place in a source file. Lines and columns count from 1. */
export interface Position {
  /** The file, as it was given. */
  file: string;
  /** Counts from 1. */
  line: number;
  /** Counts from 1. */
  column: number;
}
