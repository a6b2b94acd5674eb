import { printJson, prettierLayout } from "../../emit/print/json.ts";
import { escapeLines } from "../../base/diagnostics/escape.ts";
import { byCodeUnit } from "../../base/order.ts";
import { sortedItems } from "./listing.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * A snapshot as the text of its file: the same for the same lists, in whatever order
 * they and their keys came, and laid out as prettier does.
 */
export function printSnapshot(snapshot: Snapshot): string {
  const sorted: Snapshot = {
    ...snapshot,
    tools: sortedItems("tools", snapshot.tools),
    prompts: sortedItems("prompts", snapshot.prompts),
    resources: sortedItems("resources", snapshot.resources),
    resourceTemplates: sortedItems(
      "resourceTemplates",
      snapshot.resourceTemplates,
    ),
  };
  const entries = Object.entries(sorted).sort(([a], [b]) => byCodeUnit(a, b));
  const text = printJson(entries, { ...prettierLayout, sorted: true });
  // In reviews nobody sees what turns the direction of text.
  return `${escapeLines(text)}\n`;
}
