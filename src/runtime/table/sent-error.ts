import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  NotFoundError,
  PARSE_ERROR,
  ProtocolError,
} from "../wire/errors.ts";
import { isObject } from "../wire/message.ts";
import { entryOf, type ProtocolTable } from "./protocol-table.ts";

const standard: readonly number[] = [
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  INTERNAL_ERROR,
];

/**
 * An error as a revision has it: what is not there with its own code, and a code
 * that it keeps for itself, or does not know, as another. Message and data stay.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic#error-codes | Error Codes}
 */
export function sentError(
  error: unknown,
  table: ProtocolTable,
  method: string,
  params: unknown,
): unknown {
  if (!(error instanceof ProtocolError)) return error;
  if (error instanceof NotFoundError)
    return notFound(error, table, method, params);
  const code = codeIn(table, error.code);
  return code === error.code
    ? error
    : new ProtocolError(code, error.message, error.data);
}

function codeIn(
  { errorCodes, reservedCodes }: ProtocolTable,
  code: number,
): number {
  if (standard.includes(code) || Object.values(errorCodes).includes(code))
    return code;
  const range = reservedCodes?.find(
    ({ from, to }) => from <= code && code <= to,
  );
  return range?.as ?? code;
}

/** Resources that are not there may have a code of their own. */
function notFound(
  { message, data }: NotFoundError,
  { requests, errorCodes }: ProtocolTable,
  method: string,
  params: unknown,
): ProtocolError {
  const entry = entryOf(requests, method);
  if (entry?.capability?.path[0] !== "resources")
    return new ProtocolError(INVALID_PARAMS, message, data);
  const uri = isObject(params) ? params["uri"] : undefined;
  const code = errorCodes["RESOURCE_NOT_FOUND"] ?? INVALID_PARAMS;
  const told = data ?? (uri === undefined ? undefined : { uri });
  return new ProtocolError(code, message, told);
}
