import { createDiagnostic } from "../../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../../base/diagnostics/diagnostic.ts";
import { derive } from "../../../project/api/parse.ts";
import { hasIntegerNumbers } from "../../../schema/model/paths/fractions.ts";
import type { Protocol } from "../../../schema/model/index.ts";
import type { DiffSide, SourceOptions } from "./source.ts";

/**
 * Gives a schema whose revision nobody has named the facts of the other side: what the
 * schemas do not say is then no change.
 */
export async function withSharedFacts(
  [before, after]: readonly [DiffSide, DiffSide],
  facts: SourceOptions["facts"],
): Promise<[DiffSide, DiffSide]> {
  if (after.isUnnamed)
    return [before, await withFactsOf(before.protocol, after, facts)];
  return before.isUnnamed
    ? [await withFactsOf(after.protocol, before, facts), after]
    : [before, after];
}

async function withFactsOf(
  other: Protocol,
  side: DiffSide,
  facts: SourceOptions["facts"],
): Promise<DiffSide> {
  const { declarations, revision, source } = side.protocol;
  const derived = await derive(
    declarations,
    {
      ...{ revision: other.revision, source },
      published: hasIntegerNumbers(other),
    },
    facts === undefined ? {} : { facts },
  );
  return {
    ...side,
    protocol: { ...derived.protocol, revision },
    diagnostics: [
      ...side.diagnostics.filter(({ code }) => code !== "facts-inherited"),
      factsShared(revision, other.revision),
    ],
  };
}

function factsShared(revision: string, other: string): Diagnostic {
  return createDiagnostic("facts-inherited", {
    message: `${revision} is not a known revision: it has the facts of ${other}, which it is compared with`,
    hint: "name its revision with --revision",
  });
}
