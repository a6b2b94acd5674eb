import type { types } from "../../../generated/index.ts";
import type { Visit } from "./visit.ts";

/** The row of a server in the table of the docs. */
export function toRow(name: string, version: string, visit: Visit): string {
  const { revision, tools, calls, told, unchecked } = visit;
  const outputs = tools.filter(({ outputSchema }) => outputSchema).length;
  const cells = [
    `${name} ${version}`,
    revision ?? "none",
    String(tools.length),
    dialects(tools),
    String(outputs),
    list(calls.map(([tool, fails]) => (fails ? `${tool} (fails)` : tool))),
    list(unchecked.map(shorten)),
    list(told),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** How many schemas are of which dialect. */
function dialects(tools: readonly types.Tool[]): string {
  const counts = new Map<string, number>();
  for (const { inputSchema, outputSchema } of tools)
    for (const schema of [inputSchema, outputSchema]) {
      if (!schema) continue;
      const { $schema } = schema as { readonly $schema?: string };
      const [name = "none"] = $schema?.match(/draft-0\d|20\d\d-\d\d/) ?? [];
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return list(sorted.map(([name, count]) => `${name}: ${count}`));
}

function shorten(message: string): string {
  return message.split("does not know: ").at(-1) ?? message;
}

function list(parts: readonly string[]): string {
  return parts.length === 0 ? "–" : parts.join(", ").replaceAll("|", "\\|");
}
