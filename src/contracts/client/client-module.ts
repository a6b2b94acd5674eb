import { comment } from "../../emit/print/comment.ts";
import {
  call,
  indent,
  join,
  hardline,
  type Doc,
} from "../../emit/print/layout.ts";
import type { Item, Module } from "../../emit/print/module.ts";
import { objectKey, propertyName, quote } from "../../emit/print/names.ts";
import { typeArguments } from "../../emit/print/type-syntax.ts";
import type { Listed } from "../snapshot/index.ts";
import { connectItems } from "./connect-items.ts";
import { documented } from "./documented.ts";
import { fixedCode, runtimeNames } from "./fixed.ts";
import type { ClientPlan, ClientSchema, ClientTool } from "./plan.ts";
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

function isGuarded(schema: ClientSchema | undefined): boolean {
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
  const row = (listed: Listed, key: string, text: Doc): Doc =>
    documented(listed, [`readonly ${propertyName(key)}: `, text, ";"], docs);
  return [
    item(
      "Tools",
      "Calls tools, by their names.",
      tools.map((one) =>
        row(one.tool, one.tool.name, toolType("ToolFunction", one)),
      ),
    ),
    ...(tools.length > 0
      ? [
          item(
            "Tasks",
            "Calls tools as tasks, by their names.",
            tools.flatMap((one) =>
              keysOf(one.tool.name, one).map((key) =>
                row(one.tool, key, toolType("ToolTaskFunction", one)),
              ),
            ),
          ),
        ]
      : []),
    item(
      "Prompts",
      "Fetches prompts, by their names.",
      prompts.flatMap((one) =>
        keysOf(one.prompt.name, one).map((key) =>
          row(one.prompt, key, `PromptFunction<types.${one.type}>`),
        ),
      ),
    ),
    item(
      "Resources",
      "Reads resources whose addresses are templates, by the names of these.",
      templates.flatMap((one) =>
        keysOf(one.key, one).map((key) =>
          row(one.template, key, `ResourceFunction<types.${one.type}>`),
        ),
      ),
    ),
  ];
}

/** What something goes by: its name, and where that is no identifier, one besides. */
function keysOf(
  name: string,
  { alias }: { readonly alias: string | undefined },
): string[] {
  return alias === undefined ? [name] : [name, alias];
}

function toolType(kind: string, { args, result }: ClientTool): Doc {
  const gives = result === undefined ? "unknown" : `types.${result.type}`;
  return typeArguments(kind, [`types.${args.type}`, gives]);
}

/** The functions themselves: a line for each. */
function functionTables(
  { type, tools, prompts, templates }: ClientPlan,
  { guards }: ClientModuleOptions,
): Item[] {
  const table = (name: string, rows: readonly Doc[]): Item[] =>
    rows.length === 0
      ? []
      : [
          {
            kind: "function",
            exported: false,
            name: `to${name}`,
            parameters: [{ name: "connection", type: "Connection" }],
            returns: `${type}${name}`,
            body: [["return ", objectLiteral(rows), ";"]],
          },
        ];
  const row = (key: string, make: string, args: readonly string[]): Doc => [
    `${objectKey(key)}: `,
    call(make, ["connection", ...args]),
  ];
  const tables = [
    table(
      "Tools",
      tools.map((one) => {
        const { name } = one.tool;
        return row(name, "toolFunction", [quote(name), ...checks(one, guards)]);
      }),
    ),
    table(
      "Tasks",
      tools.flatMap((one) =>
        keysOf(one.tool.name, one).map((key) =>
          row(key, "toolTaskFunction", [
            quote(one.tool.name),
            ...checks(one, guards),
          ]),
        ),
      ),
    ),
    table(
      "Prompts",
      prompts.flatMap((one) =>
        keysOf(one.prompt.name, one).map((key) =>
          row(key, "promptFunction", [quote(one.prompt.name)]),
        ),
      ),
    ),
    table(
      "Resources",
      templates.flatMap((one) =>
        keysOf(one.key, one).map((key) =>
          row(key, "resourceFunction", [
            quote(one.template.uriTemplate),
            "expandUriTemplate",
          ]),
        ),
      ),
    ),
  ];
  return tables.flat();
}

/** What checks the arguments and the result of a tool. */
function checks({ args, result }: ClientTool, guards: boolean): string[] {
  if (!guards) return [];
  const of = (schema: ClientSchema | undefined): string =>
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
