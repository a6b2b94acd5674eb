import { UsageError } from "../../../base/diagnostics/error.ts";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import type { Place } from "../params/schema.ts";
import { schemaPlace } from "../print/signature.ts";
import type { ListName } from "./catalog.ts";

/** A method that calls by its name what a server has listed. */
export interface NamedMethod {
  readonly list: ListName;
  /** What is called, in the words of an error. */
  readonly what: string;
  /** The schema of its arguments. */
  argumentsOf(item: JsonObject): Place;
}

/** Those of tools and prompts, by method. */
export const namedMethods: ReadonlyMap<string, NamedMethod> = new Map([
  [
    "tools/call",
    {
      ...{ list: "tools", what: "tool" },
      argumentsOf: ({ inputSchema }: JsonObject) => schemaPlace(inputSchema),
    } as const,
  ],
  [
    "prompts/get",
    {
      ...{ list: "prompts", what: "prompt" },
      argumentsOf: promptArguments,
    } as const,
  ],
]);

/** All of them are text, and there are no others. */
function promptArguments(prompt: JsonObject): Place {
  const given = prompt["arguments"];
  const list = (Array.isArray(given) ? given : []).filter(isJsonObject);
  const named = list.map(({ name }) => [String(name), { type: "string" }]);
  return schemaPlace({
    type: "object",
    properties: Object.fromEntries(named),
    required: list
      .filter(({ required }) => required === true)
      .map(({ name }) => String(name)),
    additionalProperties: false,
  });
}

/** The one of a name. Throws a UsageError with the nearest, where there is none. */
export function findNamed(
  name: string,
  items: readonly JsonObject[],
  what: string,
): JsonObject {
  const found = items.find((item) => item["name"] === name);
  if (found) return found;
  const names = items.map((item) => String(item["name"]));
  throw new UsageError(
    "unknown-tool",
    `The server has no ${what} ${JSON.stringify(name)}`,
    { hint: suggest(name, names) ?? `there are ${listed(names)}` },
  );
}

/** The beginning of a list of names, for a hint. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const shown = names.slice(0, 12).join(", ");
  return names.length > 12 ? `${shown}, …` : shown;
}
