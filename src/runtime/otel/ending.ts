import type { Attributes } from "@opentelemetry/api";
import type { CallOutcome, InterceptedCall } from "../peer/interceptor.ts";
import {
  CancelledError,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  ProtocolError,
  TimeoutError,
  toErrorObject,
} from "../protocol/errors.ts";

/** Result of a request for spans and metrics. */
export interface Ended {
  /** Code of the error that was sent. */
  readonly code?: number;
  /** Type of the error; absent on success. */
  readonly type?: string;
  /** Message of the error that was sent. */
  readonly message?: string;
}

/** Error code for an unknown resource in the protocol versions that have it. */
const resourceNotFound = -32002;

/** Error codes for mistakes of the client, which are not errors of the server. */
const mistakes: readonly number[] = [
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  resourceNotFound,
];

/** Returns true for the error code of a request that reached no handler. */
export function isMistake(code: number | undefined): boolean {
  return code !== undefined && mistakes.includes(code);
}

/** Returns the result of a request. Mistakes of the client are errors only for the client. */
export function endingOf(
  { direction, method }: InterceptedCall,
  outcome: CallOutcome,
): Ended {
  switch (outcome.kind) {
    case "result":
      return method === "tools/call" && outcome.result["isError"] === true
        ? { type: "tool_error" }
        : {};
    case "cancelled":
      return { type: "cancelled" };
    case "error": {
      const { error } = outcome;
      if (direction === "outgoing" && !(error instanceof ProtocolError))
        return { type: typeOf(error) };
      const { code, message } = toErrorObject(error);
      return direction === "incoming" && isMistake(code)
        ? { code }
        : { code, type: String(code), message };
    }
    default:
      return outcome satisfies never;
  }
}

/** Returns the attributes that spans and metrics share. */
export function endingAttributes({ code, type }: Ended): Attributes {
  return {
    ...(code !== undefined && { "rpc.response.status_code": String(code) }),
    ...(type !== undefined && { "error.type": type }),
  };
}

function typeOf(error: Error): string {
  if (error instanceof TimeoutError) return "timeout";
  return error instanceof CancelledError ? "cancelled" : error.name;
}
