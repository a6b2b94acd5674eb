import type { Progress } from "../peer/caller.ts";
import type { JsonObject } from "./message.ts";

/** Reads the params of a progress notification; what is no progress is none. */
export function readProgress(params: JsonObject): Progress | undefined {
  const { progress, total, message } = params;
  if (typeof progress !== "number") return undefined;
  return {
    progress,
    ...(typeof total === "number" && { total }),
    ...(typeof message === "string" && { message }),
  };
}
