import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import type { Protocol } from "../model/index.ts";
import { holds } from "../overrides/applies.ts";
import type { Fact, FactTables, MessageFact } from "../overrides/tables.ts";
import { describedPaths } from "./descriptions.ts";
import type { Message } from "./messages.ts";

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

/** Reports added facts about methods, types and features that do not exist. */
export function checkFacts(
  added: Partial<FactTables>,
  known: FactTables,
  protocol: Protocol,
  found: readonly Message[],
): Diagnostic[] {
  const methods = new Set(
    [...protocol.requests, ...protocol.notifications].map(
      ({ method }) => method,
    ),
  );
  const types = new Set(protocol.declarations.map(({ name }) => name));
  const { capabilities = [], pages = [], inputs = [], names = [] } = added;
  const { fractions = [], features = [], descriptions = [] } = added;
  const { messages = [] } = added;
  const featureNames = [...new Set(known.features.map(({ name }) => name))];
  const current = (fact: Fact): boolean => holds(fact, protocol.revision);
  return [
    ...[...capabilities, ...pages, ...inputs, ...names]
      .filter((fact) => current(fact) && !methods.has(fact.method))
      .map(({ method }) => unknownFact(`the method "${method}"`, protocol)),
    ...messages
      .filter((fact) => current(fact) && !isFound(fact, found))
      .map(({ method, type }) =>
        unknownFact(`${type} as the message of "${method}"`, protocol),
      ),
    ...fractions
      .filter((fact) => current(fact) && !types.has(typeOf(fact.at)))
      .map(({ at }) => unknownFact(`the type of "${at}"`, protocol)),
    ...features
      .filter((fact) => current(fact) && !featureNames.includes(fact.name))
      .map(({ name }) => unknownFeature(name, featureNames.sort())),
    ...undescribed(descriptions.filter(current), protocol).map(({ of }) =>
      unknownFact(`"${of}"`, protocol),
    ),
  ];
}

function isFound(fact: MessageFact, found: readonly Message[]): boolean {
  return found.some(
    ({ method, declaration }) =>
      method === fact.method && declaration.name === fact.type,
  );
}

function undescribed(
  descriptions: FactTables["descriptions"],
  protocol: Protocol,
): FactTables["descriptions"] {
  if (descriptions.length === 0) return [];
  const paths = new Set([...describedPaths(protocol)].flat());
  return descriptions.filter(({ of }) => !paths.has(of));
}

function unknownFeature(
  name: string,
  featureNames: readonly string[],
): Diagnostic {
  return createDiagnostic("fact-unknown", {
    message: `a fact names the feature "${name}", which nothing asks for`,
    hint: suggest(name, featureNames) ?? `there are ${featureNames.join(", ")}`,
  });
}

function typeOf(path: string): string {
  return path.split(".", 1)[0] ?? path;
}

function unknownFact(subject: string, { revision }: Protocol): Diagnostic {
  return createDiagnostic("fact-unknown", {
    message: `a fact names ${subject}, which ${revision} does not have`,
    hint: "correct it, or limit the fact to the revisions that have it",
  });
}
