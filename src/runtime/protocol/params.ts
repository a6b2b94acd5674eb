import {
  InvalidMessageError,
  toError,
  TransportError,
  UnsendableError,
} from "./errors.ts";
import { isObject, type JsonObject } from "./message.ts";

/** What a caller gives as params; throws an InvalidMessageError for what is no object. */
export function asParams(params: unknown): JsonObject | undefined {
  if (params === undefined) return undefined;
  if (isObject(params)) return params;
  throw new InvalidMessageError("params: expected an object", ["params"], {
    value: { params },
  });
}

/** What cannot be written as JSON, or has no form in the revision spoken. */
export function unsendable(
  method: string,
  params: JsonObject | undefined,
  error: unknown,
): Error {
  if (error instanceof TransportError || error instanceof UnsendableError)
    return error;
  const { message } = toError(error);
  return new InvalidMessageError(`${method}: ${message}`, ["params"], {
    cause: error,
    value: { params },
  });
}
