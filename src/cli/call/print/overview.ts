import { isJsonObject } from "../../../base/json-object.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import { listText } from "./lists.ts";

/** What a server is, and what it offers. */
export interface Overview {
  readonly serverInfo: JsonObject | undefined;
  readonly protocolVersion: string | undefined;
  readonly capabilities: JsonObject | undefined;
  readonly instructions: string | undefined;
  /** The lists that it has, by name: `tools`, `resources` … */
  readonly lists: ReadonlyMap<string, readonly JsonObject[]>;
}

const headings: Readonly<Record<string, string>> = {
  tools: "Tools",
  resources: "Resources",
  resourceTemplates: "Resource templates",
  prompts: "Prompts",
};

/** The server's own page, as a person reads it. */
export function overviewText(overview: Overview): string {
  const { serverInfo, protocolVersion, capabilities, instructions, lists } =
    overview;
  const { name, version, title, description } = serverInfo ?? {};
  const called = typeof name === "string" ? name : "A server without a name";
  const titled =
    typeof title === "string" && title !== name ? ` (${title})` : "";
  const offered = isJsonObject(capabilities) ? Object.keys(capabilities) : [];
  const head = [
    `${called} ${typeof version === "string" ? version : ""}${titled}`.trim(),
    ...(typeof description === "string" ? [description] : []),
    `Speaks ${protocolVersion ?? "no revision"}; offers ${offered.join(", ") || "nothing"}`,
  ].join("\n");
  const parts = [...lists].map(([key, list]) => {
    const title = `${headings[key] ?? key} (${list.length})`;
    const text = listText(key, list, true) ?? "";
    const lines = text.trimEnd().split("\n");
    const indented = lines.map((one) => (one === "" ? "" : `  ${one}`));
    return list.length === 0 ? title : `${title}\n${indented.join("\n")}`;
  });
  const told =
    instructions === undefined ? [] : [`Instructions\n${instructions.trim()}`];
  return [head, ...told, ...parts].join("\n\n");
}
