import type { Doc } from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
import { callStatement } from "../scope/calls.ts";
import type { CheckScope } from "../scope/context.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { isInherited, propertyOf, type Place } from "../scope/places.ts";
import { failure, ifBlock, ifStatement } from "../scope/statements.ts";

/** What an object has to be where it has a property. */
export function dependentStatements(
  { dependentRequired = {}, dependentSchemas = {} }: GuardSchema,
  place: Place,
  scope: CheckScope,
): Doc[] {
  const required = Object.entries(dependentRequired).map(([name, others]) =>
    ifBlock(
      isThere(place, name),
      ...others.map((other) =>
        ifStatement(
          isAbsent(place, other),
          failure(propertyOf(place, other), "a value"),
        ),
      ),
    ),
  );
  const schemas = Object.entries(dependentSchemas).map(([name, schema]) =>
    ifBlock(isThere(place, name), callStatement(schema, place, scope)),
  );
  return [...required, ...schemas];
}

/** The condition that an object has a property. */
export function isThere(object: Place, name: string): Doc {
  if (isInherited(name)) return hasOwn(object, name);
  return `${propertyOf(object, name).code} !== undefined`;
}

function isAbsent(object: Place, name: string): Doc {
  if (isInherited(name)) return `!${hasOwn(object, name)}`;
  return `${propertyOf(object, name).code} === undefined`;
}

function hasOwn(object: Place, name: string): string {
  return `Object.hasOwn(${object.code}, ${quote(name)})`;
}
