import type { ApiPage } from "./api-page.ts";

const all = ["generated/index.ts", "src/runtime/index.ts"];

/** Servers, clients, and what they have in common. */
export const corePages: readonly ApiPage[] = [
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
        names: ["ServerContext", "ServerHandlers", "Answer", "Whole"],
      },
      {
        title: "Interceptors",
        names: [
          "Interceptor",
          "InterceptedCall",
          "CallOutcome",
          "InterceptedSession",
          "SessionEnding",
        ],
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
          "FormCompatible",
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
          "UnsendableError",
        ],
      },
      { title: "Types", names: ["CallError"] },
    ],
  },
];
