import { matches } from "./pattern.ts";
import { beside, never, type Term } from "../term.ts";
import { isNever, saysNothing } from "../key.ts";
import { fitsTerm } from "./values.ts";

/** What is said of the property of a name, wherever it is said. */
export function fieldOf(flat: readonly Term[], name: string): Term[] {
  const terms: Term[] = [];
  for (const term of flat) {
    const { additionalProperties, propertyNames } = term.schema;
    const named = schemasOfName(term, name);
    terms.push(...named.map((schema) => beside(term, schema)));
    if (named.length === 0 && additionalProperties !== undefined)
      terms.push(beside(term, additionalProperties));
    if (propertyNames && !fitsTerm(beside(term, propertyNames), name))
      terms.push(beside(term, never));
  }
  return terms;
}

/** What `properties` and `patternProperties` of a term say of a name. */
export function schemasOfName(
  { schema: { properties = {}, patternProperties = {} } }: Term,
  name: string,
): Term["schema"][] {
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const matched = Object.entries(patternProperties)
    .filter(([pattern]) => matches(name, pattern))
    .map(([, schema]) => schema);
  return own === undefined ? matched : [own, ...matched];
}

/**
 * What is said of any property that `properties` does not name and none of some patterns
 * matches: where others may match, their schemas or what is said of all others.
 */
export function otherField(
  flat: readonly Term[],
  unmatched: ReadonlySet<string>,
): Term[] {
  return flat.flatMap((term) => {
    const { propertyNames, additionalProperties = {} } = term.schema;
    const { patternProperties = {} } = term.schema;
    const matching = Object.entries(patternProperties)
      .filter(([pattern]) => !unmatched.has(pattern))
      .map(([, schema]) => schema);
    const said = anyOf([additionalProperties, ...matching]);
    const hasNone = propertyNames !== undefined && isNever(propertyNames);
    return [
      ...(saysNothing(said) ? [] : [beside(term, said)]),
      ...(hasNone ? [beside(term, never)] : []),
    ];
  });
}

/** What is said of any property whose name matches a pattern, and that nothing names. */
export function matchedField(flat: readonly Term[], pattern: string): Term[] {
  return flat.flatMap((term) => {
    const { additionalProperties = {}, patternProperties = {} } = term.schema;
    const own = patternProperties[pattern];
    const said =
      own ?? anyOf([additionalProperties, ...Object.values(patternProperties)]);
    return saysNothing(said) ? [] : [beside(term, said)];
  });
}

function anyOf(members: Term["schema"][]): Term["schema"] {
  const [only, second] = members;
  if (second === undefined) return only ?? {};
  return members.some(saysNothing) ? {} : { anyOf: members };
}

/** The names that flat terms speak of. */
export function namesOf(flat: readonly Term[]): Set<string> {
  return new Set(
    flat.flatMap(({ schema: { properties = {}, required = [] } }) => [
      ...Object.keys(properties),
      ...required,
    ]),
  );
}

/** The patterns of flat terms. */
export function patternsOf(flat: readonly Term[]): Set<string> {
  return new Set(
    flat.flatMap(({ schema }) => Object.keys(schema.patternProperties ?? {})),
  );
}

/** The properties that are there. */
export function requiredOf(flat: readonly Term[]): Set<string> {
  const required = new Set(flat.flatMap(({ schema }) => schema.required ?? []));
  // What is added in the loop is met in it.
  for (const name of required)
    for (const { schema } of flat) {
      const needs = schema.dependentRequired;
      if (needs === undefined || !Object.hasOwn(needs, name)) continue;
      for (const other of needs[name] ?? []) required.add(other);
    }
  return required;
}
