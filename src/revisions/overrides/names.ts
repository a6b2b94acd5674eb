import type { NameFact } from "../../schema/overrides/tables.ts";

/** A transport repeats the name in a header, and who counts calls tells them apart. */
export const nameFacts: readonly NameFact[] = Object.entries({
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
}).map(([method, param]) => ({
  method,
  param,
  reason:
    "The transport repeats this param in a header, so that what lies between can route by it.",
  page: "basic/transports/streamable-http",
}));
