import type { Annotated, IndexSignature, Property, Type } from "./type.ts";

/** A top-level declaration of the schema, in source order. */
export type Declaration =
  | InterfaceDeclaration
  | AliasDeclaration
  | ConstantDeclaration
  | EnumDeclaration;

export interface InterfaceDeclaration extends Annotated {
  kind: "interface";
  name: string;
  /** The heritage clause, in source order; the first base wins. */
  extends: Type[];
  properties: Property[];
  index?: IndexSignature;
  position?: Position;
}

export interface AliasDeclaration extends Annotated {
  kind: "alias";
  name: string;
  type: Type;
  position?: Position;
}

export interface ConstantDeclaration extends Annotated {
  kind: "constant";
  name: string;
  value: ConstantValue;
  position?: Position;
}

/** What a constant of the schema can be. */
export type ConstantValue = string | number | boolean;

export interface EnumDeclaration extends Annotated {
  kind: "enum";
  name: string;
  members: EnumMember[];
  position?: Position;
}

export interface EnumMember extends Annotated {
  name: string;
  value: string | number;
}

/** A place in a source file. Lines and columns count from 1. */
export interface Position {
  file: string;
  line: number;
  column: number;
}
