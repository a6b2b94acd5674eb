import type {
  Snapshot,
  SnapshotTool,
} from "../../../src/contracts/snapshot/index.ts";

/** A snapshot of a server that lists these things. */
export function snapshotOf(lists: Partial<Snapshot> = {}): Snapshot {
  return {
    formatVersion: 1,
    server: { name: "weather", version: "1.0.0" },
    protocolVersion: "2025-11-25",
    tools: [],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    ...lists,
  };
}

/** A tool with these arguments, and whatever else is said of it. */
export function toolOf(
  inputSchema: unknown,
  more: Partial<SnapshotTool> = {},
): SnapshotTool {
  return { name: "forecast", inputSchema, ...more };
}

/** An object with these fields. */
export function object(
  properties: Record<string, unknown>,
  ...required: string[]
): Record<string, unknown> {
  return { type: "object", properties, required };
}
