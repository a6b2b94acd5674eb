import type { ProtocolTable } from "../../table/protocol-table.ts";
import { toError } from "../../wire/errors.ts";
import type { Schema } from "../../features/schema/schema.ts";
import { formParams } from "./form-params.ts";

/**
 * A schema that a form of the revision can show, for the questions of handlers.
 * Throws a TypeError for one that none can, which names the field.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Requested Schema}
 */
export function defineForm<Input, Output>(
  schema: Schema<Input, Output>,
  table: ProtocolTable,
): Schema<Input, Output> {
  const { requestedSchema } = shownParams(schema, "", table);
  const { jsonSchema, version, vendor } = schema["~standard"];
  return {
    formIssues: (content) => schema.formIssues?.(content) ?? [],
    "~standard": {
      version,
      vendor,
      validate: (value) => schema["~standard"].validate(value),
      jsonSchema: { ...jsonSchema, input: () => requestedSchema },
    },
  };
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
  schema: Schema,
  message: string | undefined,
  table: ProtocolTable,
): ReturnType<typeof formParams> {
  try {
    return formParams(schema, message, table);
  } catch (error) {
    if (error instanceof TypeError) throw error;
    const reason = toError(error).message;
    throw new TypeError(`no form can show this: ${reason}`, { cause: error });
  }
}
