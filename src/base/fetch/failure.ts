import { InputError, type InputErrorCode } from "../diagnostics/error.ts";
import { publicAddress } from "./address.ts";

/** The error for an address that could not be fetched; a password or a query is not shown. */
export function fetchFailure(
  code: InputErrorCode,
  address: string,
  reason: string,
  detail: { hint?: string | undefined; cause?: unknown } = {},
): InputError {
  const message = `Cannot fetch ${publicAddress(address)}: ${reason}`;
  return new InputError(code, message, detail);
}

/** The error for a body that is larger than what is read. */
export function bodyTooLarge(address: string, limit: number): InputError {
  const message = `${publicAddress(address)} is larger than ${limit} bytes`;
  return new InputError("too-large", message);
}

/** The error for a connection that was not made or was lost. */
export function connectionFailure(
  address: string,
  thrown: unknown,
): InputError {
  const { message, code } = innermost(thrown);
  return fetchFailure("unreachable", address, message, {
    hint: hintOf(code),
    cause: thrown,
  });
}

const losses: readonly string[] = [
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
];

/** Whether a connection was there and was lost, so that another may do better. */
export function wasLost(error: unknown): boolean {
  if (!(error instanceof InputError) || error.code !== "unreachable")
    return false;
  const { code } = innermost(error.cause);
  return code !== undefined && losses.includes(code);
}

/** What failed: `fetch` says only that it did, and has the reason as its cause. */
function innermost(thrown: unknown): { message: string; code?: string } {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  // Where a host has several addresses, each has failed.
  if (thrown instanceof AggregateError && thrown.errors.length > 0)
    return innermost(thrown.errors[0]);
  if (thrown.cause instanceof Error) return innermost(thrown.cause);
  const code = "code" in thrown ? String(thrown.code) : undefined;
  const message = thrown.message || code || thrown.name;
  return { message, ...(code !== undefined && { code }) };
}

function hintOf(code: string | undefined): string | undefined {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "ENETUNREACH":
    case "EHOSTUNREACH":
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return "is there a network? HTTPS_PROXY names a proxy, where one is needed";
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return "NODE_EXTRA_CA_CERTS names a file of certificates to trust";
    default:
      return undefined;
  }
}
