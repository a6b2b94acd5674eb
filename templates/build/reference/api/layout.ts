/** A page of docs/reference/api, and the names that it tells of. */
export interface ApiPage {
  /** From docs/reference. */
  readonly path: string;
  readonly title: string;
  /** Markdown: what the page is for, and where guides tell more. */
  readonly intro: string;
  /** Where its names are looked up, in this order. */
  readonly modules: readonly string[];
  readonly sections: readonly Section[];
  /** The heading above all names of its modules that stand nowhere else. */
  readonly rest?: string;
}

export interface Section {
  readonly title: string;
  readonly names: readonly string[];
}

const all = ["generated/index.ts", "src/runtime/index.ts"];

/** What belongs to the revisions, and has no page of its own here. */
export const ofRevisions: readonly string[] = ["types"];

/** The pages in the order in which the index shows them. */
export const apiPages: readonly ApiPage[] = [
  {
    path: "api/server.md",
    title: "Servers",
    intro:
      "Make a server, give it [features](features.md), and serve it on a transport: [`serveStdio`](serve-stdio.md#servestdio), or one over [HTTP](http-node.md). The guide [Your first server](../../guides/first-server.md) begins at the start.",
    modules: all,
    sections: [
      {
        title: "Make a server",
        names: ["createServer", "ServerOptions", "Server", "ServerConnection"],
      },
      {
        title: "Context and handlers",
        names: ["ServerContext", "ServerHandlers", "Answer"],
      },
      {
        title: "Interceptors",
        names: ["Interceptor", "InterceptedCall", "CallOutcome"],
      },
      {
        title: "Parts of the options",
        names: [
          "CacheHints",
          "KeepAliveOptions",
          "NoticeRates",
          "RequestStateOptions",
          "Register",
          "Auth",
        ],
      },
      {
        title: "What a client can be sent",
        names: ["ClientPeer", "ClientCalls", "ClientNotices"],
      },
    ],
  },
  {
    path: "api/features.md",
    title: "Tools, resources and prompts",
    intro:
      "What a server offers. Each function makes a feature, for the `features` of [`createServer`](server.md#createserver) or for `server.add`. Guides: [Tools](../../guides/tools.md), [Resources and prompts](../../guides/resources.md).",
    modules: all,
    sections: [
      {
        title: "Tools",
        names: ["tool", "ToolOptions", "ToolAnswer", "ArgumentsOf"],
      },
      {
        title: "Resources",
        names: [
          "resource",
          "resourceTemplate",
          "ResourceAnswer",
          "ContentsPart",
          "UriVariables",
          "expandUriTemplate",
          "TemplateValue",
        ],
      },
      {
        title: "Prompts",
        names: ["prompt", "PromptArgument", "PromptValues", "PromptAnswer"],
      },
      { title: "Completion", names: ["Completer", "Completion"] },
      { title: "Any feature", names: ["Feature"] },
    ],
  },
  {
    path: "api/content.md",
    title: "Content of results and messages",
    intro:
      "Blocks of content, for what a [tool](features.md#tool) or a [prompt](features.md#prompt) returns.",
    modules: all,
    sections: [
      {
        title: "Blocks",
        names: ["text", "image", "audio", "link", "embedded"],
      },
      {
        title: "Results and messages",
        names: ["structured", "user", "assistant"],
      },
      {
        title: "Types",
        names: [
          "ContentOptions",
          "Binary",
          "TextBlock",
          "MediaBlock",
          "LinkBlock",
          "EmbeddedBlock",
        ],
      },
    ],
  },
  {
    path: "api/schemas.md",
    title: "Schemas",
    intro:
      "What checks arguments and results: any library of [Standard Schema](https://standardschema.dev), such as zod, or plain JSON Schema. The guide is [Schemas](../../guides/schemas.md).",
    modules: all,
    sections: [
      { title: "JSON Schema", names: ["jsonSchema", "JsonSchemaValidator"] },
      {
        title: "Types",
        names: [
          "Schema",
          "StandardSchema",
          "SchemaIssue",
          "ToJsonSchema",
          "ConverterOf",
          "InputOf",
          "OutputOf",
        ],
      },
    ],
  },
  {
    path: "api/input.md",
    title: "Input in mid-call",
    intro:
      "A handler asks the client for something before it goes on: `context.ask` and `context.elicit` of the [context](server.md#servercontext), or what is on this page. The guide is [Questions](../../guides/questions.md).",
    modules: all,
    sections: [
      {
        title: "Ask",
        names: [
          "inputRequired",
          "elicit",
          "form",
          "createMessage",
          "listRoots",
        ],
      },
      {
        title: "Types",
        names: [
          "FormAnswer",
          "FormValue",
          "InputAnswers",
          "InputRequest",
          "InputRequired",
          "Repeatable",
          "FormOptions",
          "FormConverter",
          "Shown",
          "NoForm",
        ],
      },
    ],
  },
  {
    path: "api/client.md",
    title: "Clients",
    intro:
      "Make a client, connect it to a server, and call. The transports are [`spawnStdio`](spawn-stdio.md#spawnstdio) and [`httpTransport`](http-client.md#httptransport). The guide [Your first client](../../guides/first-client.md) begins at the start.",
    modules: all,
    sections: [
      { title: "Make a client", names: ["createClient", "ClientOptions"] },
      { title: "Methods of a client", names: ["Client"] },
      {
        title: "Calls and connections",
        names: [
          "CallOptions",
          "Progress",
          "ConnectOptions",
          "OpenTransport",
          "RestartOptions",
          "CacheOptions",
          "LogLevel",
        ],
      },
      {
        title: "Changes",
        names: ["ChangeFilter", "ListenOptions", "Subscription", "Change"],
      },
      {
        title: "What a server may ask",
        names: ["ClientContext", "ClientHandlers"],
      },
      {
        title: "What a server can be sent",
        names: ["ServerPeer", "ServerCalls", "ServerNotices"],
      },
    ],
  },
  {
    path: "api/errors.md",
    title: "Error classes",
    intro:
      "What calls reject with, and what handlers throw. [Errors](../errors.md) has the cause, an example and the cure of each.",
    modules: all,
    sections: [
      {
        title: "Classes",
        names: [
          "ToolError",
          "ProtocolError",
          "NotFoundError",
          "InvalidMessageError",
          "TimeoutError",
          "CancelledError",
          "TransportError",
        ],
      },
      { title: "Types", names: ["CallError"] },
    ],
  },
  {
    path: "api/serve-stdio.md",
    title: "Server on stdio",
    intro:
      "Serves the process that started this one. The guide is [stdio](../../guides/stdio.md).",
    modules: ["src/runtime/serve-stdio.ts"],
    sections: [],
    rest: "Names",
  },
  {
    path: "api/claim-stdout.md",
    title: "Standard output, claimed",
    intro:
      'Import this module first, for its effect: `import "@mcp-gen/runtime/claim-stdout";`. From then on, what modules print to standard output while they load goes to standard error. [`serveStdio`](serve-stdio.md#servestdio) does the same from its call on. It exports nothing.',
    modules: ["src/runtime/claim-stdout.ts"],
    sections: [],
  },
  {
    path: "api/spawn-stdio.md",
    title: "Client of a program, on stdio",
    intro:
      "Starts a server as a child process, and speaks to it over its standard input and output.",
    modules: ["src/runtime/spawn-stdio.ts"],
    sections: [],
    rest: "Names",
  },
  {
    path: "api/http-node.md",
    title: "Server over HTTP on Node",
    intro:
      "Serves by itself with `listen`, or in an application with `createNodeHandler`. Guides: [HTTP](../../guides/http.md), [Frameworks](../../guides/frameworks.md). The types of the options are on the page [Server over HTTP](http.md); this entry exports them, too.",
    modules: ["src/runtime/http-node.ts"],
    sections: [
      {
        title: "Names",
        names: [
          "listen",
          "ListenOptions",
          "Running",
          "createNodeHandler",
          "NodeHandler",
        ],
      },
    ],
  },
  {
    path: "api/http.md",
    title: "Server over HTTP",
    intro:
      "Serves wherever there are the `Request` and `Response` of the web, and has the types that [HTTP on Node](http-node.md) shares. Guides: [HTTP](../../guides/http.md), [Frameworks](../../guides/frameworks.md), [Limits](../../guides/limits.md).",
    modules: ["src/runtime/http.ts"],
    sections: [
      {
        title: "Handler",
        names: [
          "createHttpHandler",
          "HttpHandler",
          "HttpControls",
          "CloseOptions",
          "HttpStatus",
          "KeptStatus",
        ],
      },
      {
        title: "Options",
        names: [
          "HttpOptions",
          "SessionOptions",
          "ClientLimits",
          "ClientKey",
          "SseOptions",
        ],
      },
      {
        title: "Who is let in",
        names: [
          "Authorize",
          "Authorized",
          "Challenge",
          "OpenAnswer",
          "HttpRequest",
        ],
      },
    ],
    rest: "Events that are kept",
  },
  {
    path: "api/http-client.md",
    title: "Client over HTTP",
    intro: "The transport of a client whose server has an address on the web.",
    modules: ["src/runtime/http-client.ts"],
    sections: [
      {
        title: "Names",
        names: ["httpTransport", "HttpTransportOptions", "bearer", "HttpError"],
      },
    ],
    rest: "Types",
  },
  {
    path: "api/memory.md",
    title: "Transports within one process",
    intro:
      "For tests, and for a client and a server in one program. [`connect`](transports.md#connect) does it in one call. The guide is [Testing](../../guides/testing.md).",
    modules: ["src/runtime/memory.ts"],
    sections: [],
    rest: "Names",
  },
  {
    path: "api/transports.md",
    title: "Transports and messages",
    intro: "How messages travel: for a transport of your own, and for tests.",
    modules: all,
    sections: [
      { title: "In one process", names: ["connect"] },
      {
        title: "Transports of your own",
        names: [
          "Transport",
          "Receiver",
          "Sink",
          "Message",
          "RequestId",
          "JsonObject",
        ],
      },
      {
        title: "Streams of bytes",
        names: [
          "createByteStreamTransport",
          "ByteStreamOptions",
          "ByteInput",
          "ByteOutput",
        ],
      },
    ],
  },
  {
    path: "api/auth.md",
    title: "Client with OAuth",
    intro:
      "Logs a client in, and keeps its tokens fresh. The guide is [Authorization](../../guides/authorization.md).",
    modules: ["src/runtime/auth/index.ts"],
    sections: [
      {
        title: "Log in",
        names: [
          "oauth",
          "OAuthOptions",
          "OAuth",
          "BegunLogin",
          "FinishedLogin",
        ],
      },
      {
        title: "Programs without a person",
        names: ["clientCredentials", "workload", "enterprise", "Machine"],
      },
      {
        title: "Stores",
        names: ["memoryStore", "AuthStore"],
      },
      {
        title: "Errors",
        names: ["AuthorizationError", "AuthorizationReason", "TokenError"],
      },
    ],
    rest: "Types",
  },
  {
    path: "api/auth-node.md",
    title: "Client with OAuth, on Node",
    intro:
      "The login of a program at a terminal, a store in a file, and a fetch for public addresses.",
    modules: ["src/runtime/auth/node.ts"],
    sections: [
      {
        title: "Names",
        names: [
          "terminal",
          "TerminalOptions",
          "fileStore",
          "FileStoreOptions",
          "publicFetch",
          "PublicFetchOptions",
        ],
      },
      {
        title: "Errors",
        names: ["TerminalLoginError", "LoginFailure", "FileStoreError"],
      },
    ],
  },
  {
    path: "api/auth-server.md",
    title: "Protected server",
    intro:
      "Lets those in who show a token. The guide is [Authorization](../../guides/authorization.md).",
    modules: ["src/runtime/auth/server.ts"],
    sections: [
      { title: "Protect", names: ["protect", "ProtectOptions", "Protection"] },
      {
        title: "Scopes",
        names: [
          "scopesOf",
          "hideWithoutScopes",
          "ScopeHierarchy",
          "Operation",
          "OperationScopes",
          "NeededScopes",
          "AskedScopes",
          "GrantedScopes",
        ],
      },
      {
        title: "Verifiers",
        names: [
          "Verifier",
          "TokenRequest",
          "Verified",
          "Rejected",
          "ProofVerifier",
          "ProofRequest",
          "Proved",
          "Unproved",
        ],
      },
    ],
    rest: "Metadata",
  },
  {
    path: "api/auth-jwt.md",
    title: "Verify JSON Web Tokens",
    intro:
      "A verifier for [`protect`](auth-server.md#protect). Needs the package `jose`.",
    modules: ["src/runtime/auth/jwt.ts"],
    sections: [
      {
        title: "Names",
        names: ["jwt", "JwtOptions", "TokenIssuer", "KeyLocation", "TokenInfo"],
      },
    ],
    rest: "Proof of possession",
  },
  {
    path: "api/auth-introspection.md",
    title: "Verify by introspection",
    intro:
      "A verifier for [`protect`](auth-server.md#protect): it asks the authorization server. Needs the package `oauth4webapi`.",
    modules: ["src/runtime/auth/introspection.ts"],
    sections: [],
    rest: "Names",
  },
  {
    path: "api/registry-ajv.md",
    title: "JSON Schema with ajv",
    intro:
      "For schemas that are plain JSON Schema: see [`jsonSchema`](schemas.md#jsonschema).",
    modules: ["src/runtime/registry/ajv.ts"],
    sections: [],
    rest: "Names",
  },
  {
    path: "api/runtime.md",
    title: "What generated code builds on",
    intro:
      "The types behind the functions of `@mcp-gen/runtime/all`, for whoever wraps them or generates code of their own. Programs seldom import these.",
    modules: all,
    sections: [
      {
        title: "Revisions",
        names: ["revisions", "ProtocolTable", "SpokenRevision"],
      },
      {
        title: "Build servers and clients",
        names: [
          "buildServer",
          "ServerSettings",
          "buildClient",
          "ClientSettings",
          "ClientEndpoint",
          "createClientPeer",
          "createServerPeer",
        ],
      },
      {
        title: "Make features",
        names: [
          "defineTool",
          "DefineTool",
          "defineResource",
          "DefineResource",
          "defineResourceTemplate",
          "DefineResourceTemplate",
          "definePrompt",
          "DefinePrompt",
        ],
      },
    ],
    rest: "Other names",
  },
  {
    path: "api/generator.md",
    title: "The generator as a library",
    intro:
      "What the command line does, as functions of the package `mcp-gen`. They write to the disk only where told to. Guides: [Generate](../../guides/generate.md), [Own schemas](../../guides/own-schemas.md).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Generate",
        names: [
          "generate",
          "GenerateOptions",
          "GenerateReport",
          "GeneratedFile",
          "check",
          "CheckReport",
          "CheckedFile",
        ],
      },
      {
        title: "Schemas and revisions",
        names: [
          "list",
          "RevisionInfo",
          "load",
          "parse",
          "ParseOptions",
          "ParseResult",
          "ProtocolOptions",
          "SchemaInput",
          "SchemaSource",
          "FactTables",
        ],
      },
      {
        title: "Errors and diagnostics",
        names: [
          "GeneratorError",
          "InputError",
          "InputErrorCode",
          "UsageError",
          "UsageErrorCode",
          "OutputError",
          "OutputErrorCode",
          "Diagnostic",
          "DiagnosticCode",
          "diagnosticCodes",
          "CodeDescription",
          "Severity",
          "renderDiagnostic",
        ],
      },
      {
        title: "Outputs",
        names: [
          "emitNames",
          "EmitName",
          "EmitOptions",
          "EmittedFile",
          "runtimeParts",
          "RuntimePart",
          "FileStatus",
          "ManifestInput",
          "ProjectLack",
          "RequiredPackage",
        ],
      },
      {
        title: "Reports of the command line",
        names: [
          "JsonGenerateReport",
          "JsonCheckReport",
          "JsonValidateReport",
          "JsonErrorReport",
        ],
      },
    ],
  },
  {
    path: "api/generator-diff.md",
    title: "Compare revisions",
    intro:
      "What changed between two protocols, and what each change does on the wire: from the package `mcp-gen`. The guide is [Diff](../../guides/diff.md).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Compare",
        names: [
          "diff",
          "filterChanges",
          "diffRules",
          "ProtocolDiff",
          "DiffFilter",
        ],
      },
      {
        title: "Changes",
        names: [
          "Change",
          "ChangeKind",
          "Subject",
          "Where",
          "Place",
          "Effect",
          "Verdict",
          "Side",
          "Turn",
          "Rule",
          "RuleText",
          "Counts",
          "Summary",
        ],
      },
    ],
  },
  {
    path: "api/generator-validate.md",
    title: "Validate traffic",
    intro:
      "Judges recorded messages, or those of a running program: from the package `mcp-gen`. The guide is [Validate](../../guides/validate.md).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Validate",
        names: [
          "createValidator",
          "ValidatorOptions",
          "CreatedValidator",
          "Validator",
          "ValidatorLimits",
          "ValidatorCounts",
        ],
      },
      {
        title: "Findings",
        names: [
          "Finding",
          "Problem",
          "ProblemCode",
          "MessageKind",
          "RecordedMessage",
          "Sender",
        ],
      },
    ],
  },
  {
    path: "api/generator-protocol.md",
    title: "A protocol as data",
    intro:
      "What [`parse`](generator.md#parse) and [`load`](generator.md#load) give: from the package `mcp-gen`. As JSON it is [protocol.json](../protocol-json.md).",
    modules: ["src/index.ts"],
    sections: [
      {
        title: "Protocols",
        names: [
          "Protocol",
          "Source",
          "Pages",
          "Lifecycle",
          "Direction",
          "RequestMethod",
          "NotificationMethod",
          "MethodResult",
          "ResultCondition",
          "Params",
          "Capability",
          "ErrorCode",
          "ReservedCodes",
        ],
      },
    ],
    rest: "Declarations and types",
  },
];

/** What a value of a type is called in headings of its methods. */
export const instances: Readonly<Record<string, string>> = {
  Client: "client",
  Server: "server",
  ServerContext: "context",
  Validator: "validator",
};
