import type { ClientHost } from "../../client/extension.ts";
import { entryOf } from "../../protocol/revision/protocol-table.ts";
import { toError, TransportError } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { acceptLeniently } from "../../protocol/validation/leniency.ts";
import { readFlatTask } from "../wire/extension-form.ts";
import type { SeenTask } from "../wire/seen-task.ts";

/** What tells of a task to who asked for that. */
const told = "notifications/tasks";

/** How many streams a client holds at once: a browser opens six for an origin, for all. */
const maxStreams = 3;

/** The streams on which servers tell of tasks. */
export interface Streams {
  open: number;
  /** What a server declares that would tell nothing: another one might. */
  deaf: unknown;
}

/** Who wants to hear of a task. */
export interface TaskListener {
  readonly taskId: string;
  readonly signal: AbortSignal;
  hear(task: SeenTask): void;
  /** Whether the server tells of it from now on. */
  heard(isListening: boolean): void;
}

/**
 * Hears of a task as long as its server tells of it, where a server can and nothing
 * else keeps the client from it: it may always be polled instead. Never rejects.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications | Task Status Notifications}
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
    // Whoever refuses, or says nothing, is not asked again.
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

/** The task of a notification. An invalid one is reported elsewhere: polling gives it again. */
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
