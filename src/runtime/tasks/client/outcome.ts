import {
  CancelledError,
  excerpt,
  INTERNAL_ERROR,
  ProtocolError,
} from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { SeenTask } from "../wire/seen-task.ts";

/**
 * Returns the result of an ended task. Throws a ProtocolError if it failed, and a
 * CancelledError if it was cancelled. `fetch` requests the result separately, as in the core
 * protocol; it also throws the error of a failed task.
 */
export async function outcomeOf(
  method: string,
  { status, statusMessage, result, error }: SeenTask,
  fetch?: () => Promise<JsonObject>,
): Promise<JsonObject> {
  const said = statusMessage ? `: ${excerpt(statusMessage, 200)}` : "";
  if (status === "cancelled")
    throw new CancelledError(`${method}: its task was cancelled${said}`);
  if (fetch) return fetch();
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  if (status === "completed" && result) return result;
  // Validation has excluded this already.
  throw new ProtocolError(
    INTERNAL_ERROR,
    `${method}: its task ${status}, without details from the server${said}`,
  );
}
