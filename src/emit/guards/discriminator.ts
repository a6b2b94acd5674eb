import type { JsonSchema } from "../json-schema/index.ts";
import { isInherited } from "./places.ts";
import { listedValues, resolve, type Definitions } from "./schemas.ts";

/** A property whose value, or whose absence, tells the members of a union apart. */
export interface Discriminator {
  readonly property: string;
  /** The members that each value leaves, in the order of the union; undefined is its absence. */
  readonly cases: ReadonlyMap<string | undefined, readonly JsonSchema[]>;
}

/** The property that leaves the fewest members to try, if any tells them apart. */
export function findDiscriminator(
  members: readonly JsonSchema[],
  definitions: Definitions,
): Discriminator | undefined {
  const [first] = members;
  if (first === undefined) return undefined;
  const candidates = Object.keys(resolve(first, definitions).properties ?? {})
    .filter((property) => !isInherited(property))
    .map((property) => discriminate(property, members, definitions))
    .filter((candidate) => candidate !== undefined)
    .filter(({ cases }) => cases.size > 1)
    .sort((a, b) => widest(a) - widest(b));
  return candidates[0];
}

function discriminate(
  property: string,
  members: readonly JsonSchema[],
  definitions: Definitions,
): Discriminator | undefined {
  const cases = new Map<string | undefined, JsonSchema[]>();
  for (const member of members) {
    const { properties, required } = resolve(member, definitions);
    const schema = properties?.[property];
    const values = schema && listedValues(resolve(schema, definitions));
    if (!values?.every((value) => typeof value === "string")) return undefined;
    const isRequired = required?.includes(property) === true;
    for (const value of isRequired ? values : [...values, undefined]) {
      cases.set(value, [...(cases.get(value) ?? []), member]);
    }
  }
  return { property, cases };
}

function widest({ cases }: Discriminator): number {
  return Math.max(...[...cases.values()].map(({ length }) => length));
}

/**
 * For each member, a required key that no other member declares: a value that
 * has it was surely meant to be that member.
 */
export function tellingKeys(
  members: readonly JsonSchema[],
  definitions: Definitions,
): ReadonlyMap<JsonSchema, string> {
  const keys = new Map<JsonSchema, string>();
  for (const member of members) {
    const others = members.filter((other) => other !== member);
    const declared = new Set(
      others.flatMap((other) =>
        Object.keys(resolve(other, definitions).properties ?? {}),
      ),
    );
    const key = resolve(member, definitions).required?.find(
      (name) => !declared.has(name) && !isInherited(name),
    );
    if (key !== undefined) keys.set(member, key);
  }
  return keys;
}
