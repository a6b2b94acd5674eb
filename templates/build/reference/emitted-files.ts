import { readFileSync } from "node:fs";
import path from "node:path";
import { emitters } from "../../../src/emit/emitters.ts";
import { emitNames, type EmitName } from "../../../src/emit/index.ts";
import { code, fence, table } from "./markdown.ts";
import type { ReferencePage } from "./page.ts";

/** What an output is, and where a piece of it stands in generated/. */
interface Output {
  readonly file: string;
  readonly holds: string;
  readonly more: string;
  readonly excerpts: readonly Excerpt[];
}

/** The lines of a file from the first that begins so to the one that is `to`. */
interface Excerpt {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const revision = "2025-11-25";
const own = (name: string, from: string, to: string): Excerpt => ({
  file: `${revision}/${name}`,
  from,
  to,
});

const outputs: Readonly<Record<EmitName, Output>> = {
  types: {
    file: "types.ts",
    holds: "An interface or type for everything that the schema declares.",
    more: "Names are the schema's. Which fields there are, which are optional and what they may be is the same, key by key: a test holds them against the official types.",
    excerpts: [own("types.ts", "export interface CallToolRequest ", "}")],
  },
  guards: {
    file: "guards.ts",
    holds: "For each type `isX(value)` and `validateX(value)`.",
    more: "`isTextContent` says whether a value fits. `validateTextContent` says why not: one path, one reason. They accept what `schema.json` accepts. They never change a value, and use no `eval`. Fields that the type does not name pass.",
    excerpts: [
      {
        file: "2025-03-26/guards.ts",
        from: "export function isTextContent(",
        to: "}",
      },
      {
        file: "2025-03-26/guards.ts",
        from: "export function validateTextContent(",
        to: "}",
      },
      {
        file: "2025-03-26/guards.ts",
        from: "function checkTextContent(",
        to: "}",
      },
    ],
  },
  standard: {
    file: "standard.ts",
    holds: "Each validator as a [Standard Schema](https://standardschema.dev).",
    more: "Give them to a library that takes any Standard Schema, such as a router or a form.",
    excerpts: [own("standard.ts", "export const ToolSchema", ");")],
  },
  dispatch: {
    file: "dispatch.ts",
    holds: "What to do with a message, by its method.",
    more: "It has the types and guards of params and results, the direction, the capability that a method needs, and which result answers it. Servers and clients run on it. `serverProtocol` and `clientProtocol` have only what one side needs.",
    excerpts: [own("dispatch.ts", '    "tools/call": {', "    },")],
  },
  "json-schema": {
    file: "schema.json",
    holds: "A JSON Schema of 2020-12 for every type, under `$defs`.",
    more: "Where the published file of a revision is wrong (fractions, nulls, links), this one is right. `--json-schema official` gives the published one: byte for byte from the official schema.ts; from a bundled revision without its descriptions.",
    excerpts: [own("schema.json", '    "Annotations": {', "    },")],
  },
  protocol: {
    file: "protocol.json",
    holds: "The revision as data, for programs in any language.",
    more: "Its format is on [a page of its own](protocol-json.md). Beside the folders, `protocol.schema.json` is its JSON Schema.",
    excerpts: [],
  },
  server: {
    file: "server.ts",
    holds:
      "`createServer`, and the types of its options, handlers and context.",
    more: "There is one optional, typed handler for each message that a client can send.",
    excerpts: [
      own(
        "server.ts",
        "  callTool?(",
        "  ): Awaitable<types.CreateTaskResult | types.CallToolResult | InputRequired>;",
      ),
    ],
  },
  client: {
    file: "client.ts",
    holds: "`createClient`, and the types of its options and calls.",
    more: "There is one typed function for each request that a server answers.",
    excerpts: [
      own("client.ts", "  callTool(", "  ): Promise<types.CallToolResult>;"),
    ],
  },
  registry: {
    file: "registry.ts",
    holds:
      "`tool`, `resource`, `resourceTemplate` and `prompt`, and what makes content: `text`, `image`, `structured` and others.",
    more: "They are typed by the revision: what a handler may return is what its revision can carry.",
    excerpts: [],
  },
};

/** docs/reference/emitted-files.md: what generate writes. */
export function emittedFilesPages(
  repository: string,
): readonly ReferencePage[] {
  const read = (file: string): string =>
    readFileSync(path.join(repository, "generated", file), "utf8");
  const text = `# Emitted files

What \`mcp-gen generate\` writes, file by file. [Generate](../guides/generate.md) shows the command, and [commands](commands.md#generate) has its options.

${fence("sh", "mcp-gen generate 2025-11-25 2026-07-28 --out src/mcp --emit all")}

${fence("text", tree)}

Programs import \`./mcp/index.js\`, which speaks all generated revisions, or \`./mcp/2025-11-25/index.js\`, which is one alone.

## Which output writes what

\`--emit\` takes these names, or \`all\`. What an output imports is written as well.

${table(
  [
    "`--emit`",
    "File in each revision's folder",
    "What it holds",
    "Brings along",
  ],
  emitNames.map((name) => [
    `[\`${name}\`](#${name})`,
    code(outputs[name].file),
    outputs[name].holds,
    emitters[name].needs.map(code).join(", "),
  ]),
)}

