/** A module that users import. */
export interface Entry {
  /** What programs write; the packages have more names for some of them. */
  readonly specifier: string;
  /** The module in the repository. */
  readonly module: string;
  /** What it is for, as a table shows it. */
  readonly purpose: string;
  /** The page that tells of it, from docs/reference. */
  readonly page: string;
}

const runtime = "@mcp-gen/runtime";

/** All entries with names of their own, those first that most programs import. */
export const entries: readonly Entry[] = [
  {
    specifier: runtime,
    module: "generated/index.ts",
    purpose: "Servers and clients that speak every revision, and all features",
    page: "api/server.md",
  },
  {
    specifier: `${runtime}/serve-stdio`,
    module: "src/runtime/serve-stdio.ts",
    purpose: "A server on standard input and output",
    page: "api/serve-stdio.md",
  },
  {
    specifier: `${runtime}/claim-stdout`,
    module: "src/runtime/claim-stdout.ts",
    purpose: "Keeps standard output free for the protocol while modules load",
    page: "api/claim-stdout.md",
  },
  {
    specifier: `${runtime}/spawn-stdio`,
    module: "src/runtime/spawn-stdio.ts",
    purpose: "A transport for clients: starts a server as a child process",
    page: "api/spawn-stdio.md",
  },
  {
    specifier: `${runtime}/http-node`,
    module: "src/runtime/http-node.ts",
    purpose:
      "A server over HTTP on Node: by itself, or in Express, Fastify and others",
    page: "api/http-node.md",
  },
  {
    specifier: `${runtime}/http`,
    module: "src/runtime/http.ts",
    purpose:
      "A server over HTTP wherever there are `Request` and `Response`: Hono, workers, Deno, Bun",
    page: "api/http.md",
  },
  {
    specifier: `${runtime}/http-client`,
    module: "src/runtime/http-client.ts",
    purpose: "A transport for clients: reaches a server over HTTP",
    page: "api/http-client.md",
  },
  {
    specifier: `${runtime}/memory`,
    module: "src/runtime/memory.ts",
    purpose: "Two transports within one process, for tests",
    page: "api/memory.md",
  },
  {
    specifier: `${runtime}/auth`,
    module: "src/runtime/auth/index.ts",
    purpose: "A client that logs in with OAuth",
    page: "api/auth.md",
  },
  {
    specifier: `${runtime}/auth/node`,
    module: "src/runtime/auth/node.ts",
    purpose:
      "For such a client on Node: the login of a terminal program, tokens in a file",
    page: "api/auth-node.md",
  },
  {
    specifier: `${runtime}/auth/server`,
    module: "src/runtime/auth/server.ts",
    purpose: "A server over HTTP that asks for tokens",
    page: "api/auth-server.md",
  },
  {
    specifier: `${runtime}/auth/jwt`,
    module: "src/runtime/auth/jwt.ts",
    purpose: "Verifies tokens that are JSON Web Tokens",
    page: "api/auth-jwt.md",
  },
  {
    specifier: `${runtime}/auth/introspection`,
    module: "src/runtime/auth/introspection.ts",
    purpose: "Verifies tokens by asking the authorization server",
    page: "api/auth-introspection.md",
  },
  {
    specifier: `${runtime}/tasks`,
    module: "generated/extensions/tasks.ts",
    purpose: "Calls that go on after their answer, in servers and clients",
    page: "api/tasks.md",
  },
  {
    specifier: `${runtime}/tasks/node`,
    module: "src/runtime/tasks/node.ts",
    purpose: "A store of tasks that outlives the process",
    page: "api/tasks-node.md",
  },
  {
    specifier: `${runtime}/redis`,
    module: "src/runtime/redis.ts",
    purpose: "Several processes that answer as one, with Redis",
    page: "api/redis.md",
  },
  {
    specifier: `${runtime}/cluster`,
    module: "src/runtime/cluster.ts",
    purpose:
      "Several processes that answer as one, with stores of your own or in memory",
    page: "api/cluster.md",
  },
  {
    // The package of the runtime alone has no tests.
    specifier: "mcp-gen/cluster/testing",
    module: "src/store-tests/index.ts",
    purpose: "The promises of such stores, as tests",
    page: "api/cluster-testing.md",
  },
  {
    specifier: `${runtime}/otel`,
    module: "src/runtime/otel.ts",
    purpose: "Spans and metrics of every request, for OpenTelemetry",
    page: "api/otel.md",
  },
  {
    specifier: `${runtime}/extension`,
    module: "src/runtime/extension.ts",
    purpose: "What generated extensions build on",
    page: "api/extension.md",
  },
  {
    specifier: `${runtime}/registry/ajv`,
    module: "src/runtime/registry/ajv.ts",
    purpose: "Checks values with ajv, where a schema is plain JSON Schema",
    page: "api/registry-ajv.md",
  },
  {
    specifier: `${runtime}/core`,
    module: "src/runtime/index.ts",
    purpose: "The runtime of no revision, which generated code imports",
    page: "api/runtime.md",
  },
  {
    specifier: "mcp-gen",
    module: "src/index.ts",
    purpose: "The generator as a library: generate, check, diff, validate",
    page: "api/generator.md",
  },
];
