import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
} from "../../../protocol/errors.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";

/** What a request has to have on it is wrong, by whichever name. */
const refusals = [
  "HEADER_MISMATCH",
  "MISSING_REQUIRED_CLIENT_CAPABILITY",
  "UNSUPPORTED_PROTOCOL_VERSION",
];

/**
 * The status of an answer that is an error, where there is no handshake: of one
 * that is no fault of the request it is 200, as of any answer.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#server-validation | Server validation}
 */
export function statusOfError(
  { errorCodes }: ProtocolTable,
  code: number,
): 200 | 400 | 404 {
  switch (code) {
    case METHOD_NOT_FOUND:
      return 404;
    case PARSE_ERROR:
    case INVALID_REQUEST:
    case INVALID_PARAMS:
      return 400;
    default:
      return refusals.some((name) => errorCodes[name] === code) ? 400 : 200;
  }
}
