import type { JsonObject } from "../../../wire/message.ts";

/**
 * What is needed of an `Ajv`, an `Ajv2019` or an `Ajv2020`; with `allErrors` a
 * model hears all at once. Without `getKeyword` it is taken for one of 2020-12.
 */
export interface AjvLike {
  compile(schema: JsonObject): AjvCheck;
  /** Whether it knows a keyword: `false` where it does not. */
  getKeyword?(name: string): unknown;
  /** Forgets a schema, which would be kept as long as the ajv otherwise. */
  removeSchema?(schema: JsonObject): unknown;
  /** The formats that it knows, by name. */
  readonly formats?: object;
  readonly opts?: { readonly validateFormats?: boolean | undefined };
}

/** A compiled schema of ajv's, as far as it is needed here. */
export interface AjvCheck {
  (value: unknown): unknown;
  errors?: readonly AjvError[] | null;
}

/** What ajv says of a value that does not fit. */
export interface AjvError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: object;
}
