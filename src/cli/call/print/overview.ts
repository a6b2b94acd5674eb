import { isJsonObject } from "../../../base/json-object.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import { foreignText, foreignWords } from "./foreign.ts";
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

/** Prints a server and its lists, as whole lines. Text that the server chose is marked. */
export function overviewText(overview: Overview): string {
  const { serverInfo, protocolVersion, capabilities, instructions, lists } =
    overview;
  const { name, version, title, description } = serverInfo ?? {};
  const called = typeof name === "string" ? name : "A server without a name";
  const titled =
    typeof title === "string" && title !== name ? ` (${title})` : "";
  const offered = isJsonObject(capabilities) ? Object.keys(capabilities) : [];
  const named =
    `${called} ${typeof version === "string" ? version : ""}${titled}`.trim();
  const about = typeof description === "string" ? `\n${description}` : "";
  const offers = foreignWords(offered.join(", ") || "nothing", 500);
  const head =
    foreignText(named + about) +
    `Speaks ${protocolVersion ?? "no revision"}; offers ${offers}\n`;
  const parts = [...lists].map(([key, list]) => {
    const heading = `${headings[key] ?? key} (${list.length})\n`;
    const text = listText(key, list, true) ?? "";
    return text === "" ? heading : heading + foreignText(text);
  });
  const told =
    instructions === undefined
      ? []
      : [`Instructions\n${foreignText(instructions.trim())}`];
  return [head, ...told, ...parts].join("\n");
}
