import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Where `npm run test:published` installs them. */
const folder = fileURLToPath(
  new URL("../../../node_modules/.cache/mcp-gen-published", import.meta.url),
);

/** A published server, and what is done with it: nothing outside of `place`. */
export interface PublishedServer {
  readonly name: string;
  /** What it wants to start; nothing of it is a credential. */
  readonly args?: (place: string) => readonly string[];
  readonly env?: (place: string) => { readonly [name: string]: string };
  readonly calls?: (place: string) => readonly ToolCall[];
}

export interface ToolCall {
  readonly name: string;
  readonly arguments?: { readonly [name: string]: unknown };
}

const token = "none";
const ada = { name: "Ada", entityType: "person", observations: ["writes"] };

export const servers: readonly PublishedServer[] = [
  {
    name: "@modelcontextprotocol/server-everything",
    args: () => ["stdio"],
    calls: () => [
      { name: "echo", arguments: { message: "hello" } },
      { name: "get-sum", arguments: { a: 1, b: 2 } },
      {
        name: "get-structured-content",
        arguments: { location: "New York" },
      },
    ],
  },
  {
    name: "@modelcontextprotocol/server-filesystem",
    args: (place) => [place],
    calls: (place) => {
      const file = path.join(place, "a.txt");
      return [
        {
          name: "write_file",
          arguments: { path: file, content: "one\ntwo\n" },
        },
        { name: "read_text_file", arguments: { path: file, head: 1 } },
        { name: "read_file", arguments: { path: path.join(place, "none") } },
        { name: "list_directory", arguments: { path: place } },
        { name: "get_file_info", arguments: { path: file } },
        { name: "list_allowed_directories" },
      ];
    },
  },
  {
    name: "@modelcontextprotocol/server-memory",
    env: (place) => ({ MEMORY_FILE_PATH: path.join(place, "memory.jsonl") }),
    calls: () => [
      { name: "create_entities", arguments: { entities: [ada] } },
      { name: "read_graph" },
      { name: "search_nodes", arguments: { query: "Ada" } },
      { name: "delete_entities", arguments: { entityNames: ["Ada"] } },
    ],
  },
  {
    name: "@modelcontextprotocol/server-sequential-thinking",
    calls: () => [
      {
        name: "sequentialthinking",
        arguments: {
          thought: "One",
          nextThoughtNeeded: false,
          thoughtNumber: 1,
          totalThoughts: 1,
        },
      },
    ],
  },
  {
    name: "@modelcontextprotocol/server-pdf",
    args: () => ["--stdio"],
    calls: () => [{ name: "list_pdfs" }],
  },
  {
    name: "@modelcontextprotocol/server-github",
    env: () => ({ GITHUB_PERSONAL_ACCESS_TOKEN: token }),
  },
  {
    name: "@modelcontextprotocol/server-gitlab",
    env: () => ({ GITLAB_PERSONAL_ACCESS_TOKEN: token }),
  },
  {
    name: "@modelcontextprotocol/server-slack",
    env: () => ({ SLACK_BOT_TOKEN: token, SLACK_TEAM_ID: token }),
  },
  {
    name: "@modelcontextprotocol/server-brave-search",
    env: () => ({ BRAVE_API_KEY: token }),
  },
  {
    name: "@modelcontextprotocol/server-postgres",
    args: () => ["postgresql://127.0.0.1:1/none"],
  },
  { name: "@playwright/mcp", args: () => ["--headless", "--isolated"] },
  {
    name: "chrome-devtools-mcp",
    args: () => ["--headless", "--isolated", "--no-usage-statistics"],
  },
  { name: "@upstash/context7-mcp" },
  {
    name: "mongodb-mcp-server",
    env: () => ({ MDB_MCP_TELEMETRY: "disabled" }),
    calls: () => [
      { name: "list-connections" },
      { name: "list-databases", arguments: { connectionId: "none" } },
    ],
  },
  {
    name: "@notionhq/notion-mcp-server",
    env: () => ({ NOTION_TOKEN: token }),
  },
  {
    name: "@wonderwhy-er/desktop-commander",
    args: () => ["--no-onboarding"],
    calls: (place) => [
      { name: "list_directory", arguments: { path: place } },
      { name: "list_sessions" },
    ],
  },
  { name: "tavily-mcp", env: () => ({ TAVILY_API_KEY: token }) },
  { name: "firecrawl-mcp", env: () => ({ FIRECRAWL_API_KEY: token }) },
  { name: "exa-mcp-server", env: () => ({ EXA_API_KEY: token }) },
  { name: "@sentry/mcp-server", args: () => [`--access-token=${token}`] },
];

/** The program of a server, and its version; undefined where it is not installed. */
export function findServer(
  name: string,
): { readonly program: string; readonly version: string } | undefined {
  const place = path.join(folder, "node_modules", name);
  const file = path.join(place, "package.json");
  if (!existsSync(file)) return undefined;
  // What npm installed: it has these, or nothing could start it.
  const { version, bin } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly version: string;
    readonly bin: string | { readonly [name: string]: string };
  };
  const [program = ""] = typeof bin === "string" ? [bin] : Object.values(bin);
  return { program: path.join(place, program), version };
}
