import {
  nameOfReference,
  subschemasOf,
} from "../../../schema/json-schema/index.ts";
import type {
  NormalSchema,
  SchemaDocument,
} from "../../../schema/model/json-schema.ts";

/** The name of the definition that a schema refers to. */
export function referenceOf({ $ref }: NormalSchema): string | undefined {
  return $ref === undefined ? undefined : nameOfReference($ref);
}

/** More definitions than these are not followed from one value. */
const mostFollowed = 256;

/**
 * Tells whether a definition leads back to itself without a property or an item between,
 * or so far that it is not followed.
 */
export function findRounds(
  document: SchemaDocument,
): (name: string) => boolean {
  const links = new Map<string, readonly string[]>();
  const rounds = new Map<string, boolean>();
  function linksOf(name: string): readonly string[] {
    const schema = document.definitions.get(name);
    const known = links.get(name) ?? (schema ? namesIn(schema) : []);
    links.set(name, known);
    return known;
  }
  function comesRound(name: string): boolean {
    const seen = new Set<string>();
    const left = [...linksOf(name)];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (next === name || seen.size > mostFollowed) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      left.push(...linksOf(next));
    }
    return false;
  }
  return (name) => {
    const isRound = rounds.get(name) ?? comesRound(name);
    rounds.set(name, isRound);
    return isRound;
  };
}

/** The definitions that a schema refers to for the same value, or for its names. */
function namesIn(schema: NormalSchema): string[] {
  const name = referenceOf(schema);
  const inner = subschemasOf(schema).flatMap((one) =>
    one.appliesTo === "part" ? [] : namesIn(one.schema),
  );
  return name === undefined ? inner : [name, ...inner];
}
