import type { GuardSchema } from "../scope/guard-schema.ts";
import type { Doc } from "../../print/layout.ts";
import type { CheckScope, Statements } from "../scope/context.ts";
import { limitStatements } from "../scope/limits.ts";
import { readItem, type Place } from "../scope/places.ts";
import { containsStatements } from "./contains.ts";
import { unevaluatedItems } from "./unevaluated.ts";
import { acceptsAnything } from "../scope/schemas.ts";
import { failure, ifBlock, ifStatement, loop } from "../scope/statements.ts";

/** An array, then what it holds. */
export function arrayStatements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const test = `!Array.isArray(${place.code})`;
  return [
    ifStatement(test, failure(place, "an array")),
    ...contentStatements(schema, place, scope, statements),
  ];
}

/** The length of what is known to be an array, then its items one by one. */
export function contentStatements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const list: List = { place, scope, statements };
  const first = schema.prefixItems ?? [];
  return [
    ...limitStatements(schema, place, scope.context),
    ...first.flatMap((item, index) => prefixItem(item, index, list)),
    ...itemStatements(schema, first.length, list),
    ...containsStatements(schema, place, scope),
    ...unevaluatedItems(schema, place, scope, statements),
  ];
}

/** The array whose items are checked. */
interface List {
  readonly place: Place;
  readonly scope: CheckScope;
  readonly statements: Statements;
}

function prefixItem(
  schema: GuardSchema,
  index: number,
  { place, scope, statements }: List,
): Doc[] {
  const name = scope.locals.name(`item${index + 1}`);
  const item: Place = { code: name, path: [...place.path, String(index)] };
  const checks = statements(schema, item, scope);
  if (checks.length === 0) return [];
  const read = readItem(name, place, String(index));
  return [ifBlock(`${place.code}.length > ${index}`, read, ...checks)];
}

function itemStatements(
  schema: GuardSchema,
  start: number,
  { place, scope, statements }: List,
): Doc[] {
  const { items } = schema;
  if (items === undefined || Array.isArray(items)) return [];
  if (acceptsAnything(items)) return [];
  const index = scope.locals.name("i");
  const name = scope.locals.name("item");
  const item: Place = { code: name, path: [...place.path, index] };
  const head = `let ${index} = ${start}; ${index} < ${place.code}.length; ${index}++`;
  const read = readItem(name, place, index);
  return [loop(head, read, ...statements(items, item, scope))];
}
