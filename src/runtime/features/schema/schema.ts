import { toError } from "../../protocol/errors.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { CollectionHost } from "../feature.ts";
import { checkJsonSchema } from "./check-json-schema.ts";

/**
 * Standard Schema: validates a value. Where the JSON Schema is required, use a `Schema`, or
 * pass `toJSONSchema`.
 *
 * @see {@link https://standardschema.dev | Standard Schema}
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** Standard Schema interface. Programs use the functions of the library instead. */
  readonly "~standard": StandardProperties<Input, Output>;
  /** Reports the parts that are not checked, once. Schemas of libraries check everything. */
  tellUnchecked?(owner: string, host: Pick<CollectionHost, "onError">): void;
  /**
   * Returns issues of a form's content that `validate` does not report. Schemas of
   * libraries report all.
   */
  formIssues?(content: unknown): readonly SchemaIssue[];
}

/**
 * Standard Schema with a JSON Schema: schemas of zod since 4.2 and of arktype, schemas of
 * valibot wrapped in `toStandardJsonSchema` of `@valibot/to-json-schema`, and plain JSON
 * Schemas wrapped in `jsonSchema`.
 *
 * @see {@link https://standardschema.dev/json-schema | Standard JSON Schema}
 */
export interface Schema<Input = unknown, Output = Input> extends StandardSchema<
  Input,
  Output
> {
  /** Standard Schema interface. Programs use the functions of the library instead. */
  readonly "~standard": StandardProperties<Input, Output> & {
    /** Functions that return the JSON Schema of the input and of the output. */
    readonly jsonSchema: {
      /** Returns the JSON Schema of the input. */
      readonly input: (options: Target) => JsonObject;
      /** Returns the JSON Schema of the output. */
      readonly output: (options: Target) => JsonObject;
    };
  };
}

interface StandardProperties<Input, Output> {
  /** Version of Standard Schema. */
  readonly version: 1;
  /** Name of the library. */
  readonly vendor: string;
  /** Types for the compiler; undefined at run time. */
  readonly types?:
    | {
        /** Input type. */
        readonly input: Input;
        /** Output type. */
        readonly output: Output;
      }
    | undefined;
  /** Validates a value, synchronously or not. */
  readonly validate: (
    value: unknown,
  ) => Checked<Output> | Promise<Checked<Output>>;
}

/**
 * Function that converts a schema to JSON Schema: `z.toJSONSchema` of zod before 4.2, or
 * your own.
 */
export type ToJsonSchema = (schema: never, options: ConvertOptions) => object;

/** Options of a converter, with the names of zod and of valibot. */
interface ConvertOptions extends Target {
  /** Direction, as zod names it. */
  readonly io: Direction;
  /** Direction, as valibot names it. */
  readonly typeMode: Direction;
}

/** Converter option, required for schemas without their own JSON Schema. */
export type ConverterOf<Of> = [Of] extends [Schema | undefined]
  ? unknown
  : {
      /**
       * Required because the schema has no JSON Schema of its own: `z.toJSONSchema` for zod
       * before 4.2. Schemas of valibot can be wrapped in `toStandardJsonSchema` of
       * `@valibot/to-json-schema` instead.
       */
      readonly toJSONSchema: ToJsonSchema;
    };

/** Result of a validation: the output, or the issues. */
export type Checked<Value> =
  | {
      /** Output of the schema. */
      readonly value: Value;
      /** Absent for a valid value. */
      readonly issues?: undefined;
    }
  | Unfit;

interface Unfit {
  /** Issues of the value. */
  readonly issues: readonly SchemaIssue[];
}

/**
 * True for an invalid value. Without `strictNullChecks`, checking `issues` does not narrow
 * the type.
 */
export function isUnfit(checked: Checked<unknown>): checked is Unfit {
  return Boolean(checked.issues);
}

/** Issue of a value, as Standard Schema defines it. */
export interface SchemaIssue {
  /** Description for a person or a model. */
  readonly message: string;
  /** Path to the invalid part, starting at the root. */
  readonly path?:
    | readonly (
        | PropertyKey
        | {
            /** Name or index of one step. */
            readonly key: PropertyKey;
          }
      )[]
    | undefined;
}

type Direction = "input" | "output";

interface Target {
  /** Requested dialect. */
  readonly target: "draft-2020-12";
}

/** Input type of a schema. */
export type InputOf<Of extends StandardSchema> = NonNullable<
  Of["~standard"]["types"]
>["input"];

/** Output type of a schema. */
export type OutputOf<Of extends StandardSchema> = NonNullable<
  Of["~standard"]["types"]
>["output"];

/**
 * Returns the JSON Schema of one direction: the result of `toJSONSchema`, or the schema's
 * own, also if `toJSONSchema` belongs to another library. Throws a TypeError if neither
 * exists or it is invalid, and the error of `toJSONSchema` for a schema of zod.
 */
export function readJsonSchema(
  schema: StandardSchema,
  io: Direction,
  toJSONSchema?: ToJsonSchema,
): JsonObject {
  // Callers may write JavaScript, or use a library without these members.
  const { jsonSchema: own, validate } = standardOf(schema);
  if (!validate) throw new TypeError(missingSchemaText(schema));
  const target = "draft-2020-12";
  let json: unknown;
  try {
    json = toJSONSchema?.(schema as never, { target, io, typeMode: io });
  } catch (cause) {
    if (!own) throw conversionError(schema, cause);
  }
  json ??= own?.[io]({ target });
  if (json === undefined) throw new TypeError(missingSchemaText(schema));
  checkJsonSchema(json);
  return json;
}

function standardOf(schema: unknown): Partial<Schema["~standard"]> {
  return Reflect.get(Object(schema), "~standard") ?? {};
}

/** True for a schema of a library, also without Standard Schema. Some schemas are functions. */
export function isSchema(value: unknown): boolean {
  const known: object = Object(value);
  return "~standard" in known || "_def" in known;
}

const wrapped =
  "a schema of valibot, to be wrapped in toStandardJsonSchema of @valibot/to-json-schema";

/** Key that identifies schemas of zod 4. */
const mark = "_zod";

/**
 * Returns the error for a failed conversion. A converter for another library fails with an
 * unrelated error.
 */
function conversionError(schema: StandardSchema, cause: unknown): unknown {
  const { vendor } = standardOf(schema);
  if (mark in schema) return cause;
  if (vendor === "zod")
    return new TypeError(missingSchemaText(schema), { cause });
  const of = vendor === "valibot" ? wrapped : `a schema of ${vendor}`;
  const reason = toError(cause).message;
  return new TypeError(`toJSONSchema fails on ${of}: ${reason}`, { cause });
}

/** Explains why a schema has no JSON Schema, and what to do. */
function missingSchemaText(schema: StandardSchema): string {
  const field = Object.values(Object(schema)).find(isSchema);
  if (field !== undefined && !isSchema(schema)) {
    const letter = standardOf(field).vendor === "valibot" ? "v" : "z";
    return `it is a plain object of schemas: wrap it in ${letter}.object(…)`;
  }
  if (isObject(schema) && Object.keys(schema).length === 0)
    return "it is an empty object: leave it out if there are no arguments";
  const { vendor, jsonSchema } = standardOf(schema);
  if (vendor === "valibot") return `it is ${wrapped}`;
  if (vendor !== "zod" || jsonSchema)
    return "it is no Standard Schema that gives its JSON Schema (see jsonSchema() for a plain one)";
  const where = mark in schema ? "" : ', and a schema of "zod/v4" in zod 3';
  return `zod before 4.2 needs the option toJSONSchema: z.toJSONSchema${where}`;
}
