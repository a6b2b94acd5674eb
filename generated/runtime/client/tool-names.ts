// The runtime of mcp-gen 0.1.0.

import { isObject } from "../wire/message.js";

/** The names in a list of tools, whatever it is. */
export function toolNames(tools: unknown): unknown[] {
  return Array.isArray(tools)
    ? tools.map((tool) => isObject(tool) && tool["name"])
    : [];
}
