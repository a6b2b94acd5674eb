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

/** How a schema that does not give its JSON Schema itself is converted; any other needs nothing. */
export type FormOptions<Of> = [Of] extends [Schema]
  ? [options?: Partial<FormConverter>]
  : [options: FormConverter];

/** Makes the JSON Schema of a form. */
export interface FormConverter {
  /** `z.toJSONSchema` for zod before 4.2, as it is. */
  readonly toJSONSchema: ToJsonSchema;
}

/**
 * A schema that a form of the revision can show, for the questions of handlers.
 * Throws a TypeError for one that none can, which names the field, and for one
 * without a JSON Schema.
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
  // It checks as the schema does.
  return made as Schema<InputOf<Of>, OutputOf<Of>>;
}

/**
 * The params that ask for a form: those that are given, or those for a schema.
 * Throws a TypeError for a schema that no form can show.
 */
export function askedParams<Params extends object>(
  asked: Params | Schema,
  message: string | undefined,
  table: ProtocolTable,
): Params {
  if (!isSchema(asked)) return asked;
  const params: object = shownParams(asked, message, table);
  // They are what the revision has for a form.
  return params as Params;
}

function isSchema(asked: object): asked is Schema {
  return "~standard" in asked;
}

/** Libraries have errors of their own for what JSON Schema cannot say. */
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
 * What a schema has to be beside so that a form can show it: nothing, or else what
 * no schema is, which names the fields. `Value` is what a field can hold in the
 * revision.
 */
export type Shown<Of extends StandardSchema, Value> = [
  Unshown<InputOf<Of>, Value>,
] extends [never]
  ? unknown
  : NoForm<Unshown<InputOf<Of>, Value>>;

/** Fields that no form can show: one holds a text, a number, a boolean or, where the revision has it, texts. */
export interface NoForm<Fields> {
  /** The names of the fields. */
  readonly "no form can show": Fields;
}

/** The names of fields that hold anything else; what holds no fields is told as it is. */
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

/** Some libraries read lists that cannot be changed. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : never;
