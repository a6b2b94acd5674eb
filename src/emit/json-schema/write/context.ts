import type { Flatten } from "../../../schema/model/flatten.ts";
import type { Annotated, Type } from "../../../schema/model/index.ts";
import type { Resolve } from "../../../schema/model/resolve.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";
import type { LoopOwner } from "../../../schema/model/loops.ts";
import type { Scope, TypeDeclaration } from "../../../schema/model/scope.ts";
import type { NameOf } from "../names/names.ts";
import type { Annotate } from "../prose/annotations.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { JsonSchema } from "../schema/schema.ts";

/** What the writers of the different kinds of types need of each other. */
export interface Context {
  corrected: boolean;
  dialect: Dialect;
  resolve: Resolve;
  flatten: Flatten;
  /** The members of a union in the order in which they are printed. */
  order(members: readonly Resolved[]): Resolved[];
  /** Whether a number that stands at the path may have a fraction. */
  isFraction(path: string): boolean;
  write(type: Resolved, place: SchemaPlace): JsonSchema;
  /** Writes the type of a property or of anything else that may name another type. */
  writeType(type: Type, place: SchemaPlace): JsonSchema;
}

/** Everything that the definitions of one protocol are written with. */
export interface WriterState extends Context {
  scope: Scope;
  annotate: Annotate;
  loopOwner: LoopOwner;
  nameOf: NameOf;
  definitions: Map<string, JsonSchema>;
  /** The names that something refers to. */
  referred: Set<string>;
  /** The names whose types are being written. */
  pending: Set<string>;
}

/** Where a type stands. */
export interface SchemaPlace {
  /** The declaration and the properties that lead here, joined by dots. */
  path: string;
  /** The property whose type it is, or the name of a union's member. */
  property?: Annotated;
  /** The declaration that a property names as its type. */
  via?: TypeDeclaration;
  /** Whether this is the definition itself, which is written out. */
  isDefinition?: true;
}
