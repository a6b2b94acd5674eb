import {
  entryOf,
  type ProtocolTable,
} from "../../protocol/revision/protocol-table.ts";

/** Which tasks a revision has: those of its core, or those of the extension. */
export type Generation = "core" | "extension";

/** The rows tell: undefined where there are no tasks. */
export function generationOf({
  requests,
}: ProtocolTable): Generation | undefined {
  if (entryOf(requests, "tasks/result")) return "core";
  return entryOf(requests, "tasks/update") ? "extension" : undefined;
}
