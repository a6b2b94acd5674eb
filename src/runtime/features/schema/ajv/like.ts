import type { JsonObject } from "../../../protocol/message.ts";

/**
 * What is needed of an `Ajv`, an `Ajv2019` or an `Ajv2020`; with `allErrors` a
 * model hears all at once. Without `getKeyword` it is taken for one of 2020-12.
 */
export interface AjvLike {
  /** Makes a function that checks values against a schema. */
  compile(schema: JsonObject): AjvCheck;
  /** Whether it knows a keyword: `false` where it does not. */
  getKeyword?(name: string): unknown;
  /** Forgets a schema, which would be kept as long as the ajv otherwise. */
  removeSchema?(schema: JsonObject): unknown;
  /** The formats that it knows, by name. */
  readonly formats?: object;
  /** What it was made with. */
  readonly opts?: {
    /** Whether formats are checked. */
    readonly validateFormats?: boolean | undefined;
  };
}

/** A compiled schema of ajv's, as far as it is needed here. */
export interface AjvCheck {
  (value: unknown): unknown;
  /** What was wrong the last time. */
  errors?: readonly AjvError[] | null;
}

/** What ajv says of a value that does not fit. */
export interface AjvError {
  /** Where, as a JSON pointer. */
  readonly instancePath: string;
  /** What is wrong there. */
  readonly message?: string;
  /** What the rule wanted. */
  readonly params?: object;
}
