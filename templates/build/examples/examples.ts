/** A program of an example that serves until it is told to end. */
export interface ServerProgram {
  /** From the folder of the example. */
  readonly file: string;
  /** Of its environment, by the addresses of the servers before it. */
  readonly env?: (urls: readonly string[]) => Readonly<Record<string, string>>;
}

/** Something that one does with an example. */
export type Use =
  /** Runs a program of it to its end. */
  | {
      readonly kind: "program";
      readonly file: string;
      readonly args?: readonly string[];
      /** Somebody has to log in with a browser. */
      readonly login?: true;
    }
  /** `mcp-gen call` */
  | { readonly kind: "call"; readonly args: readonly string[] }
  /** `mcp-gen client --check` */
  | {
      readonly kind: "check";
      readonly args: readonly string[];
      /** Whether it is to find a difference. */
      readonly differs: boolean;
    }
  /** Gets a page. */
  | { readonly kind: "get"; readonly url: string };

export interface Example {
  /** One sentence. */
  readonly about: string;
  /** Arguments of the `mcp-gen` command that writes generated code first. */
  readonly emit?: readonly string[];
  /** Explains the generated files, and what the programs do with them. */
  readonly emitted?: string;
  /** Started one after the other. */
  readonly servers?: readonly ServerProgram[];
  /** What is done with it, by the address of the last server, and by those of all. */
  readonly uses: (url: string, urls: readonly string[]) => readonly Use[];
  /** What else one can do by hand. */
  readonly byHand?: (url: string) => readonly Use[];
}

const program = (file: string): string =>
  `node --import mcp-gen/typescript ${file}`;

const onStdio = (file: string): string => `"${program(file)}"`;

/** An application of a framework: the same in each. */
function application(about: string): Example {
  return {
    about,
    servers: [{ file: "app.ts" }],
    uses: (url) => [
      { kind: "get", url: url.replace(/\/mcp$/, "/weather/Oslo") },
      { kind: "call", args: [url] },
      { kind: "call", args: [url, "forecast", "--arg", "city=Oslo"] },
    ],
  };
}

const protectedServers: readonly ServerProgram[] = [
  { file: "../protected/authorization-server.ts" },
  {
    file: "../protected/server.ts",
    env: ([issuer = ""]) => ({ ISSUER: issuer }),
  },
];

/** All examples, by the names of their folders. */
export const examples: Readonly<Record<string, Example>> = {
  pair: {
    about: "a server and a client on code that is generated for two revisions",
    emit: ["generate", "2025-11-25", "2026-07-28", "--out", "mcp"],
    emitted: `Each revision has a folder of its own: types, guards, a server and a client. The
files in ./ are for both revisions. client.ts starts server.ts twice, connects with one
revision each time, and calls the tool "forecast":`,
    uses: () => [{ kind: "program", file: "client.ts" }],
    byHand: () => [{ kind: "call", args: [onStdio("server.ts")] }],
  },
  stdio: {
    about: "a server on standard input and output, and a client that starts it",
    uses: () => [{ kind: "program", file: "client.ts" }],
    byHand: () => [
      { kind: "call", args: [onStdio("stdio.ts")] },
      {
        kind: "call",
        args: [onStdio("stdio.ts"), "delete_note", "--arg", "name=shopping"],
      },
    ],
  },
  http: {
    about: "a server over HTTP on node:http, and two clients of it",
    servers: [{ file: "http.ts" }],
    uses: (url) => [
      { kind: "program", file: "client.ts", args: [url] },
      { kind: "get", url: url.replace(/\/mcp$/, "/health") },
    ],
    byHand: (url) => [{ kind: "call", args: [url, "countdown"] }],
  },
  tasks: {
    about: "a server whose calls go on as tasks, and a client that waits",
    servers: [
      // Left to itself, it keeps them in the folder where it is started.
      {
        file: "http.ts",
        env: () => ({ TASKS: "../node_modules/.tasks" }),
      },
    ],
    uses: (url) => [{ kind: "program", file: "client.ts", args: [url] }],
    byHand: (url) => [
      { kind: "call", args: [url, "report", "--arg", "year=2026"] },
    ],
  },
  "scale-out": {
    about: "three processes that share sessions, and one that dies",
    servers: [{ file: "cluster.ts" }],
    uses: (url) => [{ kind: "program", file: "client.ts", args: [url] }],
    byHand: (url) => [{ kind: "call", args: [url, "brew"] }],
  },
  telemetry: {
    about: "a call that asks, as one trace of two processes",
    servers: [
      { file: "collector.ts" },
      {
        file: "server.ts",
        env: ([collector = ""]) => ({ COLLECTOR: collector }),
      },
    ],
    uses: (url, [collector = ""]) => [
      { kind: "program", file: "client.ts", args: [url, collector] },
      { kind: "get", url: collector },
    ],
  },
  express: application("MCP at /mcp of an Express application"),
  fastify: application("MCP at /mcp of a Fastify application"),
  hono: application("MCP at /mcp of a Hono application"),
  protected: {
    about: "a server that asks for a token, and who gets in",
    servers: protectedServers,
    uses: (url) => [{ kind: "program", file: "client.ts", args: [url] }],
    byHand: (url) => [{ kind: "call", args: [url, "list_notes"] }],
  },
  login: {
    about: "a terminal program whose user logs in with a browser",
    servers: protectedServers,
    uses: (url) => [
      {
        kind: "program",
        file: "client.ts",
        args: [url, "Call Bob"],
        login: true,
      },
      { kind: "program", file: "client.ts", args: [url, "Call Ann"] },
      { kind: "program", file: "client.ts", args: [url, "--sign-out"] },
    ],
  },
  worker: {
    about: "a server in the runtime of Cloudflare Workers",
    servers: [{ file: "local.ts" }],
    uses: (url) => [
      { kind: "call", args: [url] },
      { kind: "call", args: [url, "forecast", "--arg", "city=Oslo"] },
    ],
  },
  extension: {
    about: "methods of your own, from a schema of your own",
    emit: [
      ...["generate", "2025-11-25", "2026-07-28"],
      ...["--extension", "com.example/words=words.ts"],
      ...["--extension-facts", "com.example/words=words.facts.json"],
      ...["--out", "mcp"],
    ],
    uses: () => [{ kind: "program", file: "client.ts" }],
  },
  "typed-client": {
    about: "a typed client of a server, and what it says of a newer one",
    emit: ["client", program("server.ts"), "--out", "weather"],
    uses: () => [
      { kind: "program", file: "client.ts" },
      {
        kind: "check",
        args: [program("server.ts"), "--out", "weather"],
        differs: false,
      },
      {
        kind: "check",
        args: [program("server.ts --next"), "--out", "weather"],
        differs: true,
      },
    ],
  },
  "types-only": {
    about: "generated types, guards and dispatch beside the official SDK",
    emit: [
      ...["generate", "2025-11-25", "--emit", "types,guards,dispatch"],
      ...["--out", "mcp"],
    ],
    uses: () => [{ kind: "program", file: "main.ts" }],
  },
};
