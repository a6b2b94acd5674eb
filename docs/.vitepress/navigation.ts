import type { DefaultTheme } from "vitepress";

/** A page in the navigation: what it is called there, and its path without `.md`. */
export type Entry = readonly [text: string, page: string];

/** Pages that a reader needs together, in the order that they need them. */
export interface Group {
  readonly text: string;
  readonly entries: readonly Entry[];
}

/** All pages but the home page, each once. */
export const navigation: readonly Group[] = [
  {
    text: "Begin",
    entries: [
      ["Install and start", "guides/start"],
      ["Your first server", "guides/first-server"],
      ["Your first client", "guides/first-client"],
      ["Run it in your host", "guides/hosts"],
      ["Choose and force a revision", "guides/revisions"],
      ["Common questions", "guides/common-questions"],
      ["Examples", "guides/examples"],
    ],
  },
  {
    text: "Servers",
    entries: [
      ["Tools", "guides/tools"],
      ["Resources and prompts", "guides/resources"],
      ["Schemas", "guides/schemas"],
      ["Compiled schemas", "guides/compiled-schemas"],
      ["Servers and mocks from a description", "guides/contracts"],
      ["Context, errors and logging", "guides/context"],
      ["Ask for input in mid-call", "guides/questions"],
      ["Do something once", "guides/once"],
      ["Tasks", "guides/tasks"],
      ["Low-level handlers", "guides/handlers"],
      ["stdio", "guides/stdio"],
    ],
  },
  {
    text: "Clients",
    entries: [
      ["Calls, lists and options", "guides/client"],
      ["Typed clients", "guides/typed-clients"],
      ["Drift of a server", "guides/drift"],
      ["Answer a server", "guides/answering"],
      ["Calls that become tasks", "guides/tasks-client"],
      ["Cache and check results", "guides/results"],
      ["A client over HTTP", "guides/client-http"],
      ["Servers that misbehave", "guides/misbehaving"],
    ],
  },
  {
    text: "HTTP and security",
    entries: [
      ["HTTP", "guides/http"],
      ["Frameworks", "guides/frameworks"],
      ["Protect a server", "guides/authorization"],
      ["Log in to a server", "guides/authorization-client"],
      ["Tokens and attacks", "guides/authorization-security"],
      ["Who may see what", "guides/visibility"],
      ["Limits and memory", "guides/limits"],
      ["Several processes", "guides/scale-out"],
      ["Stores of your own", "guides/own-stores"],
      ["Deployment", "guides/deployment"],
      ["Telemetry", "guides/telemetry"],
      ["Security", "guides/security"],
    ],
  },
  {
    text: "Tools",
    entries: [
      ["Generate code", "guides/generate"],
      ["Configuration and lock", "guides/configuration"],
      ["Update", "guides/update"],
      ["Watch", "guides/watch"],
      ["Call a server", "guides/call"],
      ["Compare revisions", "guides/diff"],
      ["Validate traffic", "guides/validate"],
      ["Choose a package", "guides/packages"],
    ],
  },
  {
    text: "Growing",
    entries: [
      ["Test a server", "guides/testing"],
      ["CommonJS and Jest", "guides/commonjs"],
      ["Publish a server", "guides/publishing"],
      ["Extensions", "guides/extensions"],
      ["Facts of an extension", "guides/extension-facts"],
      ["Your own schemas", "guides/own-schemas"],
      ["A new revision", "guides/new-revision"],
    ],
  },
  {
    text: "Migrate from the official SDK",
    entries: [
      ["From SDK v1: a server", "guides/migrating-v1"],
      [
        "From SDK v1: tools, resources and prompts",
        "guides/migrating-v1-features",
      ],
      ["From SDK v1: handlers", "guides/migrating-v1-handlers"],
      ["From SDK v1: HTTP", "guides/migrating-v1-http"],
      ["From SDK v1: a client", "guides/migrating-v1-client"],
      ["From SDK v2: a server", "guides/migrating-v2"],
      ["From SDK v2: a client", "guides/migrating-v2-client"],
      ["From FastMCP", "guides/migrating-fastmcp"],
    ],
  },
  {
    text: "Reference",
    entries: [
      ["Reference", "reference/index"],
      ["Options", "reference/options"],
      ["Commands", "reference/commands"],
      ["Errors", "reference/errors"],
      ["Diagnostics", "reference/diagnostics"],
      ["Emitted files", "reference/emitted-files"],
      ["protocol.json", "reference/protocol-json"],
      ["Figures", "reference/figures"],
      ["Published servers", "reference/published-servers"],
    ],
  },
  {
    text: "Requirements",
    entries: [
      ["Requirements", "reference/requirements"],
      ["Messages", "reference/requirements/messages"],
      ["Lifecycle", "reference/requirements/lifecycle"],
      ["Transports", "reference/requirements/transports"],
      ["Authorization", "reference/requirements/authorization"],
      ["What servers offer", "reference/requirements/server"],
      ["What clients offer", "reference/requirements/client"],
      ["Utilities", "reference/requirements/utilities"],
      ["Extensions", "reference/requirements/extensions"],
      ["Applications", "reference/requirements/applications"],
    ],
  },
  {
    text: "API",
    entries: [
      ["API", "reference/api/index"],
      ["Servers", "reference/api/server"],
      ["Tools, resources and prompts", "reference/api/features"],
      ["Schemas", "reference/api/schemas"],
      ["Content", "reference/api/content"],
      ["Input in mid-call", "reference/api/input"],
      ["Clients", "reference/api/client"],
      ["Error classes", "reference/api/errors"],
      ["Server on stdio", "reference/api/serve-stdio"],
      ["Standard output, claimed", "reference/api/claim-stdout"],
      ["Client of a program", "reference/api/spawn-stdio"],
      ["Server over HTTP", "reference/api/http"],
      ["Server over HTTP on Node", "reference/api/http-node"],
      ["Client over HTTP", "reference/api/http-client"],
      ["Client with OAuth", "reference/api/auth"],
      ["Client with OAuth, on Node", "reference/api/auth-node"],
      ["Protected server", "reference/api/auth-server"],
      ["Verify JSON Web Tokens", "reference/api/auth-jwt"],
      ["Verify by introspection", "reference/api/auth-introspection"],
      ["Tasks", "reference/api/tasks"],
      ["Tasks, on Node", "reference/api/tasks-node"],
      ["Several processes, with Redis", "reference/api/redis"],
      ["Several processes", "reference/api/cluster"],
      ["Tests of stores", "reference/api/cluster-testing"],
      ["Telemetry with OpenTelemetry", "reference/api/otel"],
      ["What generated extensions build on", "reference/api/extension"],
      ["JSON Schema with ajv", "reference/api/registry-ajv"],
      ["Types of the protocol", "reference/api/protocol"],
      ["Transports", "reference/api/transports"],
      ["Transports within one process", "reference/api/memory"],
      ["What generated code builds on", "reference/api/runtime"],
      ["The generator", "reference/api/generator"],
      ["A protocol as data", "reference/api/generator-protocol"],
      ["Clients, servers and schemas", "reference/api/generator-described"],
      ["Compare revisions", "reference/api/generator-diff"],
      ["Validate traffic", "reference/api/generator-validate"],
    ],
  },
  {
    text: "Architecture",
    entries: [
      ["Architecture", "architecture/index"],
      ["Glossary", "architecture/glossary"],
      ["The life of a request", "architecture/life-of-a-request"],
      ["The life of a request over HTTP", "architecture/life-over-http"],
      ["The life of a request over stdio", "architecture/life-over-stdio"],
      ["The life of a client's call", "architecture/life-of-a-client-call"],
      ["What to change where", "architecture/where-to-change"],
      ["Releasing", "architecture/releasing"],
    ],
  },
];

/** The navigation beside the pages of each folder: its own groups. */
export function sidebar(): DefaultTheme.SidebarMulti {
  const folders = ["guides", "reference", "architecture"];
  return Object.fromEntries(
    folders.map((folder) => [`/${folder}/`, groupsOf(`${folder}/`)]),
  );
}

function groupsOf(folder: string): DefaultTheme.SidebarItem[] {
  return navigation
    .filter(({ entries: [first] }) => first?.[1].startsWith(folder))
    .map(({ text, entries }) => ({
      text,
      items: entries.map(([name, page]) => ({
        text: name,
        link: `/${page.replace(/index$/, "")}`,
      })),
    }));
}
