import type { RequestRecord } from "../../peer/record.ts";
import { handlerFailure } from "../../protocol/timers/reports.ts";
import {
  excerpt,
  INTERNAL_ERROR,
  ProtocolError,
  toError,
  toErrorObject,
} from "../../protocol/errors.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import { weigh } from "../../protocol/weigh.ts";
import { completeTask, failTask } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import type { TaskChange } from "./keeper.ts";
import type { TaskEnding } from "./owed.ts";

/** Result or error of a handler. */
export type Outcome =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly error: unknown };

/**
 * Returns how a task ends after its handler: exactly as the response to its request would have
 * been. Unexpected errors are reported and hidden from the client.
 */
export function ending(outcome: Outcome, request: RequestRecord): TaskEnding {
  try {
    if (outcome.kind === "error") throw outcome.error;
    const result = request.complete(outcome.result);
    return {
      change: (task) => completed(task, result),
      weigh: () => weigh(result),
      otherwise: unkept,
    };
  } catch (error) {
    const refusal = request.refusal(error);
    const thrown = toError(refusal);
    if (!(thrown instanceof ProtocolError))
      request.report(thrown, handlerFailure(thrown));
    const told = toErrorObject(refusal);
    return {
      change: (task) => failTask(task, told),
      weigh: () => weigh(told),
      otherwise: unkept,
    };
  }
}

/** Ends a task whose result could not be stored. */
const unkept: TaskChange = (task) =>
  failTask(task, {
    code: INTERNAL_ERROR,
    message: "The result could not be stored",
  });

/** Uses the first text of a failed tool as the status message. */
function completed(
  task: TaskRecord,
  result: JsonObject,
): TaskRecord | undefined {
  const ended = completeTask(task, result);
  const reason = result["isError"] === true ? firstText(result) : undefined;
  return ended && reason !== undefined
    ? { ...ended, statusMessage: excerpt(reason, maxReason) }
    : ended;
}

const maxReason = 200;

function firstText({ content }: JsonObject): string | undefined {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  for (const block of blocks)
    if (isObject(block) && typeof block["text"] === "string")
      return block["text"];
  return undefined;
}
