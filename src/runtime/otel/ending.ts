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

/** How a request ended, as it is told. */
export interface Ended {
  /** The code of the error that was sent. */
  readonly code?: number;
  /** Which error it was; absent where it was none. */
  readonly type?: string;
  /** What the error that was sent says. */
  readonly message?: string;
}

/** Of revisions that have it: there is no such resource. */
const resourceNotFound = -32002;

/** Errors that tell a client that it asked for what there is not: no fault of the server's. */
const mistakes: readonly number[] = [
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  resourceNotFound,
];

/** Whether a request never came to a handler, as far as its error tells. */
export function isMistake(code: number | undefined): boolean {
  return code !== undefined && mistakes.includes(code);
}

/** Tells how a request ended: which codes are errors depends on who sees them. */
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

/** What spans and metrics tell of it alike. */
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
