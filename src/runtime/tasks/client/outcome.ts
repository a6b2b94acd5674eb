import {
  CancelledError,
  excerpt,
  INTERNAL_ERROR,
  ProtocolError,
} from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { SeenTask } from "../wire/seen-task.ts";

/**
 * What a task that is over came to. Throws a ProtocolError for one that failed, and a
 * CancelledError for one that was cancelled. `fetch` is for servers that are asked for
 * the result, which has the error of a task that failed as well.
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
  // What its guard refuses anyway.
  throw new ProtocolError(
    INTERNAL_ERROR,
    `${method}: its task ${status}, and the server does not say more${said}`,
  );
}
