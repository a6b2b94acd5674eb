import type { CodeFact } from "../../schema/overrides/tables.ts";

const invalidRequest = -32600;
const invalidParams = -32602;
const internalError = -32603;

export const codeFacts: readonly CodeFact[] = [
  {
    from: -32002,
    to: -32002,
    as: invalidParams,
    since: "2026-07-28",
    reason:
      "What earlier revisions had for a resource that does not exist must not be sent: its place has invalid params.",
    page: "basic",
  },
  {
    from: -32768,
    to: -32000,
    as: internalError,
    since: "2026-07-28",
    reason:
      "JSON-RPC keeps the range; its last hundred are the specification's own, or not for anything new.",
    page: "basic",
  },
  {
    from: -32042,
    to: -32042,
    as: invalidRequest,
    until: "2026-07-28",
    reason:
      "One revision alone has the code for a page that a user has to visit first: no client of another expects it.",
    page: "basic",
  },
  {
    from: -32022,
    to: -32020,
    as: invalidRequest,
    until: "2026-07-28",
    reason: "Codes of a later revision say nothing to clients of this one.",
    page: "basic",
  },
  {
    from: -32768,
    to: -32100,
    as: internalError,
    until: "2026-07-28",
    reason:
      "JSON-RPC keeps the range: it names five codes, and leaves its last hundred to servers.",
    page: "basic",
  },
];
