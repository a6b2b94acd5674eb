import type { SnapshotTool } from "./snapshot/index.ts";
import { isJsonObject } from "../base/json-object.ts";

/** Whether calls of a tool are tasks, as its list says; undefined where none is. */
export function taskUseOf({
  execution,
}: SnapshotTool): "required" | "optional" | undefined {
  const use = isJsonObject(execution) ? execution["taskSupport"] : undefined;
  return use === "required" || use === "optional" ? use : undefined;
}
