import type { Fact } from "./fact.ts";

/** An error code that only the prose names. */
export interface ErrorFact extends Fact {
  /** The name of the constant. */
  name: string;
  /** Its number on the wire. */
  code: number;
}

export const errorFacts: readonly ErrorFact[] = [
  {
    name: "RESOURCE_NOT_FOUND",
    code: -32002,
    until: "2026-07-28",
    reason: "The page gives this code for a resource that does not exist.",
    page: "server/resources",
  },
];
