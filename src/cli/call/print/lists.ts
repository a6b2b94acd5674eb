import { isJsonObject } from "../../../base/json-object.ts";
import { promptSignature, toolSignature } from "./signature.ts";

type Item = Readonly<Record<string, unknown>>;

/** How an item of each list is told: a line that names it, and what it is for. */
const items: Readonly<Record<string, (item: Item) => readonly string[]>> = {
  tools: (tool) => [toolSignature(tool), about(tool)],
  prompts: (prompt) => [promptSignature(prompt), about(prompt)],
  resources: (resource) => [String(resource["uri"]), about(resource)],
  resourceTemplates: (template) => [
    String(template["uriTemplate"]),
    about(template),
  ],
  roots: (root) => [String(root["uri"]), about(root)],
};

/** The properties of results that are such lists. */
export const listNames: readonly string[] = Object.keys(items);

/**
 * A list, an item after the other, as a whole or with the first line of what it is for;
 * undefined where it is none that is known.
 */
export function listText(
  name: string,
  list: unknown,
  isShort = false,
): string | undefined {
  const describe = items[name];
  if (describe === undefined || !Array.isArray(list)) return undefined;
  return list
    .filter(isJsonObject)
    .map((item) => {
      const [head = "", text = ""] = describe(item);
      const lines = text.split("\n");
      const told = isShort ? lines.slice(0, 2) : lines;
      const rest = told.map((part) => `  ${part}`.trimEnd());
      return text === "" ? `${head}\n` : `${head}\n${rest.join("\n")}\n`;
    })
    .join("");
}

/** What something is for: its title or name where that is not said yet, and its description. */
function about(item: Item): string {
  const { name, title, description, uri, uriTemplate } = item;
  const isNamed = uri === undefined && uriTemplate === undefined;
  const head = [title, isNamed ? undefined : name].find(
    (one) => typeof one === "string" && one !== "",
  );
  return [...new Set([head, description])]
    .filter((one) => typeof one === "string" && one !== "")
    .map((one) => String(one).trim())
    .join("\n");
}
