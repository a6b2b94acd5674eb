import { entries } from "./entries.ts";
import { link, table } from "./markdown.ts";
import type { ReferencePage } from "./page.ts";

/** The other pages of the reference, with what they are for. */
const pages: readonly (readonly [string, string, string])[] = [
  ["API", "api/index.md", "Every name that programs import"],
  ["Options", "options.md", "Every option, with its type and its default"],
  [
    "Commands",
    "commands.md",
    "Every command of `mcp-gen`, with its options and exit codes",
  ],
  ["Errors", "errors.md", "Each error: its cause, an example, the cure"],
  [
    "Diagnostics",
    "diagnostics.md",
    "Each message about a schema: its cause, an example, the cure",
  ],
  ["Emitted files", "emitted-files.md", "What `mcp-gen generate` writes"],
  ["protocol.json", "protocol-json.md", "A revision as data"],
  [
    "Requirements",
    "requirements.md",
    "What the specification asks for, and the test of each",
  ],
  ["Published servers", "published-servers.md", "Servers that were tried"],
  ["Figures", "figures.md", "Sizes and times that were measured"],
];

/** docs/reference/index.md: what the reference has. */
export function indexPage(): readonly ReferencePage[] {
  const imports = entries.map(({ specifier, purpose, page }) => [
    link(`\`${specifier}\``, page),
    purpose,
  ]);
  const text = [
    "# Reference",
    "Look things up here: these pages are made from the sources, so they are as the code is. To learn how to do something, read the guides; they begin with [Install and start](../guides/start.md).",
    "## Pages",
    table(
      ["Page", "What it has"],
      pages.map(([title, page, what]) => [link(title, page), what]),
    ),
    "## What to import",
    "Install `@mcp-gen/runtime` to run servers and clients. Install `mcp-gen` to generate code. `mcp-gen` contains the runtime, too: there, `@mcp-gen/runtime` is `mcp-gen/runtime`, and `@mcp-gen/runtime/http` is `mcp-gen/runtime/http`.",
    table(
      ["Import", "What it is"],
      [
        ...imports,
        [
          link("`@mcp-gen/runtime/2025-11-25`", "api/protocol.md"),
          "One revision: servers and clients that speak it alone, its types and its guards. Each revision has such an entry",
        ],
        [
          "`mcp-gen/typescript`",
          "For `node --import mcp-gen/typescript server.ts`: Node runs TypeScript. It exports nothing",
        ],
        ["`mcp-gen/2025-11-25/schema.json`", "The JSON Schema of a revision"],
        [
          link("`mcp-gen/2025-11-25/protocol.json`", "protocol-json.md"),
          "A revision as data",
        ],
      ],
    ),
  ].join("\n\n");
  return [{ path: "index.md", text }];
}
