import type { Protocol } from "../model/index.ts";
import type { FactTables } from "../spec/facts/index.ts";
import { wordsOf, type CountedCode } from "./counted.ts";
import { otherWords } from "./fact-kinds.ts";
import { pageAddress, retold, type Told } from "./needed-facts.ts";
import { renamed, withRenamed } from "./renamed.ts";
import type { FactGroup, NeededFact } from "./report.ts";

/** Where the generator may know parts of a schema by their names. */
const knowing = /^src\/(derive|emit|extend)(\/|$)/;

/** What the generator knows by its name alone: facts that stand in no table. */
export function conventionFacts(told: Told, counted: CountedCode): FactGroup {
  return {
    kind: "conventions",
    ...otherWords.conventions,
    facts: [...spelledNames(told, counted), ...resultsByName(told)],
  };
}

/** The types of a revision that the generator's own code spells. */
export function spelledTypes(
  { declarations }: Protocol,
  { folders }: CountedCode,
): ReadonlySet<string> {
  const types = new Set(declarations.map(({ name }) => name));
  const words = wordsOf(folders.filter(({ path }) => knowing.test(path)));
  return new Set(words.filter((word) => types.has(word)));
}

function spelledNames(
  { protocol }: Told,
  { folders }: CountedCode,
): NeededFact[] {
  const { declarations, requests, notifications } = protocol;
  const pages = new Map([
    ...declarations.map(({ name }) => [name, "schema"] as const),
    ...[...requests, ...notifications].map(
      ({ method, page = "schema" }) => [method, page] as const,
    ),
  ]);
  const known = folders.filter(({ path }) => knowing.test(path));
  return wordsOf(known).flatMap((word) => {
    const page = pages.get(word);
    if (page === undefined) return [];
    const places = known
      .filter(({ words = [] }) => words.includes(word))
      .map(({ path }) => `\`${path}\``);
    return [
      {
        about: word,
        says: `is known by its name in ${places.join(", ")}`,
        reason: "Nothing in the schema marks what it is for.",
        page,
        address: pageAddress(protocol, page),
      },
    ];
  });
}

/** Results that are found by their names: with another, they are not. */
function resultsByName({ protocol, facts }: Told): NeededFact[] {
  const declared = new Set(protocol.declarations.map(({ name }) => name));
  const named = new Set(
    protocol.requests.flatMap(({ results }) => results.map(({ name }) => name)),
  );
  const found = new Map(
    [...named]
      .filter((name) => declared.has(name))
      .map((name) => [name, methodsByName(name, protocol, facts)]),
  );
  return protocol.requests.flatMap(({ method, results, page = "schema" }) =>
    results
      .filter(({ name }) => found.get(name)?.has(method))
      .map(({ name }) => ({
        about: method,
        says: `is answered by \`${name}\``,
        reason: "The request does not refer to its result: its name tells.",
        page,
        address: pageAddress(protocol, page),
      })),
  );
}

/** The methods that lose a result when it has another name. */
function methodsByName(
  name: string,
  protocol: Protocol,
  facts: FactTables,
): ReadonlySet<string> {
  const { requests } = retold(withRenamed(protocol, new Set([name])), facts);
  return new Set(
    requests
      .filter(({ results }) =>
        results.every((result) => result.name !== renamed(name)),
      )
      .map(({ method }) => method),
  );
}
