/**
 * A JSON Schema in its normal form, which whatever compiles, prints or compares one reads:
 * the words of 2020-12, whichever dialect it was written in. `true` is `{}`, `false` is
 * `{ not: {} }`, and a reference leads to one of the document's definitions.
 */
export interface NormalSchema extends SchemaAnnotations {
  /** `#/$defs/<name>`, the name percent-encoded. What stands beside it holds, too. */
  $ref?: string;

  /** The JSON types that a value may have; `integer` is a number without a fraction. */
  type?: SchemaType | SchemaType[];
  /** The one value. */
  const?: unknown;
  /** The only values. */
  enum?: unknown[];

  /** All of them hold. */
  allOf?: NormalSchema[];
  /** At least one holds. */
  anyOf?: NormalSchema[];
  /** Exactly one holds. */
  oneOf?: NormalSchema[];
  /** It does not hold. */
  not?: NormalSchema;
  /** Decides between `then` and `else`. */
  if?: NormalSchema;
  /** Holds where `if` does. */
  then?: NormalSchema;
  /** Holds where `if` does not. */
  else?: NormalSchema;

  /** What properties are, by name. */
  properties?: Record<string, NormalSchema>;
  /** What properties are whose names match. */
  patternProperties?: Record<string, NormalSchema>;
  /** What the properties are that neither of these speaks of. */
  additionalProperties?: NormalSchema;
  /** What the properties are that nothing has spoken of. */
  unevaluatedProperties?: NormalSchema;
  /** What each name is. */
  propertyNames?: NormalSchema;
  /** The properties that are there. */
  required?: string[];
  /** The properties that are there where another is. */
  dependentRequired?: Record<string, string[]>;
  /** What the whole object is where a property is there. */
  dependentSchemas?: Record<string, NormalSchema>;
  /** The fewest properties. */
  minProperties?: number;
  /** The most properties. */
  maxProperties?: number;

  /** What the first items are, by place. */
  prefixItems?: NormalSchema[];
  /** What the items are that follow these. */
  items?: NormalSchema;
  /** What the items are that nothing has spoken of. */
  unevaluatedItems?: NormalSchema;
  /** What some items are. */
  contains?: NormalSchema;
  /** How many of these there are at least: 1 where it is absent. */
  minContains?: number;
  /** How many of these there are at most. */
  maxContains?: number;
  /** The fewest items. */
  minItems?: number;
  /** The most items. */
  maxItems?: number;
  /** Whether no two items are equal. */
  uniqueItems?: boolean;

  /** The least number. */
  minimum?: number;
  /** The greatest number. */
  maximum?: number;
  /** What a number is above. */
  exclusiveMinimum?: number;
  /** What a number is below. */
  exclusiveMaximum?: number;
  /** What a number is a multiple of. */
  multipleOf?: number;

  /** The fewest characters of a text. */
  minLength?: number;
  /** The most characters of a text. */
  maxLength?: number;
  /** What a part of a text matches; only patterns that take linear time are here. */
  pattern?: string;
}

/** What a schema says to people and programs without checking it. */
export interface SchemaAnnotations {
  /** A short name, which names nothing in code. */
  title?: string;
  /** What it is for. */
  description?: string;
  /** The value that is meant where there is none. */
  default?: unknown;
  /** Values that show what is meant. */
  examples?: unknown[];
  /** Whether it is on its way out. */
  deprecated?: boolean;
  /** What a text is, such as `date-time`: nothing checks it. */
  format?: string;
}

/** A type of JSON values. */
export type SchemaType =
  "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** A schema that stands for itself: what it refers to is in it. */
export interface SchemaDocument {
  /** What values have to fit. */
  readonly root: NormalSchema;
  /** What references lead to, by name. */
  readonly definitions: ReadonlyMap<string, NormalSchema>;
  /** What the schema asks for, and nothing checks. */
  readonly unchecked: readonly Unchecked[];
}

/** A part of a schema that nothing checks. */
export interface Unchecked {
  /** The keys and indexes that lead to it in the schema as it was written. */
  readonly path: readonly (string | number)[];
  /** What is not checked, in the words of the schema: `pattern "(a+)+$"`. */
  readonly part: string;
  /** Why not. */
  readonly reason: string;
}

/** A schema that becomes a type and a guard of a module. */
export interface NamedSchema {
  /** The name of its type, which no other of the module has. */
  readonly name: string;
  /** What values have to fit. */
  readonly document: SchemaDocument;
}
