import { comment } from "../../emit/print/comment.ts";
import {
  brokenGroup,
  group,
  hardline,
  indent,
  line,
  lines,
  type Doc,
} from "../../emit/print/layout.ts";
import type { Item, Module } from "../../emit/print/module.ts";
import { propertyName, quote } from "../../emit/print/names.ts";
import { assigned, barred } from "../../emit/print/type-syntax.ts";
import {
  printSchemaTypes,
  type UnknownPosition,
} from "../../emit/schema-types/index.ts";
import { docText } from "../../emit/print/doc-text.ts";
import {
  moduleNames,
  type ClientPlan,
  type ClientPrompt,
  type ClientSchema,
  type ClientTemplate,
  type ClientTool,
} from "./plan.ts";
import { clientSchemas } from "./schemas.ts";
import type { TemplateVariable } from "./template-variables.ts";

/** `types.ts`: names as literals, and what goes in and comes out by name. */
export function typesModule(
  plan: ClientPlan,
  header: readonly string[],
  docs: boolean,
): { module: Module; unknowns: readonly UnknownPosition[] } {
  const { tools, prompts, templates, snapshot } = plan;
  const own = [...tools.flatMap(typesOf), ...prompts, ...templates].map(
    ({ type }) => type,
  );
  const { items, unknowns } = printSchemaTypes(clientSchemas(plan), {
    docs,
    taken: [...moduleNames, ...own],
  });
  const names: Item[] = [
    union(
      "ToolName",
      "The names of the tools.",
      tools.map(({ tool }) => tool.name),
    ),
    union(
      "PromptName",
      "The names of the prompts.",
      prompts.map(({ prompt }) => prompt.name),
    ),
    union(
      "ResourceTemplateName",
      "What the templates of resources go by.",
      templates.map(({ key }) => key),
    ),
    union(
      "ResourceUri",
      "The addresses of the resources that were listed.",
      snapshot.resources.map(({ uri }) => uri),
    ),
  ];
  return {
    module: {
      path: "types",
      header,
      items: [
        ...names,
        toolsType(tools),
        ...tools.flatMap(unknownTypes),
        ...items,
        ...prompts.map((prompt) => promptType(prompt, docs)),
        ...templates.map(variablesType),
      ],
    },
    unknowns,
  };
}

function typesOf({ args, result }: ClientTool): ClientSchema[] {
  return result === undefined ? [args] : [args, result];
}

function union(name: string, about: string, values: readonly string[]): Item {
  const members = values.map(quote);
  return {
    kind: "type",
    exported: true,
    name,
    comment: comment(about),
    text:
      members.length === 0
        ? `type ${name} = never;`
        : [`type ${name} =`, group(indent(line, group(barred(members)))), ";"],
  };
}

/** What each tool takes and gives, by its name. */
function toolsType(tools: readonly ClientTool[]): Item {
  const rows = tools.map(({ tool, args, result }): Doc => [
    `${propertyName(tool.name)}: `,
    group(
      "{",
      indent(
        line,
        `readonly arguments: ${args.type};`,
        line,
        `readonly result: ${result?.type ?? "unknown"};`,
      ),
      line,
      "};",
    ),
  ]);
  return {
    kind: "type",
    exported: true,
    name: "Tools",
    comment: comment("What each tool takes and gives, by its name."),
    text: ["interface Tools ", braces(rows.map((row) => ["readonly ", row]))],
  };
}

/** Of a schema that is not understood nothing is said. */
function unknownTypes({ tool, args, result }: ClientTool): Item[] {
  const unknown = (type: string, what: string, text: string): Item => ({
    kind: "type",
    exported: true,
    name: type,
    comment: comment(
      `What the tool ${docText(quote(tool.name))} ${what}: its schema is not understood.`,
    ),
    text: `type ${type} = ${text};`,
  });
  return [
    ...(args.document === undefined
      ? [unknown(args.type, "takes", "{ readonly [name: string]: unknown }")]
      : []),
    ...(result !== undefined && result.document === undefined
      ? [unknown(result.type, "gives", "unknown")]
      : []),
  ];
}

function promptType({ prompt, type }: ClientPrompt, docs: boolean): Item {
  const rows = (prompt.arguments ?? []).map(
    ({ name, required, description }): Doc => {
      const mark = required === true ? "" : "?";
      const row = `readonly ${propertyName(name)}${mark}: string;`;
      const text = docs ? docText(description ?? "") : "";
      return text === "" ? row : lines(comment(text), row);
    },
  );
  return {
    kind: "type",
    exported: true,
    name: type,
    comment: comment(
      `The arguments of the prompt ${docText(quote(prompt.name))}.`,
    ),
    // An alias takes no property that it does not name, also where it has none.
    text:
      rows.length === 0
        ? emptyType(type)
        : [`interface ${type} `, braces(rows)],
  };
}

function emptyType(type: string): string {
  return `type ${type} = { readonly [name: string]: never };`;
}

function variablesType({ template, type, variables }: ClientTemplate): Item {
  const rows = variables.map((one): Doc => [
    `readonly ${propertyName(one.name)}${one.isOptional ? "?" : ""}:`,
    assigned(valueTypes(one)),
    ";",
  ]);
  return {
    kind: "type",
    exported: true,
    name: type,
    comment: comment(
      `The variables of ${docText(quote(template.uriTemplate))}.`,
    ),
    text:
      rows.length === 0
        ? emptyType(type)
        : [`interface ${type} `, braces(rows)],
  };
}

function valueTypes({ isExploded }: TemplateVariable): string[] {
  return [
    ...["string", "number", "boolean"],
    ...(isExploded
      ? ["readonly string[]", "{ readonly [name: string]: string }"]
      : []),
  ];
}

/** Members, a line each. */
export function braces(members: readonly Doc[]): Doc {
  if (members.length === 0) return "{}";
  return brokenGroup("{", indent(hardline, lines(...members)), hardline, "}");
}
