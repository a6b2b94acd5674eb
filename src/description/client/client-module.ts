import { comment } from "../../emit/print/comment.ts";
import {
  call,
  indent,
  join,
  lines,
  hardline,
  type Doc,
} from "../../emit/print/layout.ts";
import type { Item, Module } from "../../emit/print/module.ts";
import { objectKey, propertyName, quote } from "../../emit/print/names.ts";
import { typeArguments } from "../../emit/print/type-syntax.ts";
import { docText } from "../doc-text.ts";
import type { Listed } from "../snapshot/index.ts";
import { connectItems } from "./connect-items.ts";
import { fixedCode, runtimeNames } from "./fixed.ts";
import type { ClientPlan, PlannedSchema, PlannedTool } from "./plan.ts";
import { braces } from "./types-module.ts";

/** What the module is printed with. */
export interface ClientModuleOptions {
  readonly header: readonly string[];
  readonly docs: boolean;
  readonly guards: boolean;
  /** The module that the runtime is imported from. */
  readonly from: string;
}

/** `client.ts`: a function for each tool, prompt and template, and what connects them. */
export function clientModule(
  plan: ClientPlan,
  options: ClientModuleOptions,
): Module {
  const { tools, prompts, templates } = plan;
  const fixed = fixedCode({
    tools: tools.length > 0,
    prompts: prompts.length > 0,
    resources: templates.length > 0,
  });
  return {
    path: "client",
    header: options.header,
    items: [
      ...imports(plan, options, fixed),
      ...functionTypes(plan, options),
      ...connectItems(plan, options.docs),
      ...functionTables(plan, options),
      ...fixed,
    ],
  };
}

function imports(
  { tools, prompts, templates }: ClientPlan,
  { from, guards }: ClientModuleOptions,
  fixed: readonly Item[],
): Item[] {
  const names = runtimeNames(fixed);
  const values = [
    "createClient",
    ...(templates.length > 0 ? ["expandUriTemplate"] : []),
    ...names.values,
  ];
  const named = (list: readonly string[]) => list.map((name) => ({ name }));
  const isTyped = tools.length + prompts.length + templates.length > 0;
  return [
    { kind: "import", types: false, names: named(values), from },
    { kind: "import", types: true, names: named(names.types), from },
    ...(guards &&
    tools.some(({ args, result }) => isGuarded(args) || isGuarded(result))
      ? [namespace("guards", false)]
      : []),
    ...(isTyped ? [namespace("types", true)] : []),
  ];
}

function namespace(name: string, types: boolean): Item {
  return {
    kind: "import",
    types,
    names: [],
    namespace: name,
    from: `./${name}`,
  };
}

function isGuarded(schema: PlannedSchema | undefined): boolean {
  return schema?.document !== undefined;
}

/** The interfaces of the functions, by the names of what they are for. */
function functionTypes(
  { type, tools, prompts, templates }: ClientPlan,
  { docs }: ClientModuleOptions,
): Item[] {
  const item = (name: string, about: string, rows: readonly Doc[]): Item => ({
    kind: "type",
    exported: true,
    name: `${type}${name}`,
    comment: comment(about),
    text: [`interface ${type}${name} `, braces(rows)],
  });
  const toolRow = (kind: string) => (one: PlannedTool) =>
    documented(
      one.tool,
      [`readonly ${propertyName(one.tool.name)}: `, toolType(kind, one), ";"],
      docs,
    );
  return [
    item(
      "Tools",
      "Calls tools, by their names.",
      tools.map(toolRow("ToolFunction")),
    ),
    ...(tools.length > 0
      ? [
          item(
            "Tasks",
            "Calls tools as tasks, by their names.",
            tools.map(toolRow("ToolTaskFunction")),
          ),
        ]
      : []),
    item(
      "Prompts",
      "Fetches prompts, by their names.",
      prompts.map(({ prompt, type }) =>
        documented(
          prompt,
          `readonly ${propertyName(prompt.name)}: PromptFunction<types.${type}>;`,
          docs,
        ),
      ),
    ),
    item(
      "Resources",
      "Reads resources whose addresses are templates, by the names of these.",
      templates.map(({ template, key, type }) =>
        documented(
          template,
          `readonly ${propertyName(key)}: ResourceFunction<types.${type}>;`,
          docs,
        ),
      ),
    ),
  ];
}

function toolType(kind: string, { args, result }: PlannedTool): Doc {
  const gives = result === undefined ? "unknown" : `types.${result.type}`;
  return typeArguments(kind, [`types.${args.type}`, gives]);
}

/** A member, with what its server says of it. */
export function documented(
  { description }: Listed,
  row: Doc,
  docs: boolean,
): Doc {
  const text = docs ? docText(description ?? "") : "";
  return text === "" ? row : lines(comment(text), row);
}

/** The functions themselves: a line for each. */
function functionTables(
  { type, tools, prompts, templates }: ClientPlan,
  { guards }: ClientModuleOptions,
): Item[] {
  const table = (name: string, rows: readonly Doc[]): Item => ({
    kind: "function",
    exported: false,
    name: `to${name}`,
    parameters: [{ name: "connection", type: "Connection" }],
    returns: `${type}${name}`,
    body: [["return ", objectLiteral(rows), ";"]],
  });
  const toolRow = (make: string) => (one: PlannedTool) => [
    `${objectKey(one.tool.name)}: `,
    call(make, ["connection", quote(one.tool.name), ...checks(one, guards)]),
  ];
  return [
    ...(tools.length > 0
      ? [
          table("Tools", tools.map(toolRow("toolFunction"))),
          table("Tasks", tools.map(toolRow("toolTaskFunction"))),
        ]
      : []),
    ...(prompts.length > 0
      ? [
          table(
            "Prompts",
            prompts.map(({ prompt: { name } }) => [
              `${objectKey(name)}: `,
              call("promptFunction", ["connection", quote(name)]),
            ]),
          ),
        ]
      : []),
    ...(templates.length > 0
      ? [
          table(
            "Resources",
            templates.map(({ template: { uriTemplate }, key }) => [
              `${objectKey(key)}: `,
              call("resourceFunction", [
                "connection",
                quote(uriTemplate),
                "expandUriTemplate",
              ]),
            ]),
          ),
        ]
      : []),
  ];
}

/** What checks the arguments and the result of a tool. */
function checks({ args, result }: PlannedTool, guards: boolean): string[] {
  if (!guards) return [];
  const of = (schema: PlannedSchema | undefined): string =>
    schema?.document === undefined
      ? "undefined"
      : `guards.validate${schema.type}`;
  const both = [of(args), of(result)];
  while (both.at(-1) === "undefined") both.pop();
  return both;
}

/** An object of several rows, one a line. */
function objectLiteral(rows: readonly Doc[]): Doc {
  if (rows.length === 0) return "{}";
  return [
    "{",
    indent(hardline, join([",", hardline], rows), ","),
    hardline,
    "}",
  ];
}
