import { references } from "../guards/scope/recursion.ts";
import { createSchemas, type JsonSchema } from "../json-schema/index.ts";
import { dialectOf } from "../json-schema/schema/dialect.ts";
import { record } from "../json-schema/schema/record.ts";
import { prettierLayout, printJson } from "../print/json.ts";
import { ownTypes } from "./guards.ts";
import type { ExtensionView } from "./view.ts";

/**
 * The JSON Schema of an extension's types, with those of the core that they refer to:
 * the file needs no other.
 */
export function extensionSchema(view: ExtensionView, docs: boolean): string {
  const { part, protocol } = view;
  const { extension, revision } = part.model;
  // No published file of an extension is made as those of the core are.
  const options = { flavor: "corrected", docs } as const;
  const { definitions } = createSchemas(protocol, options);
  const names = [extension, revision, protocol.revision];
  const document = {
    $schema: dialectOf(protocol, options).address,
    $id: `urn:mcp-gen:schema:${names.map(encodeURIComponent).join(":")}`,
    title: `${extension} ${revision}, for Model Context Protocol ${protocol.revision}`,
    $defs: record(reached(ownTypes(view), definitions)),
  };
  const layout = { ...prettierLayout, sorted: true } as const;
  return `${printJson(Object.entries(document), layout)}\n`;
}

/** The definitions of the names, and all that those refer to. */
function reached(
  names: readonly string[],
  definitions: ReadonlyMap<string, JsonSchema>,
): Map<string, JsonSchema> {
  const found = new Set(names.filter((name) => definitions.has(name)));
  // A set also visits what is added on the way.
  for (const name of found)
    for (const other of references(definitions.get(name) ?? {}))
      found.add(other);
  return new Map([...definitions].filter(([name]) => found.has(name)));
}
