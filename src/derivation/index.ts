import { factsOf } from "../derive/index.ts";
import type { ExtendedProtocol } from "../extend/part.ts";
import type { Protocol } from "../model/index.ts";
import { packageVersion } from "../package.ts";
import { knownFacts, type FactTables } from "../spec/facts/index.ts";
import { conventionFacts } from "./convention-facts.ts";
import { readCounted, type CountedCode } from "./counted.ts";
import { countDerived } from "./derived.ts";
import { findDisagreements } from "./disagreements.ts";
import { extensionFacts } from "./extension-facts.ts";
import {
  countGenerator,
  countHandWritten,
  methodKnowledge,
} from "./hand-written.ts";
import { neededFacts, type Told } from "./needed-facts.ts";
import type { DerivationReport, Doubt, ReportTotals } from "./report.ts";

export type * from "./report.ts";

/** What a report is made of. */
export interface ReportedRevision {
  readonly core: Protocol;
  /** The same with its extensions. */
  readonly extended: ExtendedProtocol;
  /** The revision beside it, to which its values cross; none where there is none. */
  readonly neighbour?: Protocol;
  /** Facts in addition to those that mcp-gen knows. */
  readonly added?: Partial<FactTables>;
  /** What was found while it was read. */
  readonly doubts: readonly Doubt[];
  /**
   * The code that people wrote.
   *
   * @default as the build has counted it
   */
  readonly counted?: CountedCode;
}

/** Finds out of each layer of an SDK where its code comes from. */
export function reportDerivation(revision: ReportedRevision): DerivationReport {
  const { core, extended, neighbour, added = {}, doubts } = revision;
  const { counted = readCounted() } = revision;
  const { protocol } = extended;
  const told: Told = {
    protocol: core,
    facts: factsWithin(core, added),
    added: new Set(Object.values(added).flat()),
  };
  const derived = countDerived(revision, told, counted);
  const handWritten = countHandWritten(protocol, counted);
  const generatorParts = countGenerator(counted);
  const report = { derived, handWritten, generatorParts };
  return {
    formatVersion: 1,
    generator: packageVersion(),
    revision: core.revision,
    ...(core.source === undefined ? {} : { sha256: core.source.sha256 }),
    ...(neighbour === undefined ? {} : { neighbour: neighbour.revision }),
    extensions: extended.parts.map(({ model }) => model.extension),
    ...report,
    facts: [
      ...neededFacts(told),
      conventionFacts(told, counted),
      extensionFacts(extended),
    ],
    disagreements: findDisagreements(core),
    doubts: [...doubts],
    methods: methodKnowledge(protocol, handWritten),
    totals: totalsOf(report),
  };
}

/** The facts that hold for a revision, without those of types that it does not have. */
function factsWithin(
  { declarations, revision }: Protocol,
  added: Partial<FactTables>,
): FactTables {
  const facts = factsOf(knownFacts, added, revision);
  const types = new Set(declarations.map(({ name }) => name));
  return {
    ...facts,
    fractions: facts.fractions.filter(({ at }) =>
      types.has(at.split(".", 1)[0] ?? at),
    ),
  };
}

function totalsOf({
  derived,
  handWritten,
  generatorParts,
}: Pick<
  DerivationReport,
  "derived" | "handWritten" | "generatorParts"
>): ReportTotals {
  const sum = (counts: readonly number[]): number =>
    counts.reduce((all, one) => all + one, 0);
  const code = (layers: readonly { lines: { code: number } }[]): number =>
    sum(layers.map(({ lines }) => lines.code));
  return {
    derived: code(derived.filter(({ origin }) => origin === "derived")),
    derivedWithFacts: code(
      derived.filter(({ origin }) => origin === "derived-with-facts"),
    ),
    linesByFacts: sum(derived.map(({ linesByFacts }) => linesByFacts)),
    linesByNames: sum(derived.map(({ linesByNames }) => linesByNames)),
    handWritten: code(handWritten.filter(({ isNeeded }) => isNeeded)),
    handWrittenForOthers: code(handWritten.filter(({ isNeeded }) => !isNeeded)),
    generator:
      code(generatorParts) + sum(derived.map(({ emitter }) => emitter.code)),
  };
}
