import { comment } from "../../emit/print/comment.ts";
import {
  brokenGroup,
  group,
  hardline,
  indent,
  join,
  line,
  lines,
  softline,
  type Doc,
} from "../../emit/print/layout.ts";
import type { Item } from "../../emit/print/module.ts";
import { propertyName, quote } from "../../emit/print/names.ts";
import { excerpt } from "../excerpt.ts";
import { docText } from "../doc-text.ts";
import { documented } from "./client-module.ts";
import {
  knownPrompt,
  knownTemplate,
  knownTool,
  type KnownItem,
} from "./list-digest.ts";
import type { ClientPlan } from "./plan.ts";
import { braces } from "./types-module.ts";

/** The client, its options, and what connects it. */
export function connectItems(plan: ClientPlan, docs: boolean): Item[] {
  return [
    functionsType(plan, docs),
    ...typeAliases(plan),
    connectFunction(plan),
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
  const alias = (suffix: string, about: string, text: Doc): Item => {
    const head = `type ${type}${suffix}<Extensions extends ClientExtensions = []> =`;
    return {
      kind: "type",
      exported: true,
      name: `${type}${suffix}`,
      comment: comment(about),
      text: [head, indent(hardline, text), ";"],
    };
  };
  const members: Doc[] = [
    `${type}Members`,
    [
      "{",
      indent(
        hardline,
        comment("The generic client, of every method."),
        hardline,
        "readonly client: ReturnType<typeof createClient<Extensions>>;",
      ),
      hardline,
      "}",
    ],
    ...(tools.length > 0
      ? [
          [
            "WhereUsed<",
            indent(
              hardline,
              join(
                [",", hardline],
                [
                  "Extensions",
                  '"tasks"',
                  `{ readonly tasks: ${type}Tasks }`,
                ],
              ),
            ),
            hardline,
            ">",
          ],
        ]
      : []),
  ];
  return [
    {
      kind: "type",
      exported: true,
      name: type,
      comment: comment(
        `A connection to the server ${server}, as it was when this was generated.`,
      ),
      text: [
        `type ${type}<Extensions extends ClientExtensions = []> = `,
        join(" & ", members),
        ";",
      ],
    },
    alias(
      "Options",
      "How it is connected, and what its client is made from.",
      "ConnectionOptions<Extensions>",
    ),
  ];
}

function connectFunction({
  type,
  tools,
  prompts,
  templates,
}: ClientPlan): Item {
  const made = (name: string, rows: readonly unknown[]): string =>
    rows.length === 0 ? "{}" : `to${type}${name}(connection)`;
  const members = [
    "tools",
    `prompts: ${made("Prompts", prompts)}`,
    `resources: ${made("Resources", templates)}`,
    "close: () => client.close()",
    ...tools.flatMap(({ tool, shortcut }) =>
      shortcut === undefined
        ? []
        : [`${shortcut}: ${memberOf("tools", tool.name)}`],
    ),
  ];
  const parts =
    tools.length === 0
      ? "{ client }"
      : `{ client }, "tasks" in client ? { tasks: to${type}Tasks(connection) } : {}`;
  return {
    kind: "function",
    exported: true,
    name: `connect${type}`,
    isAsync: true,
    typeParameters: [
      "<",
      indent(softline, "const Extensions extends ClientExtensions = [],"),
      softline,
      ">",
    ],
    comment: comment(
      `Connects to the server at the other end of a transport. Give a function that opens the
transport, and \`connect: { restart }\` starts a server again that died. Rejects as \`connect\`
of the client does.`,
    ),
    parameters: [
      { name: "transport", type: `Parameters<Client["connect"]>[0]` },
      {
        name: "options",
        type: `${type}Options<Extensions> = {}`,
      },
    ],
    returns: `Promise<${type}<Extensions>>`,
    body: [
      lines(
        "const connection = await openConnection(",
        "  createClient,",
        "  transport,",
        "  options,",
        "  knowledge,",
        ");",
      ),
      "const { client } = connection;",
      `const tools = ${made("Tools", tools)};`,
      [
        `const members: ${type}Members = {`,
        indent(hardline, join([",", hardline], members), ","),
        hardline,
        "};",
      ],
      "// Which members there are besides, the extensions say.",
      `return Object.assign(members, ${parts}) as unknown as ${type}<Extensions>;`,
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
  const rows = (items: readonly KnownItem[]): Doc =>
    items.length === 0
      ? "[]"
      : brokenGroup(
          "[",
          indent(
            hardline,
            join(
              [",", hardline],
              items.map((item) => listOf(item.map((one) => quote(one ?? "")))),
            ),
            ",",
          ),
          hardline,
          "]",
        );
  return {
    kind: "constant",
    exported: false,
    name: "knowledge",
    type: "Knowledge",
    value: [
      "{",
      indent(
        ...[hardline, `name: ${quote(name)},`],
        ...[hardline, "lists: {"],
        indent(
          ...[hardline, `isWhole: ${isWhole},`],
          ...[hardline, "tools: ", rows(tools.map(knownTool)), ","],
          ...[hardline, "prompts: ", rows(prompts.map(knownPrompt)), ","],
          ...[hardline, "resourceTemplates: "],
          ...[rows(resourceTemplates.map(knownTemplate)), ","],
        ),
        ...[hardline, "},"],
      ),
      hardline,
      "}",
    ],
  };
}

function listOf(items: readonly string[]): Doc {
  return group("[", indent(softline, join([",", line], items)), softline, "]");
}
