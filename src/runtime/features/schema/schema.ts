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
  /** What Standard Schema asks of a library. Programs use the library's own functions. */
  readonly "~standard": {
    /** The version of Standard Schema. */
    readonly version: 1;
    /** The library that it is of. */
    readonly vendor: string;
    /** For the compiler alone: nothing is there when the program runs. */
    readonly types?:
      | {
          /** What goes in. */
          readonly input: Input;
          /** What comes out. */
          readonly output: Output;
        }
      | undefined;
    /** Checks a value, at once or later. */
    readonly validate: (
      value: unknown,
    ) => Checked<Output> | Promise<Checked<Output>>;
    /** The JSON Schema of what goes in, and of what comes out. */
    readonly jsonSchema: {
      /** The JSON Schema of what goes in. */
      readonly input: (options: Target) => JsonObject;
      /** The JSON Schema of what comes out. */
      readonly output: (options: Target) => JsonObject;
    };
  };
  /** Tells what nobody checks, at the first time; schemas of libraries check all. */
  tellUnchecked?(owner: string, host: Pick<CollectionHost, "onError">): void;
}

/** A value as its schema gives it back, or what is wrong with it. */
export type Checked<Value> =
  | {
      /** What the schema makes of it. */
      readonly value: Value;
      /** Nothing is wrong. */
      readonly issues?: undefined;
    }
  | {
      /** What is wrong with it, one or more. */
      readonly issues: readonly SchemaIssue[];
    };

/** Why a value does not fit a schema, as Standard Schema tells it. */
export interface SchemaIssue {
  /** What is wrong, for a person or a model. */
  readonly message: string;
  /** Where, from the outside in. */
  readonly path?:
    | readonly (
        | PropertyKey
        | {
            /** The name or the place of one step. */
            readonly key: PropertyKey;
          }
      )[]
    | undefined;
}

interface Target {
  /** The dialect that is asked for. */
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
