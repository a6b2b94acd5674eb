import type { NormalSchema } from "../../model/json-schema.ts";
import { deep, flatten } from "./flatten.ts";
import type { Attempt, Made, Maker } from "./maker.ts";
import { wholeBetween } from "./random.ts";
import { textFor } from "./texts.ts";

/** Objects with more properties than this are not made. */
const maxProperties = 10_000;

/** An object that has what these ask for. */
export function objectFor(
  schemas: readonly NormalSchema[],
  maker: Maker,
  effort: Attempt,
): Made {
  const { all, names } = withDependents(schemas, maker, effort);
  const most = Math.min(...all.map((one) => one.maxProperties ?? Infinity));
  const value: { [name: string]: unknown } = {};
  let size = 0;
  let needed = [...names.values()].filter(Boolean).length;
  for (const [name, isRequired] of names) {
    if (isRequired) needed--;
    else if (size + needed >= most) continue;
    const made = propertyFor(all, name, maker, effort);
    if (made) {
      define(value, name, made.value);
      size++;
    } else if (isRequired) return undefined;
  }
  const least = Math.max(0, ...all.map((one) => one.minProperties ?? 0));
  if (least > maxProperties) return undefined;
  for (let tries = 0; size < least && tries < least * 4; tries++) {
    const name = newName(all, maker, tries);
    if (name === undefined || Object.hasOwn(value, name)) continue;
    const made = propertyFor(all, name, maker, effort);
    if (!made) continue;
    define(value, name, made.value);
    size++;
  }
  return { value };
}

/** `__proto__` is a name like any other. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

interface Chosen {
  /** With what properties bring along that are there. */
  readonly all: readonly NormalSchema[];
  /** The properties that are tried, and whether they have to be there. */
  readonly names: ReadonlyMap<string, boolean>;
}

function withDependents(
  schemas: readonly NormalSchema[],
  maker: Maker,
  effort: Attempt,
): Chosen {
  let all = schemas;
  const brought = new Set<NormalSchema>();
  for (;;) {
    const names = chosenNames(all, maker, effort);
    const more = all
      .flatMap(({ dependentSchemas = {} }) => Object.entries(dependentSchemas))
      .filter(([name, one]) => names.has(name) && !brought.has(one))
      .map(([, one]) => one);
    if (more.length === 0) return { all, names };
    for (const one of more) brought.add(one);
    all = [...all, ...flatten(more, maker, effort)];
  }
}

/** In the order of the schemas, with the dependents of each. */
function chosenNames(
  all: readonly NormalSchema[],
  maker: Maker,
  effort: Attempt,
): Map<string, boolean> {
  const required = new Set(all.flatMap((one) => one.required ?? []));
  const names = new Map<string, boolean>();
  const excluded = new Set(all.flatMap(excludedNames));
  for (const { properties = {} } of all)
    for (const name of Object.keys(properties)) {
      if (names.has(name)) continue;
      if (required.has(name)) names.set(name, true);
      else if (!excluded.has(name) && isTried(all, name, maker, effort))
        names.set(name, false);
    }
  for (const name of required) names.set(name, true);
  for (const [name] of names)
    for (const { dependentRequired = {} } of all)
      if (Object.hasOwn(dependentRequired, name))
        for (const other of dependentRequired[name] ?? [])
          names.set(other, true);
  return names;
}

/** What `not: { required: [name] }` keeps out. */
function excludedNames({ not }: NormalSchema): readonly string[] {
  return not?.required?.length === 1 ? not.required : [];
}

/** All at first; then those that have to be there; then some. */
function isTried(
  all: readonly NormalSchema[],
  name: string,
  { random, heightOf }: Maker,
  { place, attempt }: Attempt,
): boolean {
  const schemas = schemasOfProperty(all, name);
  const height = Math.max(0, ...schemas.map(heightOf));
  if (place.depth >= deep || height === Infinity || attempt === 1) return false;
  return attempt === 0 || random() < 0.5;
}

function propertyFor(
  all: readonly NormalSchema[],
  name: string,
  { make }: Maker,
  { place }: Attempt,
): Made {
  return make(schemasOfProperty(all, name), { depth: place.depth + 1, name });
}

/** What these say of a property. */
function schemasOfProperty(
  all: readonly NormalSchema[],
  name: string,
): NormalSchema[] {
  const found: NormalSchema[] = [];
  let isEvaluated = false;
  for (const { properties = {}, patternProperties = {}, ...one } of all) {
    const own: NormalSchema[] = [];
    if (Object.hasOwn(properties, name) && properties[name])
      own.push(properties[name]);
    for (const [pattern, schema] of Object.entries(patternProperties))
      if (new RegExp(pattern, "u").test(name)) own.push(schema);
    if (own.length === 0 && one.additionalProperties)
      own.push(one.additionalProperties);
    isEvaluated ||= own.length > 0;
    found.push(...own);
  }
  if (isEvaluated) return found;
  return all.flatMap((one) => one.unevaluatedProperties ?? []);
}

/** A name that nothing asks for: any, or one that a rule for names has something to say of. */
function newName(
  all: readonly NormalSchema[],
  maker: Maker,
  tries: number,
): string | undefined {
  const rules = all.flatMap((one) => one.propertyNames ?? []);
  const values = rules.flatMap((one) => [
    ...(one.enum ?? []),
    ...("const" in one ? [one.const] : []),
  ]);
  const texts = values.filter((value) => typeof value === "string");
  const known = [
    ...all.flatMap(({ properties = {} }) => Object.keys(properties)),
    ...texts,
  ];
  if (known[tries] !== undefined) return known[tries];
  const patterns = all.flatMap((one) =>
    Object.keys(one.patternProperties ?? {}),
  );
  const pattern = patterns[wholeBetween(maker.random, 0, patterns.length)];
  const form = pattern === undefined ? {} : { pattern };
  // Names get longer, where short ones are all there.
  const minLength = tries > 100 ? tries / 100 : 0;
  return textFor([...rules, form, { minLength }], undefined, maker);
}
