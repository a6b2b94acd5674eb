import { describedPaths } from "../derive/descriptions.ts";
import { deriveProtocol } from "../derive/index.ts";
import type { Declaration, Protocol } from "../model/index.ts";
import type { FactTables } from "../spec/facts/index.ts";
import type { Fact } from "../spec/facts/tables.ts";
import { tableNames, tableWords, type TableName } from "./fact-kinds.ts";
import type { FactGroup, NeededFact } from "./report.ts";

/** A revision, with the facts that hold for it. */
export interface Told {
  readonly protocol: Protocol;
  readonly facts: FactTables;
  /** Those of them that are none of mcp-gen's own. */
  readonly added: ReadonlySet<Fact>;
}

/** The same declarations, read with other facts. */
export function retold(
  { declarations, revision, source }: Protocol,
  known: FactTables,
): Protocol {
  return deriveProtocol(declarations as readonly Declaration[], {
    revision,
    known,
    ...(source === undefined ? {} : { source }),
  }).protocol;
}

/** Tables of the same facts but those of one kind. */
export function withoutKind(facts: FactTables, name: TableName): FactTables {
  return { ...facts, [name]: [] };
}

/**
 * The facts that a revision needs, by kind: each is taken away once, and needed where the
 * protocol is another without it.
 */
export function neededFacts(told: Told): FactGroup[] {
  return tableNames.map((name) => groupOf(name, told));
}

function groupOf<Name extends TableName>(name: Name, told: Told): FactGroup {
  const { cannotSay, couldSay, about, says } = tableWords[name];
  const all: readonly FactTables[Name][number][] = told.facts[name];
  const whole = JSON.stringify(retold(told.protocol, told.facts));
  const isNeeded = (fact: FactTables[Name][number]): boolean => {
    const known = {
      ...told.facts,
      [name]: all.filter((other) => other !== fact),
    };
    return JSON.stringify(retold(told.protocol, known)) !== whole;
  };
  const needed =
    name === "descriptions"
      ? told.facts.descriptions.filter(isUsedText(told))
      : all.filter(isNeeded);
  return {
    kind: name,
    cannotSay,
    couldSay,
    facts: (needed as readonly FactTables[Name][number][]).map((fact) => ({
      about: about(fact),
      says: says(fact),
      ...citation(fact, told),
    })),
  };
}

function citation(
  fact: Fact,
  { protocol, added }: Told,
): Omit<NeededFact, "about" | "says"> {
  const { reason, page } = fact;
  return {
    reason,
    page,
    address: pageAddress(protocol, page),
    ...(added.has(fact) ? { isAdded: true } : {}),
  };
}

/** Where a page of the specification is; what is an address already stays one. */
export function pageAddress({ pages }: Protocol, page: string): string {
  return /^[a-z]+:\/\//.test(page) ? page : `${pages.base}/${page}`;
}

/** There are hundreds, and one decides about one text: none is taken away to find that out. */
function isUsedText({
  protocol,
  facts,
}: Told): (fact: FactTables["descriptions"][number]) => boolean {
  const last = new Map(facts.descriptions.map((fact) => [fact.of, fact]));
  const used = new Set(
    [...describedPaths(protocol)].map((paths) =>
      last.get(paths.find((path) => last.has(path)) ?? ""),
    ),
  );
  return (fact) => used.has(fact);
}
