import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  NotFoundError,
  PARSE_ERROR,
  ProtocolError,
} from "../errors.ts";
import { isObject } from "../message.ts";
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
  { requests, errorCodes, reservedCodes = [] }: ProtocolTable,
  method: string,
  params: unknown,
): unknown {
  if (!(error instanceof ProtocolError)) return error;
  let { code, data } = error;
  if (error instanceof NotFoundError) {
    // Only resources that are not there may have a code of their own.
    if (entryOf(requests, method)?.capability?.path[0] === "resources") {
      code = errorCodes["RESOURCE_NOT_FOUND"] ?? code;
      data ??= isObject(params) ? { uri: params["uri"] } : undefined;
    }
  } else if (![...standard, ...Object.values(errorCodes)].includes(code))
    code =
      reservedCodes.find(([from, to]) => from <= code && code <= to)?.[2] ??
      code;
  return code === error.code && data === error.data
    ? error
    : new ProtocolError(code, error.message, data);
}
