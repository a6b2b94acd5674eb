import type { GuardSchema } from "./guard-schema.ts";
import type { Doc } from "../../print/layout.ts";
import type { Locals, Place } from "./places.ts";
import type { GuardDefinitions } from "./schemas.ts";

/** The properties whose values have left the members that a union has. */
export type Told = readonly string[];

/** What the checks of one module share. */
export interface GuardContext {
  readonly definitions: GuardDefinitions;
  /** The definitions that can contain themselves. */
  readonly recursive: ReadonlySet<string>;
  /** Whether a value is begun with: then what is found of it is kept, and its depth ends it all. */
  readonly remembers: boolean;
  /** True if null counts as absent in marked objects. False for schemas of users. */
  readonly allowsNulls: boolean;
  /** The definitions of which is kept what has been found of a value. */
  readonly remembered: ReadonlySet<string>;
  /** The name of the function that checks a definition. */
  checkNamed(definition: string): string;
  /** The constant that holds a compiled regular expression. */
  pattern(source: string): string;
  /** The constant that holds a long list of texts, to look them up. */
  valueSet(texts: readonly string[]): string;
  /**
   * The name of the function that checks a schema without a name. What is told
   * of a union's values has been looked at by the caller.
   */
  checkOf(schema: GuardSchema, wish: string, told?: Told): string;
}

/** What the statements of one check share. */
export interface CheckScope {
  readonly context: GuardContext;
  readonly locals: Locals;
  /** The name of the check, after which checks inside it are named. */
  readonly name: string;
  /** Whether the check is told how deep its value lies. */
  readonly countsDepth: boolean;
  readonly told: Told;
}

/** Prints the statements that return from a check when a value does not fit. */
export type Statements = (
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
) => Doc[];
