import type { JsonObject } from "../../wire/message.ts";
import type { CollectionHost } from "../feature.ts";
import { checkJsonSchema } from "./check-json-schema.ts";

/**
 * A Standard Schema that can give its JSON Schema: those of zod and arktype are,
 * those of valibot through `toStandardJsonSchema` of `@valibot/to-json-schema`,
 * and a plain JSON Schema through `jsonSchema`.
 *
 * @see {@link https://standardschema.dev/json-schema | Standard JSON Schema}
 */
export interface Schema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?:
      { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (
      value: unknown,
    ) => Checked<Output> | Promise<Checked<Output>>;
    readonly jsonSchema: {
      readonly input: (options: Target) => JsonObject;
      readonly output: (options: Target) => JsonObject;
    };
  };
  /** Tells what nobody checks, at the first time; schemas of libraries check all. */
  tellUnchecked?(owner: string, host: Pick<CollectionHost, "onError">): void;
  /** What else is wrong with what was filled into a form: schemas of libraries tell all. */
  formIssues?(content: unknown): readonly SchemaIssue[];
}

/** A value as its schema gives it back, or what is wrong with it. */
export type Checked<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** Why a value does not fit a schema, as Standard Schema tells it. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?:
    readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

interface Target {
  readonly target: "draft-2020-12";
}

/** What a value must be to pass a schema. */
export type InputOf<Of extends Schema> = NonNullable<
  Of["~standard"]["types"]
>["input"];

/** What a schema makes of a value that passes. */
export type OutputOf<Of extends Schema> = NonNullable<
  Of["~standard"]["types"]
>["output"];

/** The JSON Schema of one direction. Throws a TypeError when it is not sound. */
export function readJsonSchema(
  schema: Schema,
  direction: "input" | "output",
): JsonObject {
  // Callers may write JavaScript, or use a library that lacks these.
  const standard: Partial<Schema["~standard"]> | undefined =
    schema["~standard"];
  if (!standard?.jsonSchema || !standard.validate) {
    throw new TypeError(
      "it is no Standard Schema that gives its JSON Schema (see jsonSchema() for a plain one)",
    );
  }
  const json = standard.jsonSchema[direction]({ target: "draft-2020-12" });
  checkJsonSchema(json);
  return json;
}
