import type { Handler } from "../../peer/handlers.ts";
import { isObject, objectOf, type JsonObject } from "../../protocol/message.ts";
import { whenReady } from "../../protocol/when-ready.ts";
import type { Generation } from "./generation.ts";

/**
 * Wraps `tools/list`: moves the option `task` of a tool to `execution.taskSupport` if the
 * revision has it, and otherwise removes it.
 */
export function listingSupport(
  handler: Handler,
  generation: Generation | undefined,
): Handler {
  return (params, request) =>
    whenReady(handler(params, request), (result) => {
      const { tools }: JsonObject = objectOf(result);
      if (!Array.isArray(tools) || !tools.some(saysSupport)) return result;
      return {
        ...objectOf(result),
        tools: tools.map((tool: unknown) =>
          saysSupport(tool) ? listed(tool, generation) : tool,
        ),
      };
    });
}

function listed(
  { task, ...tool }: JsonObject,
  generation: Generation | undefined,
): JsonObject {
  if (generation !== "core") return tool;
  const execution = { ...objectOf(tool["execution"]), taskSupport: task };
  return { ...tool, execution };
}

function saysSupport(tool: unknown): tool is JsonObject {
  return (
    isObject(tool) &&
    (tool["task"] === "required" || tool["task"] === "optional")
  );
}
