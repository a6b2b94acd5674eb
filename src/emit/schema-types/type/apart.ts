import type {
  ObjectType,
  Property,
  Type,
} from "../../../schema/model/index.ts";
import { isFalse } from "../shape/never.ts";
import type { ObjectShape } from "../shape/shape.ts";
import { inherited, schemasOf } from "./object.ts";
import { keyword } from "./types.ts";

/** An alternative of a union, and what it was made of. */
export interface Alternative {
  readonly shape: ObjectShape;
  readonly type: Type;
}

/** Unions of more are left as they are. */
const mostAlternatives = 32;
const mostNames = 64;

/**
 * The types of alternatives. TypeScript lets an object have what any member of a union has:
 * where no literal tells the members apart, what one forbids is said.
 */
export function keepApart(alternatives: readonly Alternative[]): Type[] {
  const types = alternatives.map(({ type }) => type);
  const objects = types.filter((type) => type.kind === "object");
  const names = new Set(objects.flatMap(namesOf));
  const isLeft =
    objects.length < 2 ||
    objects.length > mostAlternatives ||
    names.size > mostNames ||
    [...names].some((name) => tellsApart(name, objects));
  if (isLeft) return types;
  return alternatives.map(({ shape, type }) => {
    if (type.kind !== "object") return type;
    const own = new Set(namesOf(type));
    const forbidden = [...names].filter(
      (name) =>
        !own.has(name) &&
        !inherited.has(name) &&
        schemasOf(name, shape).some(isFalse),
    );
    const none = forbidden.map((name): Property => ({
      name,
      type: keyword("never"),
      optional: true,
    }));
    if (none.length === 0) return type;
    // What has properties now needs no index to say that it has none.
    const { index: _, ...rest } = type;
    const isEmpty = type.properties.length === 0;
    const properties = [...type.properties, ...none];
    return { ...(isEmpty ? rest : type), properties };
  });
}

function namesOf({ properties }: ObjectType): string[] {
  return properties.map(({ name }) => name);
}

/** Whether a property has other literals in each of the objects. */
function tellsApart(name: string, objects: readonly ObjectType[]): boolean {
  const seen = new Set<unknown>();
  for (const { properties } of objects) {
    const property = properties.find((one) => one.name === name);
    if (property === undefined || property.optional === true) return false;
    const { type } = property;
    for (const one of type.kind === "union" ? type.members : [type]) {
      if (one.kind !== "literal" || seen.has(one.value)) return false;
      seen.add(one.value);
    }
  }
  return true;
}
