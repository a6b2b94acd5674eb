import { toError } from "../../protocol/errors.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { CollectionHost } from "../feature.ts";
import { checkJsonSchema } from "./check-json-schema.ts";

/**
 * A Standard Schema: what checks a value. Where its JSON Schema is needed too it is
 * a `Schema`, or `toJSONSchema` beside it makes one.
 *
 * @see {@link https://standardschema.dev | Standard Schema}
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** What Standard Schema asks of a library. Programs use the library's own functions. */
  readonly "~standard": StandardProperties<Input, Output>;
  /** Tells what nobody checks, at the first time; schemas of libraries check all. */
  tellUnchecked?(owner: string, host: Pick<CollectionHost, "onError">): void;
  /** What else is wrong with what was filled into a form: schemas of libraries tell all. */
  formIssues?(content: unknown): readonly SchemaIssue[];
}

/**
 * A Standard Schema that can give its JSON Schema: those of zod from 4.2 on and of
 * arktype are, those of valibot through `toStandardJsonSchema` of
 * `@valibot/to-json-schema`, and a plain JSON Schema through `jsonSchema`.
 *
 * @see {@link https://standardschema.dev/json-schema | Standard JSON Schema}
 */
export interface Schema<Input = unknown, Output = Input> extends StandardSchema<
  Input,
  Output
> {
  /** What Standard Schema asks of a library. Programs use the library's own functions. */
  readonly "~standard": StandardProperties<Input, Output> & {
    /** The JSON Schema of what goes in, and of what comes out. */
    readonly jsonSchema: {
      /** The JSON Schema of what goes in. */
      readonly input: (options: Target) => JsonObject;
      /** The JSON Schema of what comes out. */
      readonly output: (options: Target) => JsonObject;
    };
  };
}

interface StandardProperties<Input, Output> {
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
}

/**
 * Makes the JSON Schema of a schema that does not give it itself: `z.toJSONSchema`
 * of zod before 4.2, as it is, or a function of yours.
 */
export type ToJsonSchema = (schema: never, options: ConvertOptions) => object;

/** What a converter is asked for, in the words of zod and of valibot. */
interface ConvertOptions extends Target {
  /** Which side is asked for, as zod says it. */
  readonly io: Direction;
  /** Which side is asked for, as valibot says it. */
  readonly typeMode: Direction;
}

/** What options have beside schemas of such a type: how they are converted, if they need it. */
export type ConverterOf<Of> = [Of] extends [Schema | undefined]
  ? unknown
  : {
      /**
       * Needed, because the schema does not give its JSON Schema itself:
       * `z.toJSONSchema` for zod before 4.2. A schema of valibot's needs none of it
       * in `toStandardJsonSchema` of `@valibot/to-json-schema`.
       */
      readonly toJSONSchema: ToJsonSchema;
    };

/** A value as its schema gives it back, or what is wrong with it. */
export type Checked<Value> =
  | {
      /** What the schema makes of it. */
      readonly value: Value;
      /** Nothing is wrong. */
      readonly issues?: undefined;
    }
  | Unfit;

interface Unfit {
  /** What is wrong. */
  readonly issues: readonly SchemaIssue[];
}

/** Whether a value does not fit. Without `strictNullChecks`, no compiler tells by `issues`. */
export function isUnfit(checked: Checked<unknown>): checked is Unfit {
  return Boolean(checked.issues);
}

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

type Direction = "input" | "output";

interface Target {
  /** The dialect that is asked for. */
  readonly target: "draft-2020-12";
}

/** What a value must be to pass a schema. */
export type InputOf<Of extends StandardSchema> = NonNullable<
  Of["~standard"]["types"]
>["input"];

/** What a schema makes of a value that passes. */
export type OutputOf<Of extends StandardSchema> = NonNullable<
  Of["~standard"]["types"]
>["output"];

/**
 * The JSON Schema of one direction: what `toJSONSchema` makes of it, else the schema's
 * own, also where `toJSONSchema` is for schemas of another library. Throws a TypeError
 * when there is neither, or it is not sound, and what `toJSONSchema` throws of zod's.
 */
export function readJsonSchema(
  schema: StandardSchema,
  io: Direction,
  toJSONSchema?: ToJsonSchema,
): JsonObject {
  // Callers may write JavaScript, or use a library that lacks these.
  const { jsonSchema: own, validate } = standardOf(schema);
  if (!validate) throw new TypeError(lackOf(schema));
  const target = "draft-2020-12";
  let json: unknown;
  try {
    json = toJSONSchema?.(schema as never, { target, io, typeMode: io });
  } catch (cause) {
    if (!own) throw failureOf(schema, cause);
  }
  json ??= own?.[io]({ target });
  if (json === undefined) throw new TypeError(lackOf(schema));
  checkJsonSchema(json);
  return json;
}

function standardOf(schema: unknown): Partial<Schema["~standard"]> {
  return Reflect.get(Object(schema), "~standard") ?? {};
}

/** True for a schema of a library, also of one without Standard Schema. Some are functions. */
export function isSchema(value: unknown): boolean {
  const known: object = Object(value);
  return "~standard" in known || "_def" in known;
}

const wrapped =
  "a schema of valibot, to be wrapped in toStandardJsonSchema of @valibot/to-json-schema";

/** What every schema of zod 4 has, and none of zod 3. */
const mark = "_zod";

/** What a converter says of what it does not know is only what it stumbled over. */
function failureOf(schema: StandardSchema, cause: unknown): unknown {
  const { vendor } = standardOf(schema);
  if (mark in schema) return cause;
  if (vendor === "zod") return new TypeError(lackOf(schema), { cause });
  const of = vendor === "valibot" ? wrapped : `a schema of ${vendor}`;
  const reason = toError(cause).message;
  return new TypeError(`toJSONSchema fails on ${of}: ${reason}`, { cause });
}

/** Why a schema has no JSON Schema, and what gives it one. */
function lackOf(schema: StandardSchema): string {
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
