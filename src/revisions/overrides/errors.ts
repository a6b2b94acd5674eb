import type { ErrorFact } from "../../schema/overrides/tables.ts";

export const errorFacts: readonly ErrorFact[] = [
  {
    name: "RESOURCE_NOT_FOUND",
    code: -32002,
    until: "2026-07-28",
    reason: "The page gives this code for a resource that does not exist.",
    page: "server/resources",
  },
];
