import type { ExtendedProtocol, ExtensionPart } from "../extend/part.ts";
import type { ExtensionFacts, ExtensionMethodFact } from "../model/index.ts";
import { otherWords } from "./fact-kinds.ts";
import type { FactGroup, NeededFact } from "./report.ts";

/** What had to be told of the extensions that are part of a revision. */
export function extensionFacts({ parts }: ExtendedProtocol): FactGroup {
  return {
    kind: "extensions",
    ...otherWords.extensions,
    facts: parts.flatMap(factsOf),
  };
}

function factsOf({ model: { extension, facts } }: ExtensionPart): NeededFact[] {
  const { pages, methods = {} } = facts;
  const [home = ""] = Object.values(methods).flatMap(({ page }) => page ?? []);
  const told = (about: string, says: string, page = home): NeededFact => ({
    about,
    says,
    reason: `The schema of ${extension} does not say it.`,
    page,
    address: [pages, page]
      .filter((part) => part !== undefined && part !== "")
      .join("/"),
  });
  return [
    ...Object.entries(methods).flatMap(([method, fact]) =>
      methodTexts(fact).map((text) => told(method, text, fact.page)),
    ),
    ...othersOf(facts).map(([about, says]) => told(about, says)),
  ];
}

function methodTexts(fact: ExtensionMethodFact): string[] {
  const { kind, direction, result, gated, name } = fact;
  return [
    ...(kind === undefined ? [] : [`is a ${kind}`]),
    ...(direction === undefined ? [] : [directions[direction]]),
    ...(result === undefined ? [] : [`is answered by \`${result}\``]),
    ...(gated === true ? ["needs the extension to be declared"] : []),
    ...(name === undefined ? [] : [`is called by its \`${name}\``]),
  ];
}

const directions = {
  clientToServer: "is sent by clients",
  serverToClient: "is sent by servers",
  both: "is sent by both sides",
} as const;

function othersOf(facts: ExtensionFacts): [about: string, says: string][] {
  const { since, until, results = {}, widens = {} } = facts;
  const { subscriptions = {}, settings, behaviour } = facts;
  return [
    ...(since === undefined ? [] : [["core", `from ${since} on`] as const]),
    ...(until === undefined ? [] : [["core", `before ${until}`] as const]),
    ...Object.entries(results).map(
      ([method, found]) =>
        [
          method,
          `may be answered by ${found.map(({ name }) => `\`${name}\``).join(", ")}`,
        ] as const,
    ),
    ...Object.entries(widens).map(
      ([type, by]) => [type, `has the fields of \`${by}\` as well`] as const,
    ),
    ...Object.entries(subscriptions).map(
      ([method, { filter, param }]) =>
        [
          method,
          `is subscribed to by \`${filter}\`, which lists its \`${param}\``,
        ] as const,
    ),
    ...(settings === undefined
      ? []
      : [[settings, "is what either side declares"] as const]),
    ...(behaviour === undefined
      ? []
      : [
          [
            behaviour.name,
            `of \`${behaviour.module}\` is its behaviour`,
          ] as const,
        ]),
  ].map(([about, says]) => [about, says]);
}
