import type { CallOptions } from "../../peer/caller.ts";
import type { ClientHost } from "../../client/extension.ts";
import { hasCapability } from "../../protocol/revision/capabilities.ts";
import { ProtocolError } from "../../protocol/errors.ts";
import { objectOf, type JsonObject } from "../../protocol/message.ts";
import { hasOwnTasks } from "./generation.ts";

/** Maximum number of list pages to read from a server. */
const maxPages = 100;

/** Task support of a tool in the core protocol, where the client requests tasks. */
export type ListedSupport = "required" | "optional" | "forbidden";

/** Returns true if the server accepts tool calls as tasks. */
export function takesTasks(host: ClientHost): boolean {
  const path = ["tasks", "requests", "tools", "call"];
  return (
    hasOwnTasks(host.table) && hasCapability(host.serverCapabilities, path)
  );
}

/**
 * Returns the task support of a listed tool; undefined if the tool was not listed. See
 * `basic/utilities/tasks` of the protocol versions that have `tasks/result`.
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
 * Lists tools until this one is found. Returns "forbidden" if the server rejects the list or
 * the tool is not in it.
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