On \`@mcp-gen/runtime\`, what programs import is the default: \`types\`, \`guards\`, \`dispatch\`, \`server\`, \`client\` and \`registry\`. With any other runtime, all of them are.

With \`--target js\` each \`.ts\` is a \`.js\` with a \`.d.ts\`.

${emitNames.map((name) => outputSection(name, read)).join("\n\n")}

${folderPart(read)}
`;
  return [{ path: "emitted-files.md", text }];
}

/** What is written beside the folders of revisions, and what all files have. */
function folderPart(read: (file: string) => string): string {
  return `## Beside the revisions

${table(
  ["File", "When", "What it holds"],
  [
    [
      "`index.ts`",
      "with `server`, `client` or `registry`",
      "Exports of the next three, of all revisions at once.",
    ],
    [
      "`server.ts`, `client.ts`, `registry.ts`",
      "with the output of that name",
      "One server, or client, that speaks every generated revision. Handlers are typed by the newest.",
    ],
    [
      "`fits.ts`",
      "with several revisions",
      "What a value of the newest revision needs to fit an older one.",
    ],
    [
      "`shared/<revision>/guards.ts`",
      "with several revisions",
      "Guards that several revisions have to the letter. Their `guards.ts` export them as their own.",
    ],
    [
      "`runtime/`",
      "with `--runtime copy`",
      "The runtime, which the stubs import.",
    ],
    [
      "`protocol.schema.json`",
      "with `protocol`",
      "The JSON Schema of `protocol.json`.",
    ],
    [
      "`mcp-gen.manifest.json`",
      "always",
      "Each file with its digest, and each input with its own.",
    ],
    [
      "`.gitattributes`",
      "where there is none of yours",
      "Marks the files as generated, for code hosts.",
    ],
  ],
)}

## Extensions

\`--extension com.example/words=words.ts\` adds files, and changes none of the others by a byte. [Extensions](../guides/extensions.md) shows how to use them.

${table(
  ["File", "When", "What it holds"],
  [
    [
      "`extensions/words.ts`",
      "with `server` or `client`",
      "The value `words`, for the `extensions` of servers and clients of all generated revisions.",
    ],
    [
      "`<revision>/extensions/words/types.ts`, `guards.ts`, `standard.ts`, `dispatch.ts`",
      "with the output of that name, in each revision that the extension is part of",
      "The same of the extension alone. They import what they need of the revision.",
    ],
    [
      "`<revision>/extensions/words/schema.json`",
      "with `json-schema`",
      "Its types, and those of the revision that they use.",
    ],
    [
      "`<revision>/extensions/words/protocol.json`",
      "with `protocol`",
      "The extension as data, with its facts. `--extension com.example/words=protocol.json` reads it.",
    ],
    [
      "`<revision>/extensions/words/index.ts`",
      "always",
      "All of these, but the data.",
    ],
    [
      "`extension.schema.json`",
      "with `protocol`",
      "The JSON Schema of such a `protocol.json`.",
    ],
  ],
)}

## The head of each file

Linters and formatters pass over the files. The head also says what they were made of:

${fence("typescript", read(`${revision}/types.ts`).split("\n\n")[0] ?? "")}

## The manifest

\`mcp-gen.manifest.json\` says what was generated, of what, and how. \`check\` and the next \`generate\` read it. Commit it with the files.

${fence("json", manifestOf(read("mcp-gen.manifest.json")))}

- \`inputs\` has the revisions with their source and its digest.
- \`files\` has the digest of each file. A file that differs from it was edited: \`generate\` does not replace it without \`--force\`.
- \`runtime\`, and other options that were chosen, hold for later runs.
- Only files that it names are ever removed.

## What is the same in every run

Two runs with the same inputs write the same bytes, wherever they run. No file has a date, a path of your machine or a version of Node in it.

Decisions that are not obvious (open or closed objects, integers, nulls, formats, unions) are [written down](../../src/emit/DECISIONS.md).

## See also

- [Generate](../guides/generate.md)
- [protocol.json](protocol-json.md)
- [Own schemas](../guides/own-schemas.md)`;
}

