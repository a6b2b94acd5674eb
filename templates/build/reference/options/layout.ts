import { generatorOptions } from "./generator.ts";
import type { OptionGroup } from "./table.ts";

const all = "generated/index.ts";
const runtime = "src/runtime/index.ts";
const http = "src/runtime/http.ts";
const auth = "src/runtime/auth/index.ts";
const node = "src/runtime/auth/node.ts";
const server = "src/runtime/auth/server.ts";
const jwt = "src/runtime/auth/jwt.ts";
const redis = "src/runtime/redis.ts";
const tasks = "generated/extensions/tasks.ts";

export const optionGroups: readonly OptionGroup[] = [
  {
    title: "Servers",
    tables: [
      {
        title: "createServer",
        module: all,
        name: "ServerOptions",
        intro: "`createServer(options)`",
      },
      {
        title: "tool",
        module: all,
        name: "tool",
        intro:
          "`tool(name, options, handler)`. What clients list of a tool, such as `title` and `annotations`, is what the revision has for it.",
      },
      {
        title: "resource",
        module: all,
        name: "resource",
        intro: "`resource(uri, options, handler)`",
      },
      {
        title: "resourceTemplate",
        module: all,
        name: "resourceTemplate",
        intro: "`resourceTemplate(uriTemplate, options, handler)`",
      },
      {
        title: "prompt",
        module: all,
        name: "prompt",
        intro: "`prompt(name, options, handler)`",
      },
      {
        title: "Notice rates",
        module: runtime,
        name: "NoticeRates",
        intro: "`createServer({ noticeRates })`",
      },
      {
        title: "Request state",
        module: runtime,
        name: "RequestStateOptions",
        intro: "`createServer({ requestState })`",
      },
      {
        title: "Cache hints",
        module: runtime,
        name: "CacheHints",
        intro: "`createServer({ cache })`, and the options of a resource",
      },
    ],
  },
  {
    title: "Clients",
    tables: [
      {
        title: "createClient",
        module: all,
        name: "ClientOptions",
        intro: "`createClient(options)`",
      },
      {
        title: "connect",
        module: runtime,
        name: "ConnectOptions",
        intro: "`client.connect(transport, options)`",
      },
      {
        title: "restart",
        module: runtime,
        name: "RestartOptions",
        intro: "`client.connect(open, { restart })`",
      },
      {
        title: "call",
        module: runtime,
        name: "CallOptions",
        intro:
          "The last argument of each function that calls: `client.callTool(params, options)`, `context.elicit(key, params, options)`",
      },
      {
        title: "listen for changes",
        module: runtime,
        name: "ListenOptions",
        intro: "`client.listen(filter, options)`",
      },
      {
        title: "cache",
        module: runtime,
        name: "CacheOptions",
        intro: "`createClient({ cache })`",
      },
      {
        title: "keep-alive",
        module: runtime,
        name: "KeepAliveOptions",
        intro:
          "`createClient({ keepAlive })` and `createServer({ keepAlive })`",
      },
    ],
  },
  {
    title: "stdio",
    tables: [
      {
        title: "serveStdio",
        module: "src/runtime/serve-stdio.ts",
        name: "ServeStdioOptions",
        intro: "`serveStdio(server, options)`",
      },
      {
        title: "spawnStdio",
        module: "src/runtime/spawn-stdio.ts",
        name: "SpawnStdioOptions",
        intro: "`spawnStdio(options)`",
      },
    ],
  },
  {
    title: "HTTP",
    tables: [
      {
        title: "HTTP server",
        module: http,
        name: "HttpOptions",
        intro:
          "`createNodeHandler(server, options)`, `createHttpHandler(server, options)` and `listen(server, options)`",
      },
      {
        title: "listen",
        module: "src/runtime/http-node.ts",
        name: "ListenOptions",
        intro:
          "`listen(server, options)`, beside the options of the [HTTP server](#http-server)",
      },
      {
        title: "sessions",
        module: http,
        name: "SessionOptions",
        intro: "`{ sessions }` of the [HTTP server](#http-server)",
      },
      {
        title: "perClient",
        module: http,
        name: "ClientLimits",
        intro: "`{ perClient }` of the [HTTP server](#http-server)",
      },
      {
        title: "sse",
        module: http,
        name: "SseOptions",
        intro: "`{ sse }` of the [HTTP server](#http-server)",
      },
      {
        title: "Memory event store",
        module: http,
        name: "MemoryEventStoreOptions",
        intro: "`createMemoryEventStore(options)`",
      },
      {
        title: "close",
        module: http,
        name: "CloseOptions",
        intro: "`close(options)` of a handler, and of what `listen` gives",
      },
      {
        title: "httpTransport",
        module: "src/runtime/http-client.ts",
        name: "HttpTransportOptions",
        intro: "`httpTransport(options)`",
      },
      {
        title: "reconnect",
        module: "src/runtime/http-client.ts",
        name: "ReconnectOptions",
        intro: "`httpTransport({ reconnect })`",
      },
    ],
  },
  {
    title: "Authorization",
    tables: [
      {
        title: "oauth",
        module: auth,
        name: "OAuthOptions",
        intro: "`oauth(options)`",
      },
      {
        title: "DPoP of a client",
        module: auth,
        name: "DpopOptions",
        intro: "`oauth({ dpop })`",
      },
      {
        title: "terminal",
        module: node,
        name: "TerminalOptions",
        intro: "`terminal(options)`",
      },
      {
        title: "fileStore",
        module: node,
        name: "FileStoreOptions",
        intro: "`fileStore(path, options)`",
      },
      {
        title: "publicFetch",
        module: node,
        name: "PublicFetchOptions",
        intro: "`publicFetch(options)`",
      },
      {
        title: "protect",
        module: server,
        name: "ProtectOptions",
        intro: "`protect(options)`",
      },
      {
        title: "jwt",
        module: jwt,
        name: "JwtOptions",
        intro: "`jwt(options)`",
      },
      {
        title: "dpop",
        module: jwt,
        name: "DpopProofOptions",
        intro: "`dpop(options)`, for a server",
      },
      {
        title: "DPoP nonces",
        module: jwt,
        name: "NonceOptions",
        intro: "`dpop({ nonces })`",
      },
      {
        title: "introspection",
        module: "src/runtime/auth/introspection.ts",
        name: "IntrospectionOptions",
        intro: "`introspection(options)`",
      },
    ],
  },
  {
    title: "Extensions",
    tables: [
      {
        title: "An extension",
        module: "src/runtime/extension.ts",
        name: "ExtensionOptions",
        intro:
          "`words.with(options)`, of [an extension](../guides/extensions.md) that was generated. The types are those of its schema.",
      },
      {
        title: "tasks",
        module: tasks,
        name: "TaskServerOptions",
        intro: "`tasks.with(options)`, for a server",
      },
      {
        title: "close tasks",
        module: tasks,
        name: "TasksCloseOptions",
        intro: "`server.tasks.close(options)`",
      },
      {
        title: "tasks of a client",
        module: tasks,
        name: "ClientTaskOptions",
        intro: "`tasks.with(options)`, for a client",
      },
      {
        title: "call as a task",
        module: tasks,
        name: "TaskCallOptions",
        intro:
          "`client.tasks.call(params, options)`, beside the options of a [call](#call)",
      },
      {
        title: "result of a task",
        module: tasks,
        name: "TaskResultOptions",
        intro: "`result(options)` of a handle",
      },
      {
        title: "resume a task",
        module: tasks,
        name: "ResumeOptions",
        intro: "`client.tasks.resume(taskId, options)`",
      },
      {
        title: "memoryTaskStore",
        module: tasks,
        name: "TaskStoreBounds",
        intro: "`memoryTaskStore(options)`",
      },
      {
        title: "fileTaskStore",
        module: "src/runtime/tasks/node.ts",
        name: "FileTaskStoreOptions",
        intro:
          "`fileTaskStore(folder, options)`, beside the bounds of [`memoryTaskStore`](#memorytaskstore)",
      },
    ],
  },
  {
    title: "Several processes, with Redis",
    tables: [
      {
        title: "openRedis",
        module: redis,
        name: "RedisOptions",
        intro: "`openRedis(urlOrClient, options)`",
      },
      {
        title: "redisCluster",
        module: redis,
        name: "RedisStreamOptions",
        intro: "`redisCluster(redis, options)`, and `redisStores`",
      },
      {
        title: "redisTaskStore",
        module: redis,
        name: "RedisTaskStoreOptions",
        intro:
          "`redisTaskStore(redis, options)`, beside the bounds of [`memoryTaskStore`](#memorytaskstore)",
      },
      {
        title: "redisStateKeys",
        module: redis,
        name: "RedisStateKeyOptions",
        intro: "`redisStateKeys(redis, options)`",
      },
    ],
  },
  {
    title: "Several processes, without Redis",
    tables: [
      {
        title: "memoryCluster",
        module: "src/runtime/cluster.ts",
        name: "MemoryClusterOptions",
        intro: "`memoryCluster(options)`",
      },
      {
        title: "Tests of stores",
        module: "src/store-tests/index.ts",
        name: "StoreTestOptions",
        intro:
          "`sessionStoreTests(make, options)`, `streamStoreTests`, `busTests` and `busOutageTests`",
      },
      {
        title: "Tests of a store of tasks",
        module: "src/store-tests/index.ts",
        name: "TaskStoreTestOptions",
        intro:
          "`taskStoreTests(make, options)`, beside those of [all tests of stores](#tests-of-stores)",
      },
    ],
  },
  {
    title: "Telemetry",
    tables: [
      {
        title: "otel",
        module: "src/runtime/otel.ts",
        name: "OtelOptions",
        intro: "`otel(options)`",
      },
    ],
  },
  generatorOptions,
];

/** What a page says of options that another table has. */
export const inherited: Readonly<Record<string, string>> = {
  // `listen` takes all that the handlers take.
  ListenOptions: "HttpOptions",
};
