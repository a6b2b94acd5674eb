import type { GuardSchema, Listed } from "../scope/guard-schema.ts";
import { asObject } from "./objects.ts";
import { isInherited } from "../scope/places.ts";
import {
  acceptsNothing,
  listedValues,
  resolve,
  type GuardDefinitions,
} from "../scope/schemas.ts";

/** What `===` compares; `undefined` is the absence of a field. */
export type Literal = Listed | undefined;

/** A property whose value, or whose absence, tells the members of a union apart. */
export interface Discriminator {
  readonly property: string;
  /** The members that each value leaves, in the order of the union. */
  readonly cases: ReadonlyMap<Literal, readonly GuardSchema[]>;
}

/**
 * The properties that tell members apart, the one that leaves the fewest to try
 * first. A value that leaves all of them is no harm where another leaves fewer.
 */
export function findDiscriminators(
  members: readonly GuardSchema[],
  definitions: GuardDefinitions,
): Discriminator[] {
  const [first] = members;
  if (first === undefined) return [];
  return Object.keys(fieldsOf(first, definitions).properties ?? {})
    .filter((property) => !isInherited(property))
    .map((property) => discriminate(property, members, definitions))
    .filter((candidate) => candidate !== undefined)
    .filter(({ cases }) => narrowest(cases) < members.length && cases.size > 1)
    .sort((a, b) => widest(a.cases) - widest(b.cases));
}

function discriminate(
  property: string,
  members: readonly GuardSchema[],
  definitions: GuardDefinitions,
): Discriminator | undefined {
  const cases = new Map<Literal, GuardSchema[]>();
  for (const member of members) {
    const { properties, required } = fieldsOf(member, definitions);
    const schema = properties?.[property];
    const values = schema && literalsOf(schema, definitions);
    if (values === undefined) return undefined;
    const isRequired = required?.includes(property) === true;
    for (const value of new Set(isRequired ? values : [...values, undefined])) {
      cases.set(value, [...(cases.get(value) ?? []), member]);
    }
  }
  return { property, cases };
}

function fieldsOf(
  schema: GuardSchema,
  definitions: GuardDefinitions,
): GuardSchema {
  const resolved = resolve(schema, definitions);
  if (resolved.allOf === undefined) return resolved;
  return asObject(resolved, definitions) ?? resolved;
}

/** No value but these can fit a schema; not each of them must. */
function literalsOf(
  schema: GuardSchema,
  definitions: GuardDefinitions,
): Literal[] | undefined {
  const resolved = resolve(schema, definitions);
  const listed = listedValues(resolved);
  if (listed !== undefined) return [...listed];
  if (acceptsNothing(resolved)) return [];
  if (resolved.anyOf !== undefined)
    return joined(
      resolved.anyOf.map((member) => literalsOf(member, definitions)),
    );
  if (resolved.allOf !== undefined)
    return resolved.allOf
      .map((part) => literalsOf(part, definitions))
      .find((values) => values !== undefined);
  const { type = [] } = resolved;
  const types = typeof type === "string" ? [type] : type;
  return types.length === 0 ? undefined : joined(types.map(literalsOfType));
}

function literalsOfType(type: string): Literal[] | undefined {
  if (type === "null") return [null];
  return type === "boolean" ? [true, false] : undefined;
}

/** The literals of all, where each has some. */
function joined(
  lists: readonly (readonly Literal[] | undefined)[],
): Literal[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.length < lists.length ? undefined : known.flat();
}

function widest(cases: Discriminator["cases"]): number {
  return Math.max(...[...cases.values()].map(({ length }) => length));
}

function narrowest(cases: Discriminator["cases"]): number {
  return Math.min(...[...cases.values()].map(({ length }) => length));
}

/**
 * For each member, a required key that no other member declares: a value that
 * has it was surely meant to be that member.
 */
export function tellingKeys(
  members: readonly GuardSchema[],
  definitions: GuardDefinitions,
): ReadonlyMap<GuardSchema, string> {
  const keys = new Map<GuardSchema, string>();
  for (const member of members) {
    const others = members.filter((other) => other !== member);
    const declared = new Set(
      others.flatMap((other) =>
        Object.keys(fieldsOf(other, definitions).properties ?? {}),
      ),
    );
    const key = fieldsOf(member, definitions).required?.find(
      (name) => !declared.has(name) && !isInherited(name),
    );
    if (key !== undefined) keys.set(member, key);
  }
  return keys;
}
