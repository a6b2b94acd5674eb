import { describedPaths } from "../derive/descriptions.ts";
import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type { ExtensionFacts, ExtensionModel } from "../model/index.ts";
import { speaksOf } from "./facts.ts";

/** What is known of an extension, as far as it is about a schema. */
export interface FittingFacts {
  readonly facts: ExtensionFacts;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Takes out of the package's facts what a later schema of the extension no longer has: its
 * reader cannot correct them. What the runtime does for methods that are gone goes with them.
 */
export function fittingFacts(
  known: ExtensionFacts,
  model: ExtensionModel,
): FittingFacts {
  const { declarations } = model;
  const { behaviour, settings, ...others } = known;
  const types = new Set(declarations.map(({ name }) => name));
  const hasMethod = (method: string): boolean =>
    declarations.some((one) => speaksOf(method, one));
  const results = Object.values(known.results ?? {}).flat();
  const gone = {
    methods: namesOf(known.methods).filter((method) => !hasMethod(method)),
    results: results.flatMap(({ name }) => (types.has(name) ? [] : name)),
    widens: Object.values(known.widens ?? {}).filter((one) => !types.has(one)),
    settings: settings === undefined || types.has(settings) ? [] : [settings],
  };
  const paths = new Set(
    [
      ...describedPaths({ declarations, requests: [], notifications: [] }),
    ].flat(),
  );
  const acts = gone.methods.length + gone.results.length === 0;
  const facts: ExtensionFacts = {
    ...others,
    ...(acts && behaviour !== undefined && { behaviour }),
    ...(settings !== undefined && types.has(settings) && { settings }),
    ...only("methods", known.methods, hasMethod),
    ...only("results", known.results, (_, all) =>
      all.every(({ name }) => types.has(name)),
    ),
    ...only("widens", known.widens, (_, type) => types.has(type)),
    ...only(
      "subscriptions",
      known.subscriptions,
      (method) => hasMethod(method) && gone.widens.length === 0,
    ),
    ...only("descriptions", known.descriptions, (path) => paths.has(path)),
  };
  const lost = [
    ...gone.methods,
    ...new Set([...gone.results, ...gone.widens, ...gone.settings]),
  ];
  return {
    facts,
    diagnostics:
      lost.length === 0
        ? []
        : [leftOut(model, lost, acts ? undefined : behaviour)],
  };
}

function leftOut(
  { extension }: ExtensionModel,
  lost: readonly string[],
  behaviour: ExtensionFacts["behaviour"],
): Diagnostic {
  const names = lost.map((one) => JSON.stringify(one)).join(", ");
  const more =
    behaviour === undefined
      ? ""
      : `, and without ${behaviour.name} of the runtime, which needs them`;
  return createDiagnostic("fact-unknown", {
    message: `the schema of ${extension} no longer has ${names}, of which mcp-gen has facts: it is read without these facts${more}`,
    hint: "say what holds now in facts of your own (--extension-facts, or facts of the extension in the configuration), or leave the extension as it is locked: mcp-gen update <revision> takes only what is named",
  });
}

function namesOf(table: object = {}): string[] {
  return Object.keys(table);
}

/** A table without the entries that are about nothing. */
function only<Name extends string, Value>(
  name: Name,
  table: Readonly<Record<string, Value>> | undefined,
  keeps: (key: string, value: Value) => boolean,
): { [name in Name]?: Record<string, Value> } {
  if (table === undefined) return {};
  const kept = Object.entries(table).filter(([key, value]) =>
    keeps(key, value),
  );
  return { [name]: Object.fromEntries(kept) } as {
    [name in Name]: Record<string, Value>;
  };
}
