/** The keywords that are printed. No other comes out of the emitter. */
export interface JsonSchema {
  $ref?: string;
  description?: string;
  title?: string;
  examples?: unknown;
  default?: unknown;

  type?: string | string[];
  const?: Scalar;
  enum?: Scalar[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;

  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  minProperties?: number;
  maxProperties?: number;

  /** A list only in the draft-07 form of tuples. */
  items?: JsonSchema | JsonSchema[];
  prefixItems?: JsonSchema[];
  /** Only in the draft-07 form of tuples. */
  additionalItems?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;

  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** An annotation: nothing here asserts formats. */
  format?: string;
}

export type Scalar = string | number | boolean;

/** `corrected` accepts what the schema.ts means; `official` is the published file. */
export type Flavor = "corrected" | "official";

export interface SchemaOptions {
  flavor: Flavor;
  /** Whether descriptions are printed. */
  docs: boolean;
}
