import type { ApiPage } from "./api-page.ts";

const all = ["generated/index.ts", "src/runtime/index.ts"];

/** What few programs import. */
export const basePages: readonly ApiPage[] = [
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
    path: "api/otel.md",
    title: "Telemetry with OpenTelemetry",
    intro:
      "An [interceptor](server.md#interceptor) for servers and clients that tells OpenTelemetry of every request. Needs the package `@opentelemetry/api`. The guide is [Telemetry](../../guides/telemetry.md).",
    modules: ["src/runtime/otel.ts"],
    sections: [{ title: "Names", names: ["otel", "OtelOptions"] }],
  },
  {
    path: "api/runtime.md",
    title: "What generated code builds on",
    intro:
      "The types behind the functions of `@mcp-gen/runtime`, and the functions of `@mcp-gen/runtime/core`, which generated code calls. Import them to wrap the API, or to generate code of your own.",
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
];
