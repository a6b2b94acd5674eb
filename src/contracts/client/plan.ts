import { createPatternJudge } from "../../schema/json-schema/index.ts";
import type { SchemaDocument } from "../../schema/model/json-schema.ts";
import { excerpt } from "../excerpt.ts";
import { camelName, memberNames, pascalName, typeNames } from "../names.ts";
import { readOrUnknown } from "../read-or-unknown.ts";
import type {
  Snapshot,
  SnapshotPrompt,
  SnapshotResourceTemplate,
  SnapshotTool,
} from "../snapshot/index.ts";
import { fixedNames } from "./fixed.ts";
import {
  templateVariables,
  type TemplateVariable,
} from "./template-variables.ts";

/** What is emitted of a snapshot, with the names that it gets. */
export interface ClientPlan {
  /** What messages call it: `weather`. */
  readonly name: string;
  /** What the names of its types begin with: `Weather`. */
  readonly type: string;
  readonly snapshot: Snapshot;
  /** Whether all is there that was listed. */
  readonly isWhole: boolean;
  readonly tools: readonly ClientTool[];
  readonly prompts: readonly ClientPrompt[];
  readonly templates: readonly ClientTemplate[];
  /** What goes unchecked or has no function, a line each. */
  readonly notes: readonly string[];
}

/** A tool, and the types of what it takes and gives. */
export interface ClientTool {
  readonly tool: SnapshotTool;
  readonly args: ClientSchema;
  /** Undefined where it does not say what it gives. */
  readonly result: ClientSchema | undefined;
  /** The member of the client that calls it, where the name is free. */
  readonly shortcut: string | undefined;
  /** An identifier that it goes by among the tasks, where its name is none. */
  readonly alias: string | undefined;
}

/** A schema, and the name of its type; the document is undefined where it is not understood. */
export interface ClientSchema {
  readonly type: string;
  readonly document: SchemaDocument | undefined;
}

/** A prompt, and the type of its arguments. */
export interface ClientPrompt {
  readonly prompt: SnapshotPrompt;
  /** An identifier that it goes by, too, where its name is none. */
  readonly alias: string | undefined;
  readonly type: string;
}

/** A template of addresses, and the type of its variables. */
export interface ClientTemplate {
  readonly template: SnapshotResourceTemplate;
  /** Its name; where others have the same, the template itself. */
  readonly key: string;
  /** An identifier that it goes by, too, where that is none. */
  readonly alias: string | undefined;
  readonly type: string;
  readonly variables: readonly TemplateVariable[];
}

/** What every client has of its own. */
const members: ReadonlySet<string> = new Set([
  ...["client", "close", "call", "connect", "listen"],
  ...["tools", "prompts", "resources", "tasks"],
]);

/** What the names of its own types end with, behind that of the client. */
const ownEndings = [
  ...["", "Members", "Options", "Tools", "Prompts", "Resources", "Tasks"],
];

/** What the names end with that are made of what a server lists. */
const listedEndings = ["Arguments", "Result", "Prompt", "Variables"];

/** What the modules declare whatever a server lists. */
export const moduleNames: ReadonlySet<string> = new Set([
  ...fixedNames,
  ...["CallOptions", "Client", "ClientOptions", "InvalidMessageError"],
  ...["ToolError", "Tools", "ToolName", "PromptName", "ResourceTemplateName"],
  ...["ResourceUri", "Extensions", "Parameters", "ReturnType"],
]);

/** The beginnings of names that, with such an ending, would be one of those. */
function beginnings(
  names: Iterable<string>,
  endings: readonly string[],
): Set<string> {
  return new Set(
    [...names].flatMap((name) =>
      endings.flatMap((end) =>
        name.endsWith(end) ? [name.slice(0, name.length - end.length)] : [],
      ),
    ),
  );
}

