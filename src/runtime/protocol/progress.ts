import type { JsonObject } from "./message.ts";

/** How far a request is, as its receiver tells it. */
export interface Progress {
  /** How far it is; only rises. */
  readonly progress: number;
  /** What it will be at the end, where that is known. */
  readonly total?: number;
  /** What is being done, for a person. */
  readonly message?: string;
}

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
