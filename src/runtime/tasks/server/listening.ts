import type { Handler } from "../../peer/handlers.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { objectOf } from "../../protocol/message.ts";
import { metaKeys } from "../../protocol/meta-keys.ts";
import { viewerOf } from "../../protocol/viewer.ts";
import { isOver } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import { detailedTask } from "../wire/extension-form.ts";
import type { Keeper } from "./keeper.ts";

/**
 * Wraps `subscriptions/listen`: notifies the client of the tasks in its filter, first with
 * their current state and then after each change. Unknown tasks and those of others are left
 * out of the acknowledged filter.
 */
export function tellingTasks(listen: Handler, keeper: Keeper): Handler {
  return (params, request) => {
    const filter = objectOf(objectOf(params)["notifications"]);
    const { taskIds } = filter;
    if (!Array.isArray(taskIds)) return listen(params, request);
    return ownTasks(taskIds, request, keeper).then((own) => {
      const notifications = { ...filter, taskIds: own };
      const ended = listen({ ...objectOf(params), notifications }, request);
      const follows = own.map((taskId) => follow(taskId, request, keeper));
      // One listener for all tasks: many listeners on one signal cause a leak warning.
      const end = (): void => follows.forEach((unwatch) => unwatch());
      request.signal.addEventListener("abort", end, { once: true });
      return ended;
    });
  };
}

async function ownTasks(
  taskIds: readonly unknown[],
  request: RequestRecord,
  keeper: Keeper,
): Promise<string[]> {
  const { principal } = viewerOf(request.sink);
  const own: string[] = [];
  for (const taskId of new Set(taskIds)) {
    const task =
      typeof taskId === "string" ? await keeper.read(taskId) : undefined;
    if (task && task.owner === principal) own.push(task.taskId);
  }
  return own;
}

/**
 * Notifies the client of a task until the task or the request has ended. Returns a function
 * that stops it.
 */
function follow(
  taskId: string,
  request: RequestRecord,
  keeper: Keeper,
): () => void {
  let told: string | undefined;
  const tell = (task: TaskRecord | undefined): void => {
    if (!task || request.ended || request.cancelled) return unwatch();
    const text = JSON.stringify(task);
    if (text === told) return;
    told = text;
    const _meta = { [metaKeys.subscriptionId]: request.id };
    request.tell("notifications/tasks", { ...detailedTask(task), _meta });
    if (!isOver(task)) return;
    // Releases the text, as a result may be large and nothing follows.
    told = "";
    unwatch();
  };
  const unwatch = keeper.watch(taskId, tell);
  keeper.read(taskId).then(
    // A notification in between is newer.
    (task) => told ?? tell(task),
    // The error is reported already.
    () => {},
  );
  return unwatch;
}
