import type { KnownFeatureFact } from "../../schema/overrides/known-facts.ts";

export const featureFacts: readonly KnownFeatureFact[] = [
  {
    name: "integer-numbers",
    published: true,
    reason:
      "The published JSON Schema says `integer` where the schema.ts says `number` and no tag says more.",
    page: "schema",
  },
  {
    name: "tool-input-errors",
    since: "2025-11-25",
    reason:
      "Arguments that do not fit a tool's schema are an error of the tool, which a model reads; before, they were an error of the protocol.",
    page: "server/tools",
  },
  {
    name: "sampling-context",
    since: "2025-11-25",
    reason:
      "Context of other servers is asked for only of clients that declare it: before, there was nothing to declare.",
    page: "client/sampling",
  },
  {
    name: "sessions",
    since: "2025-03-26",
    until: "2026-07-28",
    reason: "The HTTP transport may assign a session at initialization.",
    page: "basic/transports",
  },
  {
    name: "resumption",
    since: "2025-03-26",
    until: "2026-07-28",
    reason: "A broken event stream may be resumed after its last event.",
    page: "basic/transports",
  },
  {
    name: "protocol-version-header",
    since: "2025-06-18",
    reason:
      "Over HTTP, each request says its revision in a header; one without it is of the revision before.",
    page: "basic/transports",
  },
  {
    name: "stream-priming",
    since: "2025-11-25",
    until: "2026-07-28",
    reason:
      "An event stream begins with an id and no message, so that a client can come back for it at any time.",
    page: "basic/transports",
  },
  {
    name: "request-headers",
    since: "2026-07-28",
    reason:
      "Over HTTP, headers repeat a request's method, the name of what is called, and annotated arguments of tools.",
    page: "basic/transports/streamable-http",
  },
  {
    name: "flat-forms",
    since: "2025-06-18",
    reason: "The fields of a form are primitive: nothing nests in them.",
    page: "client/elicitation",
  },
  {
    name: "form-lists",
    since: "2025-11-25",
    reason: "A field of a form may be a choice of several.",
    page: "client/elicitation",
  },
  {
    name: "form-titles",
    since: "2025-11-25",
    reason:
      "Each choice of a field has its title beside it; before, the titles were a list of their own.",
    page: "client/elicitation",
  },
  {
    name: "icon-sources",
    since: "2025-11-25",
    reason:
      "An icon is at a web address or in a `data:` URI: any other might run something.",
    page: "basic",
  },
  {
    name: "schema-2020-12",
    since: "2025-11-25",
    reason: "The published JSON Schema names the 2020-12 dialect from here on.",
    page: "schema",
  },
  {
    name: "schema-page",
    since: "2025-06-18",
    reason: "The schema's page has an anchor for each type from here on.",
    page: "schema",
  },
];
