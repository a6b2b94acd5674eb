import { isObject } from "../protocol/message.ts";

/** The names in a list of tools, whatever it is. */
export function toolNames(tools: unknown): unknown[] {
  return Array.isArray(tools)
    ? tools.map((tool) => isObject(tool) && tool["name"])
    : [];
}
