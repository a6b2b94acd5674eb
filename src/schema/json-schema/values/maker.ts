import type { NormalSchema, SchemaDocument } from "../../model/json-schema.ts";
import type { Work } from "./pattern-text.ts";
import type { Random } from "./random.ts";

/** What the values of one document are made with. */
export interface Maker {
  readonly document: SchemaDocument;
  readonly random: Random;
  readonly work: Work;
  /** How many levels of values a schema needs at least; `Infinity` where no value ends. */
  heightOf(schema: NormalSchema): number;
  /** Whether a value fits all of these. */
  fits(value: unknown, all: readonly NormalSchema[]): boolean;
  /** A value within another that fits all of these. */
  make(all: readonly NormalSchema[], place: Spot): Made;
}

/** Where in the whole a value is made. */
export interface Spot {
  /** How many levels are above it. */
  readonly depth: number;
  /** The property that holds it, which may tell what is meant. */
  readonly name?: string | undefined;
}

/** What was made, if anything was: `undefined` is no value of JSON. */
export type Made = { readonly value: unknown } | undefined;

/** How much is made where less would do: fewer of what may be absent, the more often it failed. */
export interface Attempt {
  readonly place: Spot;
  /** 0 the first time. */
  readonly attempt: number;
}
