import { jsonSchemaDocument } from "../../emit/json-schema/index.ts";
import { accepts, readSchema, walk } from "../../schema/json-schema/index.ts";
import type { SchemaDocument } from "../../schema/model/json-schema.ts";
import { load } from "../../revisions/load.ts";
import { bundledRevisions } from "../../revisions/revisions.ts";
import { excerpt } from "../excerpt.ts";
import {
  itemKey,
  listNames,
  type Description,
  type ItemOf,
  type ListName,
} from "../snapshot/index.ts";

/** A description without what no server may list, and why that was left out: a line each. */
export interface ListableDescription {
  readonly description: Description;
  readonly notes: readonly string[];
}

/** The types of what is listed. */
const typeNames: Readonly<Record<ListName, string>> = {
  tools: "Tool",
  prompts: "Prompt",
  resources: "Resource",
  resourceTemplates: "ResourceTemplate",
};

/**
 * Leaves out what the newest revision does not allow in a list. A client that is strict
 * refuses a whole list for one of them, and so does a server that checks what it sends.
 */
export async function listable(
  description: Description,
): Promise<ListableDescription> {
  const documents = await documentsOf();
  const notes: string[] = [];
  const keep = <Name extends ListName>(list: Name): ItemOf<Name>[] => {
    const items: readonly ItemOf<Name>[] = description[list];
    return items.filter((item) => {
      const problem = problemOf(item, documents[list]);
      if (problem === undefined) return true;
      const key = excerpt(itemKey(list, item));
      notes.push(`${list}: ${key} is left out: ${problem}`);
      return false;
    });
  };
  const kept = {
    tools: keep("tools"),
    prompts: keep("prompts"),
    resources: keep("resources"),
    resourceTemplates: keep("resourceTemplates"),
  };
  return { description: { ...description, ...kept }, notes };
}

function problemOf(item: object, document: SchemaDocument): string | undefined {
  if (accepts(document, item)) return undefined;
  // With another value in its place, or none, all would be well.
  const wrong = Object.keys(item).find((field) => {
    const { [field]: _, ...others } = { ...item, [field]: null };
    const stands = stoodIn.map((value) => ({ ...others, [field]: value }));
    return [others, ...stands].some((one) => accepts(document, one));
  });
  return wrong === undefined
    ? "the protocol does not allow it in a list"
    : `the protocol does not allow its ${wrong} in a list`;
}

/** What a field that has to be there can be. */
const stoodIn: readonly unknown[] = ["x:y", { type: "object" }];

/** What the guards of the protocol ask of an address, too. */
const uri = '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s\\p{Cc}"<>\\\\^`{|}]*$';

async function documentsOf(): Promise<Record<ListName, SchemaDocument>> {
  const [newest] = [...bundledRevisions()].reverse();
  const protocol = await load(newest?.id ?? "");
  const options = { flavor: "corrected", docs: false } as const;
  const whole = jsonSchemaDocument(protocol, options);
  const found = listNames.map((list) => {
    const $ref = `#/$defs/${typeNames[list]}`;
    const document = readSchema({ ...whole, $ref });
    for (const { schema } of walk(document))
      if (schema.format === "uri") schema.pattern = uri;
    return [list, document];
  });
  return Object.fromEntries(found) as Record<ListName, SchemaDocument>;
}
