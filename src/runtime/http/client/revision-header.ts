import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";

/** The header that names the revision, where the revision has it. */
export function revisionHeader(
  table: ProtocolTable | undefined,
): Record<string, string> {
  return table?.facts.includes("protocol-version-header")
    ? { "mcp-protocol-version": table.revision }
    : {};
}
