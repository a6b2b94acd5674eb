import { createDiagnostic } from "../diagnostics/create.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Protocol } from "../model/index.ts";
import { holds, type FactTables } from "../spec/facts/index.ts";

/** Says so when a revision lives on the facts of an earlier one. */
export function inheritedFacts(
  revision: string,
  knownRevisions: readonly string[],
): Diagnostic[] {
  if (knownRevisions.includes(revision)) return [];
  const earlier = knownRevisions
    .filter((known) => known < revision)
    .sort()
    .at(-1);
  const origin =
    earlier === undefined
      ? "precedes every known revision: only facts without a beginning hold for it"
      : `is not a known revision: the facts of ${earlier} hold for it`;
  return [
    createDiagnostic("facts-inherited", {
      message: `${revision} ${origin}`,
      hint: "compare them with the revision's pages, and add what differs with --facts",
    }),
  ];
}

/** Says so when an added fact speaks of a method that the protocol does not have. */
export function checkFacts(
  added: Partial<FactTables>,
  protocol: Protocol,
): Diagnostic[] {
  const methods = new Set(
    [...protocol.requests, ...protocol.notifications].map(
      ({ method }) => method,
    ),
  );
  return [...(added.capabilities ?? []), ...(added.pages ?? [])]
    .filter((fact) => holds(fact, protocol.revision))
    .filter(({ method }) => !methods.has(method))
    .map(({ method }) =>
      createDiagnostic("fact-unknown", {
        message: `a fact names the method "${method}", which ${protocol.revision} does not have`,
        hint: "correct the method, or limit the fact to the revisions that have it",
      }),
    );
}
