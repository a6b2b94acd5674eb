import {
  entryOf,
  type ProtocolTable,
} from "../../protocol/revision/protocol-table.ts";

/** Kind of tasks in a protocol version: part of the core, or of the extension. */
export type Generation = "core" | "extension";

/** Returns the kind of tasks by the methods of the revision; undefined without tasks. */
export function generationOf({
  requests,
}: ProtocolTable): Generation | undefined {
  if (entryOf(requests, "tasks/result")) return "core";
  return entryOf(requests, "tasks/update") ? "extension" : undefined;
}
