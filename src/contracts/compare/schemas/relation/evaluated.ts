import type { NormalSchema } from "../../../../schema/model/index.ts";
import { targetOf, beside, type Term } from "./term.ts";

/** What `unevaluated…` does not speak of, because something else has. */
interface Evaluated {
  readonly names: Set<string>;
  readonly patterns: Set<string>;
  /** How many items from the first one on. */
  items: number;
  allProperties: boolean;
  allItems: boolean;
}

/**
 * `unevaluated…` as the words that name what they do not speak of, where a schema says it;
 * weaker than what it says, or the same.
 */
export function unevaluatedFacts(term: Term): NormalSchema[] {
  return restated(term, "most");
}

/** The same as claims: stronger than what it says, or the same. */
export function unevaluatedClaims(term: Term): NormalSchema[] {
  return restated(term, "least");
}

type Measure = "most" | "least";

function restated(term: Term, measure: Measure): NormalSchema[] {
  const { unevaluatedProperties, unevaluatedItems } = term.schema;
  if ((unevaluatedProperties ?? unevaluatedItems) === undefined) return [];
  const evaluated = evaluatedBy(term, measure);
  const found: NormalSchema[] = [];
  if (unevaluatedProperties !== undefined && !evaluated.allProperties)
    found.push({
      properties: anything(evaluated.names),
      patternProperties: anything(evaluated.patterns),
      additionalProperties: unevaluatedProperties,
    });
  if (unevaluatedItems !== undefined && !evaluated.allItems)
    found.push({
      prefixItems: Array.from({ length: evaluated.items }, () => ({})),
      items: unevaluatedItems,
    });
  return found;
}

function anything(names: ReadonlySet<string>): Record<string, NormalSchema> {
  return Object.fromEntries([...names].map((name) => [name, {}]));
}

function evaluatedBy(term: Term, measure: Measure): Evaluated {
  const evaluated: Evaluated = {
    names: new Set(),
    patterns: new Set(),
    items: 0,
    allProperties: false,
    allItems: false,
  };
  const seen = new Set<NormalSchema>();
  const visit = (one: Term, isOuter: boolean): void => {
    if (seen.has(one.schema)) return;
    seen.add(one.schema);
    note(one.schema, evaluated, { measure, isOuter });
    for (const other of applied(one, measure)) visit(other, false);
  };
  visit(term, true);
  return evaluated;
}

function note(
  schema: NormalSchema,
  evaluated: Evaluated,
  { measure, isOuter }: { measure: Measure; isOuter: boolean },
): void {
  for (const name of Object.keys(schema.properties ?? {}))
    evaluated.names.add(name);
  for (const pattern of Object.keys(schema.patternProperties ?? {}))
    evaluated.patterns.add(pattern);
  evaluated.items = Math.max(evaluated.items, schema.prefixItems?.length ?? 0);
  const others = isOuter ? undefined : schema.unevaluatedProperties;
  if ((schema.additionalProperties ?? others) !== undefined)
    evaluated.allProperties = true;
  const items = isOuter ? undefined : schema.unevaluatedItems;
  if ((schema.items ?? items) !== undefined) evaluated.allItems = true;
  // Which items it contains, nobody knows.
  if (measure === "most" && schema.contains !== undefined)
    evaluated.allItems = true;
}

/** What is applied to the same value: at least what always is, at most what may be. */
function applied(term: Term, measure: Measure): Term[] {
  const { schema } = term;
  const target = targetOf(term);
  const always = [
    ...(target === undefined ? [] : [target]),
    ...(schema.allOf ?? []).map((one) => beside(term, one)),
  ];
  if (measure === "least") return always;
  const { anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
  const some = [
    ...anyOf,
    ...oneOf,
    ...Object.values(dependentSchemas),
    ...[schema.if, schema.then, schema.else].filter((one) => one !== undefined),
  ];
  return [...always, ...some.map((one) => beside(term, one))];
}
