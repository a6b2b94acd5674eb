import { code } from "../../emit/fixed/described-server.ts";
import { fixedItem, neededCode } from "../../emit/print/fixed-item.ts";
import { comment } from "../../emit/print/comment.ts";
import {
  block,
  hardline,
  indent,
  lines,
  list,
} from "../../emit/print/layout.ts";
import { printJsonExpression } from "../../emit/print/json.ts";
import type { Item, Module } from "../../emit/print/module.ts";
import { taskUseOf } from "../task-use.ts";
import { featuresFunction, featuresName } from "./features-function.ts";
import { handlersType } from "./handlers-type.ts";
import type { ServerPlan } from "./plan.ts";

/** `server.ts`: the type of the handlers, and the functions that make a server of them. */
export function serverModule(
  plan: ServerPlan,
  header: readonly string[],
  from: string,
): Module {
  return {
    path: "server",
    header,
    items: [
      ...imports(plan, from),
      handlersType(plan),
      optionsType(plan),
      createFunction(plan, areTasks(plan, from)),
      featuresFunction(plan),
      ...fixedCode(plan, areTasks(plan, from)),
    ],
  };
}

/** The entry with the tasks extension, by the entry of the same package with the whole API. A generated module may have no tasks. */
const tasksEntries: ReadonlyMap<string, string> = new Map([
  ["@mcp-gen/runtime", "@mcp-gen/runtime/tasks"],
  ["mcp-gen/runtime", "mcp-gen/tasks"],
]);

/** Whether calls of a tool are to be tasks, and there is a module that has them. */
function areTasks({ tools }: ServerPlan, from: string): boolean {
  return tasksEntries.has(from) && tools.some(({ tool }) => taskUseOf(tool));
}

/** What it imports: nothing that it does not name, which compilers may be told to refuse. */
function imports(plan: ServerPlan, from: string): Item[] {
  const { description, tools } = plan;
  const { prompts, resources, resourceTemplates } = description;
  const names = [
    "createServer",
    ...(prompts.length > 0 ? ["prompt"] : []),
    ...(resources.length > 0 ? ["resource"] : []),
    ...(resourceTemplates.length > 0 ? ["resourceTemplate"] : []),
    ...(tools.length > 0 ? ["tool"] : []),
  ];
  return [
    {
      kind: "import",
      types: false,
      names: names.map((name) => ({ name })),
      from,
    },
    { kind: "import", types: true, names: [], namespace: "runtime", from },
    ...(areTasks(plan, from) ? tasksImport(from) : []),
    ...(tools.length > 0 ? ofSchemas : []),
  ];
}

function tasksImport(runtime: string): Item[] {
  const from = tasksEntries.get(runtime);
  if (from === undefined) return [];
  return [{ kind: "import", types: false, names: [{ name: "tasks" }], from }];
}

const ofSchemas: readonly Item[] = [
  {
    kind: "import",
    types: false,
    names: [],
    namespace: "schemas",
    from: "./schemas",
  },
  {
    kind: "import",
    types: true,
    names: [{ name: "CompiledSchema" }],
    from: "./schemas",
  },
  {
    kind: "import",
    types: true,
    names: [],
    namespace: "types",
    from: "./types",
  },
];

function fixedCode(
  { description, tools }: ServerPlan,
  hasTasks: boolean,
): Item[] {
  const { prompts, resources, resourceTemplates } = description;
  const names = [
    ...(tools.length > 0 ? ["ToolHandler", "describedTool"] : []),
    ...(hasTasks ? ["asTask", "withTasks"] : []),
    ...(prompts.length > 0 ? ["PromptHandler", "describedPrompt"] : []),
    ...(resources.length > 0 ? ["ResourceHandler", "describedResource"] : []),
    ...(resourceTemplates.length > 0
      ? ["TemplateHandler", "describedTemplate"]
      : []),
  ];
  if (names.length > 0) names.push("requireHandlers");
  return neededCode(code, names).map((one) => fixedItem(one, one.isType));
}

function optionsType({ name }: ServerPlan): Item {
  const type = `${name}ServerOptions`;
  return {
    kind: "type",
    exported: true,
    name: type,
    comment: comment(
      "All that a server can be given besides: its `info` is the description's by default, and\n`features` are added to what was described.",
    ),
    text: [
      `type ${type} = Omit<runtime.ServerOptions, "info"> &`,
      indent(hardline, `Partial<Pick<runtime.ServerOptions, "info">>;`),
    ],
  };
}

function createFunction(
  { name, description }: ServerPlan,
  hasTasks: boolean,
): Item {
  const { name: serverName = name, version = "0.0.0" } =
    description.server ?? {};
  const info = printJsonExpression({ name: serverName, version }, "    ");
  const features = [
    `...${featuresName(name)}(handlers)${hasTasks ? ".map(asTask)" : ""}`,
    "...(options?.features ?? [])",
  ];
  return {
    kind: "function",
    exported: true,
    name: `create${name}Server`,
    comment: comment(
      `A server that lists what was described, to the letter. It checks what its handlers are
given and what they give by guards that are compiled ahead of time. Throws a TypeError
where a handler is missing.`,
    ),
    parameters: [
      { name: "handlers", type: `${name}Handlers` },
      { name: "options", type: `${name}ServerOptions`, optional: true },
    ],
    returns: "runtime.Server",
    body: [
      [
        "return createServer(",
        block(
          ["info: ", lines(...info.split("\n").map(unindented)), ","],
          "...options,",
          ...(hasTasks ? ["extensions: withTasks(options?.extensions),"] : []),
          ["features: ", list("[", features, "]"), ","],
        ),
        ");",
      ],
    ],
  };
}

/** A row of what was printed behind a margin of four. */
function unindented(row: string): string {
  return row.replace(/^ {4}/, "");
}
