import type { ApiPage } from "./api-page.ts";

const all = ["generated/index.ts", "src/runtime/index.ts"];

/** The ways of messages. */
export const transportPages: readonly ApiPage[] = [
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
          "MemoryStatus",
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
];