/** Decides on the names, and reads the schemas: one that cannot be read spoils no other. */
export function planClient(
  name: string,
  snapshot: Snapshot,
  isWhole: boolean,
): ClientPlan {
  const notes: string[] = [];
  const reserved = beginnings(moduleNames, ownEndings);
  const type = typeNames([name], reserved).get(name) ?? pascalName(name);
  const taken = [...moduleNames, ...ownEndings.map((end) => type + end)];
  const own = beginnings(taken, listedEndings);
  return {
    name: camelName(name),
    type,
    snapshot,
    isWhole,
    tools: planTools(snapshot.tools, own, notes),
    prompts: planPrompts(snapshot.prompts, own),
    templates: planTemplates(snapshot.resourceTemplates, own, notes),
    notes,
  };
}

function planTools(
  tools: readonly SnapshotTool[],
  own: ReadonlySet<string>,
  notes: string[],
): ClientTool[] {
  const names = tools.map((tool) => tool.name);
  const types = typeNames(names, own);
  const shortcuts = memberNames(names, members);
  const aliases = aliasesOf(names);
  const judgePattern = createPatternJudge();
  return tools.map((tool): ClientTool => {
    const { inputSchema, outputSchema } = tool;
    const base = types.get(tool.name) ?? pascalName(tool.name);
    const told: string[] = [];
    const read = (
      schema: unknown,
      kind: "arguments" | "results",
    ): SchemaDocument | undefined => {
      const found = readOrUnknown(schema, kind, judgePattern);
      told.push(...found.notes);
      return found.document;
    };
    const args = read(inputSchema, "arguments");
    const result =
      outputSchema === undefined ? undefined : read(outputSchema, "results");
    if (told.length > 0)
      notes.push(`tool ${excerpt(tool.name)}: ${told.join("; ")}`);
    return {
      tool,
      args: { type: `${base}Arguments`, document: args },
      result:
        outputSchema === undefined
          ? undefined
          : { type: `${base}Result`, document: result },
      shortcut: shortcuts.get(tool.name),
      alias: aliases.get(tool.name),
    };
  });
}

function planPrompts(
  prompts: readonly SnapshotPrompt[],
  own: ReadonlySet<string>,
): ClientPrompt[] {
  const names = prompts.map((prompt) => prompt.name);
  const types = typeNames(names, own);
  const aliases = aliasesOf(names);
  return prompts.map((prompt) => {
    const base = types.get(prompt.name) ?? pascalName(prompt.name);
    const alias = aliases.get(prompt.name);
    return { prompt, alias, type: `${base}Prompt` };
  });
}

function planTemplates(
  templates: readonly SnapshotResourceTemplate[],
  own: ReadonlySet<string>,
  notes: string[],
): ClientTemplate[] {
  const counts = new Map<string, number>();
  for (const { name } of templates)
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const keyed = templates.map((template) => {
    const { name, uriTemplate } = template;
    const isOwn = counts.get(name) === 1 && !isAddress(name, templates);
    return { template, key: isOwn ? name : uriTemplate };
  });
  const keys = keyed.map(({ key }) => key);
  const types = typeNames(keys, own);
  const aliases = aliasesOf(keys);
  return keyed.flatMap(({ template, key }) => {
    const variables = templateVariables(template.uriTemplate);
    if (variables === undefined) {
      const shown = excerpt(template.uriTemplate);
      notes.push(
        `resource template ${shown}: it has no function, because it is no URI template, or a very long one`,
      );
      return [];
    }
    const type = `${types.get(key) ?? pascalName(key)}Variables`;
    return [{ template, key, alias: aliases.get(key), type, variables }];
  });
}

/** Identifiers for names that are none: those that mean one name, and are no name themselves. */
function aliasesOf(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    [...memberNames(names)].filter(([name, alias]) => name !== alias),
  );
}

/** Whether a name is the address of another one, which may have to go by it. */
function isAddress(
  name: string,
  templates: readonly SnapshotResourceTemplate[],
): boolean {
  return (
    name.includes("{") && templates.some((one) => one.uriTemplate === name)
  );
}
