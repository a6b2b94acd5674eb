import type { Flatten } from "../flatten.ts";
import type { KeywordType } from "../type.ts";
import type { Resolved } from "../resolved.ts";

type Scalar = "string" | "number" | "boolean" | "null";

const scalarKeywords: ReadonlySet<KeywordType["name"]> = new Set([
  ...(["string", "number", "boolean", "null", "Date"] as const),
]);

/** What every value of a kind has, and the compiler lets it be called. */
const builtIn: readonly object[] = [
  String.prototype,
  Number.prototype,
  Array.prototype,
];

/**
 * The members of an intersection that a JSON value has to fit, or undefined if no value
 * fits all of them. A text or a list is no object: one that requires nothing, as in
 * `string & { brand?: "Id" }`, adds nothing, and any other fits no JSON value.
 */
export function intersectValues(
  members: readonly Resolved[],
  flatten: Flatten,
): readonly Resolved[] | undefined {
  const scalars = members.filter(isScalar);
  const lists = members.filter(
    ({ kind }) => kind === "array" || kind === "tuple",
  );
  const objects = members.filter(
    (one) => !scalars.includes(one) && !lists.includes(one),
  );
  if (scalars.length === 0) {
    if (lists.length === 0) return members;
    const others = objects.filter((one) => !isKeyword(one, "object"));
    return others.every((one) => isWeak(one, flatten)) ? lists : undefined;
  }
  if (lists.length > 0 || isDisjoint(scalars)) return undefined;
  const isNull = scalars.some((one) => isKeyword(one, "null"));
  if (objects.length > 0 && isNull) return undefined;
  return objects.every((one) => isWeak(one, flatten)) ? scalars : undefined;
}

function isScalar(type: Resolved): boolean {
  return type.kind === "keyword"
    ? scalarKeywords.has(type.name)
    : type.kind === "literal" || type.kind === "enum";
}

function isKeyword(type: Resolved, name: KeywordType["name"]): boolean {
  return type.kind === "keyword" && type.name === name;
}

/** Returns true if an object type requires nothing of a text, a number or a list. */
function isWeak(type: Resolved, flatten: Flatten): boolean {
  if (type.kind === "keyword") return false;
  const { properties, index } = flatten(type);
  return (
    index === undefined &&
    [...properties.values()].every(
      ({ name, optional }) =>
        optional === true && builtIn.every((one) => !(name in one)),
    )
  );
}

/** Returns true if no value is of all the types. */
function isDisjoint(types: readonly Resolved[]): boolean {
  const [first = new Set<Scalar>(), ...others] = types.map(scalarsOf);
  const shared = [...first].filter((one) =>
    others.every((other) => other.has(one)),
  );
  if (shared.length === 0) return true;
  const listed = types.flatMap((type) => {
    const values = valuesOf(type);
    return values === undefined ? [] : [values];
  });
  const [values, ...more] = listed;
  return (
    values !== undefined &&
    !values.some((value) => more.every((other) => other.includes(value)))
  );
}

function scalarsOf(type: Resolved): ReadonlySet<Scalar> {
  if (type.kind === "keyword")
    // It is sent as a string.
    return new Set([type.name === "Date" ? "string" : (type.name as Scalar)]);
  return new Set((valuesOf(type) ?? []).map((value) => typeof value as Scalar));
}

/** The values of a type that lists them. */
function valuesOf(
  type: Resolved,
): readonly (string | number | boolean)[] | undefined {
  if (type.kind === "literal") return [type.value];
  return type.kind === "enum"
    ? type.declaration.members.map(({ value }) => value)
    : undefined;
}
