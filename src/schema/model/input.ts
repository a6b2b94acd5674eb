import type { MethodResult } from "./protocol.ts";

/** Whether a result is no answer yet, but asks the client for input first. */
export function asksForInput({ when }: MethodResult): boolean {
  return when?.property === "resultType" && when.value === "input_required";
}
