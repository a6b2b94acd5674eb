import { isJsonObject } from "../../../base/json-object.ts";
import type { NormalSchema, SchemaDocument } from "../../model/json-schema.ts";
import { resolve } from "../resolve.ts";
import { valueFits } from "./value.ts";

/** What a schema has spoken of in a value: no `unevaluated…` speaks of that again. */
interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** What is checked against, and what may still be done for it. */
interface Run {
  readonly document: SchemaDocument;
  steps: number;
}

/** So many schemas are applied in a few seconds. */
const maxSteps = 5_000_000;

/**
 * Whether a JSON value fits a schema: what the normal form says, in the plainest way.
 * Compiled guards are held against it. Throws a RangeError for a value that is deeper
 * than the stack, and where it takes too many steps.
 */
export function accepts(document: SchemaDocument, value: unknown): boolean {
  return alone(document.root, value, { document, steps: maxSteps });
}

function alone(schema: NormalSchema, value: unknown, run: Run): boolean {
  return fits(schema, value, nothingSeen(), run);
}

/** What is seen counts only where all holds. */
function fits(
  schema: NormalSchema,
  value: unknown,
  outer: Seen,
  run: Run,
): boolean {
  if (run.steps-- <= 0)
    throw new RangeError(`it takes more than ${maxSteps} steps`);
  const seen = nothingSeen();
  const holds =
    valueFits(schema, value) &&
    combinationFits(schema, value, seen, run) &&
    (!isJsonObject(value) || objectFits(schema, value, seen, run)) &&
    (!Array.isArray(value) || listFits(schema, value, seen, run));
  if (!holds) return false;
  for (const name of seen.names) outer.names.add(name);
  for (const at of seen.items) outer.items.add(at);
  return true;
}

function combinationFits(
  schema: NormalSchema,
  value: unknown,
  seen: Seen,
  run: Run,
): boolean {
  const { $ref, allOf = [], anyOf, oneOf, not } = schema;
  const holds = (each: NormalSchema) => fits(each, value, seen, run);
  // Each that holds has seen something: none is left out.
  const count = (schemas: readonly NormalSchema[]) =>
    schemas.filter(holds).length;
  if ($ref !== undefined && !holds(resolve(run.document, $ref))) return false;
  if (!allOf.every(holds)) return false;
  if (anyOf && count(anyOf) === 0) return false;
  if (oneOf && count(oneOf) !== 1) return false;
  if (not && alone(not, value, run)) return false;
  if (schema.if === undefined) return true;
  const next = holds(schema.if) ? schema.then : schema.else;
  return next === undefined || holds(next);
}

function objectFits(
  schema: NormalSchema,
  object: Readonly<Record<string, unknown>>,
  seen: Seen,
  run: Run,
): boolean {
  for (const [name, each] of Object.entries(schema.dependentSchemas ?? {}))
    if (Object.hasOwn(object, name) && !fits(each, object, seen, run))
      return false;
  const { propertyNames: names, unevaluatedProperties: last } = schema;
  for (const [name, child] of Object.entries(object)) {
    const spoken = schemasFor(schema, name);
    if (!spoken.every((each) => alone(each, child, run))) return false;
    if (spoken.length > 0) seen.names.add(name);
    if (names && !alone(names, name, run)) return false;
  }
  if (!last) return true;
  return Object.entries(object).every(([name, child]) => {
    if (seen.names.has(name)) return true;
    seen.names.add(name);
    return alone(last, child, run);
  });
}

function listFits(
  schema: NormalSchema,
  list: readonly unknown[],
  seen: Seen,
  run: Run,
): boolean {
  const { prefixItems = [], items, unevaluatedItems: last } = schema;
  for (const [at, item] of list.entries()) {
    const spoken = prefixItems[at] ?? items;
    if (!spoken) continue;
    if (!alone(spoken, item, run)) return false;
    seen.items.add(at);
  }
  if (!containsFits(schema, list, seen, run)) return false;
  if (!last) return true;
  return list.every((item, at) => {
    if (seen.items.has(at)) return true;
    seen.items.add(at);
    return alone(last, item, run);
  });
}

function containsFits(
  { contains, minContains = 1, maxContains = Infinity }: NormalSchema,
  list: readonly unknown[],
  seen: Seen,
  run: Run,
): boolean {
  if (!contains) return true;
  const found = [...list.keys()].filter((at) => alone(contains, list[at], run));
  for (const at of found) seen.items.add(at);
  return found.length >= minContains && found.length <= maxContains;
}

function nothingSeen(): Seen {
  return { names: new Set(), items: new Set() };
}

/** What speaks of a property, by its name. */
function schemasFor(schema: NormalSchema, name: string): NormalSchema[] {
  const { properties = {}, patternProperties = {} } = schema;
  const named = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const found = Object.entries(patternProperties)
    .filter(([pattern]) => new RegExp(pattern, "u").test(name))
    .map(([, each]) => each);
  if (named) found.push(named);
  if (found.length > 0 || !schema.additionalProperties) return found;
  return [schema.additionalProperties];
}
