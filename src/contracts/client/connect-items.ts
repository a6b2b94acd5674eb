import { comment } from "../../emit/print/comment.ts";
import {
  call,
  hardline,
  indent,
  join,
  lines,
  type Doc,
} from "../../emit/print/layout.ts";
import type { Item } from "../../emit/print/module.ts";
import { printJsonExpression } from "../../emit/print/json.ts";
import { propertyName, quote } from "../../emit/print/names.ts";
import { typeArguments } from "../../emit/print/type-syntax.ts";
import { excerpt } from "../excerpt.ts";
import { docText } from "../../emit/print/doc-text.ts";
import { documented } from "./documented.ts";
import { knownPrompt, knownTemplate, knownTool } from "./list-digest.ts";
import type { ClientPlan } from "./plan.ts";
import { braces } from "./types-module.ts";

/** The client, its options, and what connects it. */
export function connectItems(plan: ClientPlan, docs: boolean): Item[] {
  return [
    functionsType(plan, docs),
    ...typeAliases(plan),
    connectFunction(plan),
    membersFunction(plan),
    knowledge(plan),
  ];
}

/** Its members, whichever extensions it uses. */
function functionsType({ type, tools }: ClientPlan, docs: boolean): Item {
  const own: Doc[] = [
    lines(
      comment("Calls tools, by their names."),
      `readonly tools: ${type}Tools;`,
    ),
    lines(
      comment("Fetches prompts, by their names."),
      `readonly prompts: ${type}Prompts;`,
    ),
    lines(
      comment("Reads resources whose addresses are templates, by their names."),
      `readonly resources: ${type}Resources;`,
    ),
    lines(
      comment("Closes the connection. Calls that wait are rejected."),
      "close(): Promise<void>;",
    ),
  ];
  const shortcuts = tools.flatMap(({ tool, shortcut }) =>
    shortcut === undefined
      ? []
      : [
          documented(
            tool,
            `readonly ${shortcut}: ${type}Tools[${quote(tool.name)}];`,
            docs,
          ),
        ],
  );
  return {
    kind: "type",
    exported: true,
    name: `${type}Members`,
    comment: comment("What a connection can do, whichever extensions it uses."),
    text: [`interface ${type}Members `, braces([...own, ...shortcuts])],
  };
}

function typeAliases({ type, tools, snapshot }: ClientPlan): Item[] {
  const { name, version } = snapshot.server;
  const server = docText(`${excerpt(name)} ${excerpt(version)}`);
  const parameters = "<Extensions extends ClientExtensions = []>";
  return [
    {
      kind: "type",
      exported: true,
      name: type,
      comment: comment(
        `A connection to the server ${server}, as it was when this was generated.`,
      ),
      text: [
        `type ${type}${parameters} = `,
        typeArguments("TypedClient", [
          "Extensions",
          `${type}Members`,
          tools.length > 0 ? `${type}Tasks` : "object",
          "ReturnType<typeof createClient<Extensions>>",
        ]),
        ";",
      ],
    },
    {
      kind: "type",
      exported: true,
      name: `${type}Options`,
      comment: comment(
        "How it is connected, and what its client is made from.",
      ),
      text: [
        `type ${type}Options${parameters} =`,
        indent(hardline, "ConnectionOptions<Extensions>;"),
      ],
    },
  ];
}

function connectFunction({ type, tools }: ClientPlan): Item {
  const args = [
    ...["createClient", "transport", "options", "knowledge", "toMembers"],
    ...(tools.length > 0 ? ["toTasks"] : []),
  ];
  return {
    kind: "function",
    exported: true,
    name: `connect${type}`,
    typeParameters: "<const Extensions extends ClientExtensions = []>",
    comment: comment(
      `Connects to the server at the other end of a transport. Give a function that opens the
transport, and \`connect: { restart }\` starts a server again that died. Rejects as \`connect\`
of the client does.`,
    ),
    parameters: [
      { name: "transport", type: `Parameters<Client["connect"]>[0]` },
      { name: "options", type: `${type}Options<Extensions> = {}` },
    ],
    returns: `Promise<${type}<Extensions>>`,
    body: [["return ", call("openConnection", args), ";"]],
  };
}

function membersFunction({
  type,
  tools,
  prompts,
  templates,
}: ClientPlan): Item {
  const made = (name: string, rows: readonly unknown[]): string =>
    rows.length === 0 ? "{}" : `to${name}(connection)`;
  const members = [
    tools.length > 0 ? "tools" : "tools: {}",
    `prompts: ${made("Prompts", prompts)}`,
    `resources: ${made("Resources", templates)}`,
    "close: () => connection.client.close()",
    ...tools.flatMap(({ tool, shortcut }) =>
      shortcut === undefined
        ? []
        : [`${shortcut}: ${memberOf("tools", tool.name)}`],
    ),
  ];
  return {
    kind: "function",
    exported: false,
    name: "toMembers",
    parameters: [{ name: "connection", type: "Connection" }],
    returns: `${type}Members`,
    body: [
      ...(tools.length > 0 ? ["const tools = toTools(connection);"] : []),
      [
        "return {",
        indent(hardline, join([",", hardline], members), ","),
        hardline,
        "};",
      ],
    ],
  };
}

function memberOf(object: string, name: string): string {
  const key = propertyName(name);
  return key === name ? `${object}.${name}` : `${object}[${key}]`;
}

/** What was listed, as far as anybody can tell later whether it has changed. */
function knowledge({ name, snapshot, isWhole }: ClientPlan): Item {
  const { tools, prompts, resourceTemplates } = snapshot;
  const lists = {
    isWhole,
    tools: tools.map(knownTool),
    prompts: prompts.map(knownPrompt),
    resourceTemplates: resourceTemplates.map(knownTemplate),
  };
  return {
    kind: "constant",
    exported: false,
    name: "knowledge",
    type: "Knowledge",
    value: lines(...printJsonExpression({ name, lists }, "").split("\n")),
  };
}
