import type { CallOptions } from "../../peer/caller.ts";
import type { ClientHost } from "../../client/extension.ts";
import { hasCapability } from "../../protocol/revision/capabilities.ts";
import { ProtocolError } from "../../protocol/errors.ts";
import { objectOf, type JsonObject } from "../../protocol/message.ts";
import { hasOwnTasks } from "./generation.ts";

/** A bound on how long a list a server can make a client read. */
const maxPages = 100;

/** Whether a tool is called as a task, in revisions where its client says so. */
export type ListedSupport = "required" | "optional" | "forbidden";

/** Whether the server takes calls of tools as tasks that say so. */
export function takesTasks(host: ClientHost): boolean {
  const path = ["tasks", "requests", "tools", "call"];
  return (
    hasOwnTasks(host.table) && hasCapability(host.serverCapabilities, path)
  );
}

/**
 * What was listed of a tool; undefined for one that was not listed.
 * The page is `basic/utilities/tasks` of the revisions that have `tasks/result`.
 */
export function listedSupport(
  host: ClientHost,
  name: unknown,
): ListedSupport | undefined {
  if (typeof name !== "string") return undefined;
  const tool = host.listedTool(name);
  return tool === undefined ? undefined : supportOf(tool);
}

const supports: readonly ListedSupport[] = ["required", "optional"];

function supportOf({ execution }: JsonObject): ListedSupport {
  const { taskSupport } = objectOf(execution);
  return supports.find((one) => one === taskSupport) ?? "forbidden";
}

/**
 * Lists the tools as far as this one. What the server refuses to list, and what is not
 * in its list, is no task.
 */
export async function listSupport(
  host: ClientHost,
  name: unknown,
  { signal, timeout }: CallOptions,
): Promise<ListedSupport> {
  const options = {
    ...(signal && { signal }),
    ...(timeout !== undefined && { timeout }),
  };
  let params = {};
  try {
    for (let page = 0; page < maxPages; page++) {
      const answer = await host.request("tools/list", params, options);
      const { tools, nextCursor: cursor } = answer;
      const listed: unknown[] = Array.isArray(tools) ? tools : [];
      const tool = listed.map(objectOf).find((one) => one["name"] === name);
      if (tool) return supportOf(tool);
      if (typeof cursor !== "string") break;
      params = { cursor };
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
  return "forbidden";
}
