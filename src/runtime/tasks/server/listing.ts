import type { Handler } from "../../peer/handlers.ts";
import { isObject, objectOf, type JsonObject } from "../../protocol/message.ts";
import { whenReady } from "../../protocol/when-ready.ts";
import type { Generation } from "./generation.ts";

/** Around `tools/list`: what a tool says of tasks is told where the revision has a place for it. */
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
