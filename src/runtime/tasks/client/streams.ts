import type { ClientHost } from "../../client/extension.ts";
import { entryOf } from "../../protocol/revision/protocol-table.ts";
import { toError, TransportError } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { acceptLeniently } from "../../protocol/validation/leniency.ts";
import { readFlatTask } from "../wire/extension-form.ts";
import type { SeenTask } from "../wire/seen-task.ts";

/** Notification of a task to its subscribers. */
const told = "notifications/tasks";

/**
 * Maximum number of concurrent streams per client: a browser opens at most six connections to
 * an origin.
 */
const maxStreams = 3;

/** Subscription streams for task notifications. */
export interface Streams {
  open: number;
  /** Capabilities of a server that rejected the subscription; another server may accept it. */
  deaf: unknown;
}

/** Subscriber to the notifications of a task. */
export interface TaskListener {
  readonly taskId: string;
  readonly signal: AbortSignal;
  hear(task: SeenTask): void;
  /** Called when the subscription starts or ends. */
  heard(isListening: boolean): void;
}

/**
 * Subscribes to the notifications of a task, if the server supports it and streams are
 * available; otherwise the task is only polled. Never rejects.
 *
 * @see {@link
 * https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications
 * | Task Status Notifications}
 */
export async function listenTo(
  host: ClientHost,
  streams: Streams,
  listener: TaskListener,
): Promise<void> {
  if (!canListen(host, streams)) return;
  streams.open++;
  try {
    await hearAll(host, streams, listener);
  } catch (error) {
    // A server that rejects the subscription or does not respond is not asked again.
    if (!(error instanceof TransportError))
      streams.deaf = host.serverCapabilities;
  } finally {
    streams.open--;
    listener.heard(false);
  }
}

function canListen(
  { table, serverCapabilities }: ClientHost,
  { open, deaf }: Streams,
): boolean {
  return (
    open < maxStreams &&
    !!table &&
    entryOf(table.requests, "subscriptions/listen") !== undefined &&
    entryOf(table.notifications, told) !== undefined &&
    (deaf === undefined || deaf !== serverCapabilities)
  );
}

async function hearAll(
  host: ClientHost,
  streams: Streams,
  { taskId, signal, hear, heard }: TaskListener,
): Promise<void> {
  const subscription = await host.listen(
    { taskIds: [taskId] },
    { isQuiet: true },
  );
  const close = (): void => {
    subscription
      .close()
      .catch((error: unknown) => host.onError(toError(error)));
  };
  const { taskIds } = subscription.notifications;
  const isAgreed = Array.isArray(taskIds) && taskIds.includes(taskId);
  if (!isAgreed) streams.deaf = host.serverCapabilities;
  if (!isAgreed || signal.aborted) return close();
  signal.addEventListener("abort", close, { once: true });
  heard(true);
  for await (const { method, params } of subscription)
    if (method === told && params["taskId"] === taskId) {
      const task = readTask(host, params);
      if (task) hear(task);
    }
  signal.removeEventListener("abort", close);
}

/**
 * Parses the task of a notification. Invalid ones are reported elsewhere, and polling returns
 * the state again.
 */
function readTask(
  { table, onError }: ClientHost,
  params: JsonObject,
): SeenTask | undefined {
  const entry = table && entryOf(table.notifications, told);
  const validate = entry?.params?.validate;
  const valid = validate
    ? acceptLeniently(told, params, validate, onError)
    : params;
  return valid && readFlatTask(valid);
}
