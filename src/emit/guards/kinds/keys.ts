import { named, types, type Doc } from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
import type { CheckScope, Statements } from "../scope/context.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { skipNullEntry } from "./nulls.ts";
import type { Place } from "../scope/places.ts";
import {
  failure,
  ifBlock,
  ifStatement,
  loop,
  or,
} from "../scope/statements.ts";

/** The keys of an object one by one: their names, and what those are that no property names. */
export function keyStatements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const { patternProperties = {}, propertyNames, properties = {} } = schema;
  if (!speaksOfKeys(schema)) return [];
  const key = scope.locals.name("key");
  const path = [...place.path, key];
  const entry = scope.locals.name("entry");
  const value: Place = { code: entry, path };
  const name = scope.locals.name("name");
  const inName = propertyNames
    ? statements(propertyNames, { code: name, path }, scope)
    : [];
  const inPatterns = Object.entries(patternProperties).flatMap(
    ([pattern, one]): Doc[] => {
      const checks = statements(one, value, scope);
      if (checks.length === 0) return [];
      return [ifBlock(matches(pattern, key, scope), ...checks)];
    },
  );
  const known = [
    ...Object.keys(properties).map((name) => `${key} === ${quote(name)}`),
    ...Object.keys(patternProperties).map((one) => matches(one, key, scope)),
  ];
  const inOthers = otherStatements(
    schema,
    value,
    { owner: place, key },
    scope,
    statements,
  );
  const skip =
    known.length === 0 || inOthers.length === 0
      ? []
      : [ifStatement(or(known), "continue;")];
  if (inName.length + inPatterns.length + inOthers.length === 0) return [];
  const read = `const ${entry} = ${place.code}[${key}];`;
  const isRead = inPatterns.length + inOthers.length > 0;
  const isNamed = inName.length + inPatterns.length > 0;
  return [
    loop(
      `const ${key} in ${place.code}`,
      ...(isNamed ? [] : skip),
      ...(isRead ? [read] : []),
      // What is found of the name leaves comparisons of the key possible to TypeScript.
      ...(inName.length === 0
        ? []
        : [[`const ${name}`, types(": string"), ` = ${key};`], ...inName]),
      ...inPatterns,
      ...(isNamed ? skip : []),
      ...inOthers,
    ),
  ];
}

function speaksOfKeys(schema: GuardSchema): boolean {
  const { closed, additionalProperties, patternProperties } = schema;
  return (
    closed === true ||
    typeof additionalProperties === "object" ||
    (patternProperties ?? schema.propertyNames) !== undefined
  );
}

function otherStatements(
  { closed, additionalProperties: others }: GuardSchema,
  value: Place,
  at: { readonly owner: Place; readonly key: string },
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  if (closed) return [noOther(value, "property")];
  if (typeof others !== "object") return [];
  const checks = statements(others, value, scope);
  if (checks.length === 0) return [];
  return [...skipNullEntry(others, value, at, scope), ...checks];
}

/** Nothing is there but what has been named. */
export function noOther(place: Place, noun: "property" | "item"): Doc {
  const isThere = `${place.code} !== undefined`;
  return ifStatement(isThere, failure(place, `no other ${noun}`));
}

/** The condition that a key matches a pattern. */
export function matches(pattern: string, key: string, scope: CheckScope): Doc {
  return [named(scope.context.pattern(pattern)), `.test(${key})`];
}