const tree = `src/mcp/
  index.ts server.ts client.ts registry.ts fits.ts    all generated revisions at once
  2025-11-25/                                         one revision
    index.ts types.ts guards.ts standard.ts dispatch.ts
    server.ts client.ts registry.ts
    schema.json protocol.json
  2026-07-28/                                         the other, with the same files
  shared/2026-07-28/guards.ts                         guards that both have
  protocol.schema.json
  mcp-gen.manifest.json
  .gitattributes`;

function outputSection(name: EmitName, read: (file: string) => string): string {
  const { file, holds, more, excerpts } = outputs[name];
  const language = file.endsWith(".json") ? "json" : "typescript";
  const shown = excerpts.map((excerpt) => excerptOf(excerpt, read));
  const isWhole = language === "typescript";
  return [
    `## ${name}`,
    `${code(file)}. ${holds} ${more}`,
    ...(shown.length === 0
      ? []
      : [
          fence(
            language,
            isWhole
              ? shown.join("\n\n")
              : `{\n${shown.join("\n").replace(/,$/, "")}\n}`,
          ),
        ]),
  ].join("\n\n");
}

/** Throws where the lines are not there. */
function excerptOf(
  { file, from, to }: Excerpt,
  read: (file: string) => string,
): string {
  const lines = read(file).split("\n");
  const first = lines.findIndex((line) => line.startsWith(from));
  const last = lines.indexOf(to, first);
  if (first < 0 || last < 0) throw new Error(`${file} has no ${from}`);
  const begin =
    lines[first - 1]?.trim() === "*/"
      ? lines.lastIndexOf(`${/^ */.exec(from)?.[0] ?? ""}/**`, first)
      : first;
  const excerpt = lines.slice(begin, last + 1);
  const indent = /^ */.exec(excerpt[0] ?? "")?.[0].length ?? 0;
  const shown = file.endsWith(".json") ? 2 : indent;
  return excerpt.map((line) => line.slice(Math.min(shown, indent))).join("\n");
}

/** The beginning of a manifest: one input, and one file. */
function manifestOf(text: string): string {
  // The file is the project's own.
  const { inputs, files, ...others } = JSON.parse(text) as {
    readonly inputs: readonly unknown[];
    readonly files: Readonly<Record<string, string>>;
  };
  const [first] = Object.entries(files).filter(([name]) =>
    name.startsWith(revision),
  );
  const shown = {
    ...others,
    inputs: inputs.slice(-2, -1),
    files: first === undefined ? {} : { [first[0]]: first[1] },
  };
  return JSON.stringify(shown, null, 2);
}
