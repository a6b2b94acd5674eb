import type { JsonSchema, Scalar } from "../../json-schema/index.ts";

/**
 * What checks are printed from: a schema of the protocol, or a schema of others in
 * the form of `lower`.
 */
export interface GuardSchema extends Omit<
  JsonSchema,
  | "const"
  | "enum"
  | "anyOf"
  | "allOf"
  | "not"
  | "properties"
  | "additionalProperties"
  | "items"
  | "prefixItems"
  | "additionalItems"
> {
  const?: Listed;
  enum?: Listed[];
  anyOf?: GuardSchema[];
  allOf?: GuardSchema[];
  oneOf?: GuardSchema[];
  not?: GuardSchema;
  if?: GuardSchema;
  then?: GuardSchema;
  else?: GuardSchema;

  properties?: Record<string, GuardSchema>;
  patternProperties?: Record<string, GuardSchema>;
  additionalProperties?: GuardSchema | boolean;
  /** No property is there that neither of these names. */
  closed?: true;
  propertyNames?: GuardSchema;
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, GuardSchema>;
  unevaluatedProperties?: Unevaluated;

  /** A list only in the draft-07 form of tuples, of which the protocol has none. */
  items?: GuardSchema | GuardSchema[];
  prefixItems?: GuardSchema[];
  additionalItems?: GuardSchema;
  contains?: GuardSchema;
  minContains?: number;
  maxContains?: number;
  unevaluatedItems?: Unevaluated;
}

/** A value that `===` compares. */
export type Listed = Scalar | null;

/** What the properties or items are that nothing has spoken of. */
export interface Unevaluated {
  readonly schema: GuardSchema;
  /** The schemas that speak of a value; each stands behind those that lead to it. */
  readonly speakers: readonly Speaker[];
}

/** A schema that speaks of properties or items, if it is reached. */
export interface Speaker {
  /** How it is reached: by any of these; always, if there is none. */
  readonly ways: readonly Way[];
  /** Whether it speaks of all. */
  readonly all: boolean;
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  /** How many of the first items it speaks of. */
  readonly first: number;
  /** The items that it speaks of. */
  readonly contains?: GuardSchema;
}

/** A speaker leads to another, under a condition. */
export interface Way {
  /** The place of the speaker in the list. */
  readonly from: number;
  /** The value fits. */
  readonly fits?: GuardSchema;
  /** The value does not fit. */
  readonly fails?: GuardSchema;
  /** The value has a property of that name. */
  readonly has?: string;
}
