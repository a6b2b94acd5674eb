import { canonicalText } from "../../../../../schema/json-schema/index.ts";
import { allApplied } from "../applied.ts";
import { casesOf } from "../cases.ts";
import { flatten } from "../flatten.ts";
import { fieldOf, namesOf, otherField, requiredOf } from "../facts/fields.ts";
import { beside, type Term } from "../term.ts";
import { typesOf } from "../facts/types.ts";
import { fitsAll } from "../facts/values.ts";

/** Terms that values have to fit, and others that say where it is worth looking. */
interface Search {
  readonly from: readonly Term[];
  readonly hints: readonly Term[];
  /** How many levels of values are looked at inside. */
  readonly depth: number;
  /** How many places are looked at yet, and how many values in all. */
  readonly budget: Budget;
}

export interface Budget {
  places: number;
  values: number;
}

const mostCases = 12;
const mostInside = 12;

/** Some values for which terms hold, at the edges of what they and others say. */
export function candidates(search: Search): unknown[] {
  const { from, budget } = search;
  const found = new Map<string, unknown>();
  if (budget.places-- <= 0) return [];
  for (const flat of simpleCases(from)) {
    const one: Search = { ...search, from: flat };
    const values = [...scalars(one), ...lists(one), ...objects(one)];
    for (const value of values) {
      if (budget.values-- <= 0) break;
      if (fitsAll(from, value)) found.set(canonicalText(value), value);
    }
  }
  return [...found.values()];
}

/** The cases of terms until no union is left, or there are too many of them. */
function simpleCases(from: readonly Term[]): Term[][] {
  const simple: Term[][] = [];
  const pending = [flatten(from)];
  while (simple.length + pending.length <= mostCases) {
    const flat = pending.pop();
    if (flat === undefined) return simple;
    const cases = casesOf(flat);
    if (cases === undefined) simple.push(flat);
    else pending.push(...cases.map(flatten));
  }
  return [...simple, ...pending].slice(0, mostCases);
}

function scalars({ from, hints }: Search): unknown[] {
  const said = [...allApplied(from), ...hints].map(({ schema }) => schema);
  const named = said.flatMap((schema) => [
    ...("const" in schema ? [schema.const] : []),
    ...(schema.enum ?? []).slice(0, 100),
    ...(schema.examples ?? []).slice(0, 10),
    ...("default" in schema ? [schema.default] : []),
  ]);
  const edges = said.flatMap((schema) =>
    [
      schema.minimum,
      schema.maximum,
      schema.exclusiveMinimum,
      schema.exclusiveMaximum,
      schema.multipleOf,
    ].filter((one) => one !== undefined),
  );
  const numbers = [0, ...edges].flatMap((at) => [
    ...[at, at + 1, at - 1],
    ...[at + 0.5, at - 0.5, at * 2],
  ]);
  const lengths = said.flatMap(({ minLength, maxLength }) =>
    [minLength, maxLength].filter((one) => one !== undefined),
  );
  const texts = [0, ...lengths]
    .flatMap((at) => [at, at + 1, at - 1])
    .filter((length) => length >= 0 && length <= 2000)
    .map((length) => "a".repeat(length));
  return [...named, null, true, false, ...numbers, ...texts];
}

/** A few values of what is said of something inside. */
function inside(
  from: readonly Term[],
  hints: readonly Term[],
  { depth, budget }: Search,
): unknown[] {
  if (depth <= 0) return [];
  const search = { from, hints: allApplied(hints), depth: depth - 1, budget };
  return candidates(search).slice(0, mostInside);
}

function lists(search: Search): unknown[] {
  const { from, hints } = search;
  if (!typesOf(from).has("array")) return [];
  const items = (terms: readonly Term[], at: number): Term[] =>
    terms.flatMap((term) => {
      const { prefixItems = [], items: others } = term.schema;
      const schema = prefixItems[at] ?? others;
      return schema === undefined ? [] : [beside(term, schema)];
    });
  const places = [...from, ...hints].flatMap(({ schema }) => [
    schema.prefixItems?.length ?? 0,
    ...[schema.minItems, schema.maxItems].filter((one) => one !== undefined),
  ]);
  const most = Math.min(20, Math.max(1, ...places) + 1);
  const values = Array.from({ length: most }, (_, at) =>
    inside(items(from, at), items(hints, at), search),
  );
  const filled = (length: number): unknown[] =>
    values
      .slice(0, length)
      .flatMap((some, at) => some[at % some.length] ?? some);
  const found: unknown[][] = [];
  for (let length = 0; length <= most; length++) {
    const plain = values.slice(0, length).flatMap((some) => some.slice(0, 1));
    found.push(plain, filled(length).slice(0, length));
    const last = values[length - 1] ?? [];
    found.push(...last.map((value) => [...plain.slice(0, -1), value]));
  }
  return found;
}

function objects(search: Search): unknown[] {
  const { from, hints } = search;
  if (!typesOf(from).has("object")) return [];
  const fields = new Map<string, unknown[]>();
  for (const name of [...namesOf(from)].slice(0, 50))
    fields.set(name, inside(fieldOf(from, name), fieldOf(hints, name), search));
  const required = requiredOf(from);
  for (const name of required)
    if (!fields.has(name))
      fields.set(name, inside(fieldOf(from, name), [], search));
  const full = objectOf([...fields].map(([name, [value]]) => [name, value]));
  const least = objectOf(
    Object.entries(full).filter(([name]) => required.has(name)),
  );
  const found: object[] = [least, full];
  for (const [name, values] of fields) {
    const { [name]: _, ...without } = full;
    found.push(without);
    for (const value of values)
      found.push(
        objectOf([...Object.entries(full), [name, value]]),
        objectOf([...Object.entries(least), [name, value]]),
      );
  }
  const others = inside(
    otherField(from, new Set()),
    otherField(hints, new Set()),
    search,
  );
  for (const value of others)
    found.push(objectOf([...Object.entries(least), [otherName, value]]));
  return found;
}

/** A name that no schema has. */
const otherName = "another property";

function objectOf(entries: [string, unknown][]): Record<string, unknown> {
  const said = entries.filter(([, value]) => value !== undefined);
  return Object.fromEntries(said);
}
