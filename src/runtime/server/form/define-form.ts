import {
  type InputOf,
  type OutputOf,
  type Schema,
  type StandardSchema,
  type ToJsonSchema,
  readJsonSchema,
} from "../../features/schema/schema.ts";
import { toError } from "../../protocol/errors.ts";
import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import { formParams } from "./form.ts";

/** Options of a form. A schema without its own JSON Schema requires `toJSONSchema`. */
export type FormOptions<Of> = [Of] extends [Schema]
  ? [options?: Partial<FormConverter>]
  : [options: FormConverter];

/** Options that convert a schema to JSON Schema. */
export interface FormConverter {
  /** Function that converts the schema: `z.toJSONSchema` for zod before 4.2. */
  readonly toJSONSchema: ToJsonSchema;
}

/**
 * Returns a schema for questions in handlers, checked against the forms of the revision.
 * Throws a TypeError that names the field if no form can show it, and for a schema without
 * a JSON Schema.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function defineForm<Of extends StandardSchema>(
  schema: Of,
  table: ProtocolTable,
  { toJSONSchema }: Partial<FormConverter> = {},
): Schema<InputOf<Of>, OutputOf<Of>> {
  const params = shownParams(schema, "", table, toJSONSchema);
  const form = (): typeof params.requestedSchema => params.requestedSchema;
  const { version, vendor } = schema["~standard"];
  const made: Schema = {
    formIssues: (content) => schema.formIssues?.(content) ?? [],
    "~standard": {
      version,
      vendor,
      validate: (value) => schema["~standard"].validate(value),
      jsonSchema: { input: form, output: form },
    },
  };
  // It validates exactly as the schema does.
  return made as Schema<InputOf<Of>, OutputOf<Of>>;
}

/**
 * Returns the params of a form: the given params, or params for a schema. Throws a
 * TypeError for a schema that no form can show.
 */
export function toFormParams<Params extends object>(
  asked: Params | Schema,
  message: string | undefined,
  table: ProtocolTable,
): Params {
  if (!isSchema(asked)) return asked;
  const params: object = shownParams(asked, message, table);
  // The result has the type of the revision's form params.
  return params as Params;
}

function isSchema(asked: object): asked is Schema {
  return "~standard" in asked;
}

/**
 * Returns the params for a schema. Libraries throw their own errors for schemas without a
 * JSON Schema form.
 */
function shownParams(
  schema: StandardSchema,
  message: string | undefined,
  table: ProtocolTable,
  toJSONSchema?: ToJsonSchema,
): ReturnType<typeof formParams> {
  try {
    const json = readJsonSchema(schema, "input", toJSONSchema);
    return formParams(json, message, table);
  } catch (error) {
    if (error instanceof TypeError) throw error;
    const reason = toError(error).message;
    throw new TypeError(`no form can show this: ${reason}`, { cause: error });
  }
}

/**
 * Constraint for schemas of forms: no constraint if a form can show the schema, and
 * otherwise a type that no schema has, which names the fields. `Value` is the type of a
 * field's value in the revision.
 */
export type FormCompatible<Of extends StandardSchema, Value> = [
  Unshown<InputOf<Of>, Value>,
] extends [never]
  ? unknown
  : NoForm<Unshown<InputOf<Of>, Value>>;

/**
 * Fields that no form can show. A field is a string, a number, a boolean or, if the
 * revision supports it, a list of strings.
 */
export interface NoForm<Fields> {
  /** Names of the fields. */
  readonly "no form can show": Fields;
}

/** Names of the fields with other types; the type itself if it has no fields. */
type Unshown<Input, Value> = unknown extends Input
  ? never
  : Input extends object
    ? {
        [Name in keyof Input]-?: Refused<Name, Input[Name], Value>;
      }[keyof Input]
    : Input;

type Refused<Name, Held, Value> = unknown extends Held
  ? never
  : [Exclude<Held, null | undefined>] extends [Value | Frozen<Value>]
    ? never
    : Name;

/** Readonly form of a list type, which some libraries infer. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : never;
