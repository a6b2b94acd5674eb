import type { FractionFact } from "../../schema/overrides/tables.ts";

export const fractionFacts: readonly FractionFact[] = [
  {
    at: "ElicitResult.content",
    since: "2025-06-18",
    reason:
      "A form may ask for a number, so that an answer such as 4.5 is valid.",
    page: "client/elicitation",
  },
  {
    at: "JSONValue",
    since: "2026-07-28",
    reason: "A JSON number may have a fraction.",
    page: "schema",
  },
];
