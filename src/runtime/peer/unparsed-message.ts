import type { RequestId } from "../protocol/message.ts";
import { JsonLimitError } from "../protocol/validation/parse-json.ts";
import type { InvalidMessage } from "../protocol/received.ts";
import type { Receiver } from "./transport.ts";

/**
 * Receives a text that `parseJson` rejected. A message that exceeds a bound is an
 * invalid message; any other text is reported with `reason`.
 */
export function receiveUnparsed(
  receiver: Receiver,
  text: string,
  error: unknown,
  reason: string,
): void {
  if (!(error instanceof JsonLimitError)) receiver.unreadable(reason, text);
  else receiver.message(text, undefined, invalidMessage(text, error));
}

// Literals: a bundle that does not use them can leave them out.
/** The first members of a message, up to the key that decides its kind. */
const head =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?(?:"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,100}")\s*,\s*)?"(method|params|result|error)"/;

/** The last members of a message. */
const tail =
  /,\s*"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,100}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/** The number of characters to look at, at either end. */
const reach = 200;

/**
 * Describes a message by both ends of its text, where most programs write the id. With
 * the id, the request fails at once instead of after its timeout.
 */
function invalidMessage(text: string, error: JsonLimitError): InvalidMessage {
  const [, first, key] = head.exec(text.slice(0, reach)) ?? [];
  const [, last] = tail.exec(text.slice(-reach)) ?? [];
  const written = key === undefined ? undefined : (first ?? last);
  const isAnswer = key === "result" || key === "error";
  return {
    kind: "invalid",
    value: text,
    reason: `the message ${error.message}`,
    id: written === undefined ? undefined : readId(written),
    isCall: written !== undefined && !isAnswer,
    isAnswer,
  };
}

function readId(written: string): RequestId {
  return written.startsWith('"') ? written.slice(1, -1) : Number(written);
}
