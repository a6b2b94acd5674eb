import type { Handler, HandlerMap } from "../../peer/handlers.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { validateAnswer } from "../../server/input/multi-round-trip.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { whenReady } from "../../protocol/when-ready.ts";
import { answer, cancelTask } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import { detailedTask } from "../wire/extension-form.ts";
import type { TaskService } from "./service.ts";

/**
 * Returns the request handlers of the extension.
 *
 * @see {@link
 * https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md |
 * Tasks}
 */
export function extensionHandlers({ keeper }: TaskService): HandlerMap {
  return new Map<string, Handler>([
    [
      "tasks/get",
      (params, request) =>
        whenReady(keeper.find(params, request), detailedTask),
    ],
    [
      "tasks/update",
      async (params, request) => {
        const task = await keeper.find(params, request);
        const answers = soundAnswers(params, task, request);
        await keeper.change(task.taskId, (known) => answer(known, answers));
        return {};
      },
    ],
    [
      "tasks/cancel",
      async (params, request) => {
        const { taskId } = await keeper.find(params, request);
        await keeper.change(taskId, (task) => cancelTask(task));
        return {};
      },
    ],
  ]);
}

/**
 * Returns the valid responses to open input requests; others are ignored. Throws an error for
 * an invalid response, and then uses none.
 */
function soundAnswers(
  params: unknown,
  { questions = {} }: TaskRecord,
  request: RequestRecord,
): { readonly [key: string]: JsonObject } {
  // The parameters are already validated.
  const { inputResponses } = params as { readonly inputResponses: JsonObject };
  const answers = Object.entries(questions)
    .filter(([key]) => Object.hasOwn(inputResponses, key))
    .map(([key, question]): [string, JsonObject] => [
      key,
      validateAnswer(key, question, inputResponses[key], request),
    ]);
  return Object.fromEntries(answers);
}
