import { setTimeout as delay } from "node:timers/promises";
import { isJsonObject } from "../json-object.ts";
import type { CallOptions } from "../runtime/peer/caller.ts";
import type { JsonObject } from "../runtime/wire/message.ts";
import type { AnyClient } from "./connect/all.ts";
import type { Listener } from "./connect/session.ts";

/** How often a task is asked after, in milliseconds, where the server does not say. */
const usualInterval = 1_000;
const longestInterval = 10_000;

/**
 * Waits for what a call that was begun as a task comes to: its result, which may hold
 * questions for the person until it is there. Rejects as a call does; a task that is
 * given up is cancelled.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks | Tasks}
 */
export async function resultOfTask(
  created: JsonObject,
  client: AnyClient,
  options: CallOptions,
  listener: Listener,
): Promise<JsonObject> {
  let { task } = created;
  const taskId = isJsonObject(task) ? task["taskId"] : undefined;
  // Some servers answer at once, whatever they were asked.
  if (taskId === undefined) return created;
  const { signal } = options;
  let told: unknown;
  try {
    while (isJsonObject(task) && task["status"] === "working") {
      const { statusMessage, pollInterval } = task;
      if (typeof statusMessage === "string" && statusMessage !== told)
        listener.chat(`[working] ${statusMessage}`);
      told = statusMessage;
      await delay(intervalOf(pollInterval), undefined, { signal });
      task = await client.request("tasks/get", { taskId }, options);
    }
    return await client.request("tasks/result", { taskId }, options);
  } catch (error) {
    if (signal?.aborted)
      await client
        .request("tasks/cancel", { taskId }, { timeout: usualInterval })
        .catch(() => undefined);
    throw error;
  }
}

function intervalOf(given: unknown): number {
  return typeof given === "number" && given >= 0
    ? Math.min(given, longestInterval)
    : usualInterval;
}
