import { isJsonObject } from "../../json-object.ts";
import type { NormalSchema, SchemaDocument } from "../../model/json-schema.ts";
import { resolve } from "../resolve.ts";
import { valueFits } from "./value.ts";

/** What a schema has spoken of in a value: no `unevaluated…` speaks of that again. */
interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** So many schemas are applied in a few seconds. */
const maxSteps = 5_000_000;

/**
 * Whether a JSON value fits a schema: what the normal form says, in the plainest way.
 * Compiled guards are held against it. Throws a RangeError for a value that is deeper
 * than the stack, and where it takes too many steps.
 */
export function accepts(document: SchemaDocument, value: unknown): boolean {
  let steps = 0;
  return fits(document.root, value, nothingSeen());

  /** What is seen counts only where all holds. */
  function fits(schema: NormalSchema, one: unknown, outer: Seen): boolean {
    if (++steps > maxSteps)
      throw new RangeError(`it takes more than ${maxSteps} steps`);
    const seen = nothingSeen();
    const holds =
      valueFits(schema, one) &&
      combinationFits(schema, one, seen) &&
      (!isJsonObject(one) || objectFits(schema, one, seen)) &&
      (!Array.isArray(one) || listFits(schema, one, seen));
    if (!holds) return false;
    for (const name of seen.names) outer.names.add(name);
    for (const at of seen.items) outer.items.add(at);
    return true;
  }

  function alone(schema: NormalSchema, one: unknown): boolean {
    return fits(schema, one, nothingSeen());
  }

  function combinationFits(
    schema: NormalSchema,
    one: unknown,
    seen: Seen,
  ): boolean {
    const { $ref, allOf = [], anyOf, oneOf, not } = schema;
    if ($ref !== undefined && !fits(resolve(document, $ref), one, seen))
      return false;
    if (!allOf.every((each) => fits(each, one, seen))) return false;
    // Each that holds has seen something: none is left out.
    const holding = (schemas: readonly NormalSchema[]) =>
      schemas.filter((each) => fits(each, one, seen)).length;
    if (anyOf && holding(anyOf) === 0) return false;
    if (oneOf && holding(oneOf) !== 1) return false;
    if (not && alone(not, one)) return false;
    if (schema.if) {
      const next = fits(schema.if, one, seen) ? schema.then : schema.else;
      if (next && !fits(next, one, seen)) return false;
    }
    return true;
  }

  function objectFits(
    schema: NormalSchema,
    object: Readonly<Record<string, unknown>>,
    seen: Seen,
  ): boolean {
    for (const [name, each] of Object.entries(schema.dependentSchemas ?? {}))
      if (Object.hasOwn(object, name) && !fits(each, object, seen))
        return false;
    for (const [name, child] of Object.entries(object)) {
      const spoken = schemasFor(schema, name);
      if (!spoken.every((each) => alone(each, child))) return false;
      if (spoken.length > 0) seen.names.add(name);
      if (schema.propertyNames && !alone(schema.propertyNames, name))
        return false;
    }
    const { unevaluatedProperties: last } = schema;
    if (!last) return true;
    return Object.entries(object).every(([name, child]) => {
      if (seen.names.has(name)) return true;
      seen.names.add(name);
      return alone(last, child);
    });
  }

  function listFits(
    schema: NormalSchema,
    list: readonly unknown[],
    seen: Seen,
  ): boolean {
    const {
      prefixItems = [],
      items,
      contains,
      unevaluatedItems: last,
    } = schema;
    for (const [at, item] of list.entries()) {
      const spoken = prefixItems[at] ?? items;
      if (!spoken) continue;
      if (!alone(spoken, item)) return false;
      seen.items.add(at);
    }
    if (contains) {
      const found = [...list.keys()].filter((at) => alone(contains, list[at]));
      const { minContains = 1, maxContains = Infinity } = schema;
      if (found.length < minContains || found.length > maxContains)
        return false;
      for (const at of found) seen.items.add(at);
    }
    if (!last) return true;
    return list.every((item, at) => {
      if (seen.items.has(at)) return true;
      seen.items.add(at);
      return alone(last, item);
    });
  }
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
