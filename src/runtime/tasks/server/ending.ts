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

/** What a handler came to. */
export type Outcome =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly error: unknown };

/**
 * How a task ends by what its handler came to: exactly as its request would have been
 * answered. What only the server's user is to know is reported.
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

/** How a task ends whose result could not be kept. */
const unkept: TaskChange = (task) =>
  failTask(task, {
    code: INTERNAL_ERROR,
    message: "The result could not be kept",
  });

/** A tool that failed says why in its content: that is what people are told of the task. */
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
