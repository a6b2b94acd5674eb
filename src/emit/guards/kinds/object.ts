import type { GuardSchema } from "../scope/guard-schema.ts";
import { after, block, group, type Doc } from "../../print/layout.ts";
import { checkCall } from "../scope/calls.ts";
import type { CheckScope, Statements } from "../scope/context.ts";
import { callHelper } from "../scope/helpers.ts";
import { hasLimits, limitStatements } from "../scope/limits.ts";
import {
  isInherited,
  propertyOf,
  readProperty,
  type Place,
} from "../scope/places.ts";
import { orList, scalarTest } from "./scalar.ts";
import { acceptsAnything, refusesAbsence } from "../scope/schemas.ts";
import { dependentStatements } from "./dependent.ts";
import { keyStatements } from "./keys.ts";
import { presence } from "./nulls.ts";
import { unevaluatedProperties } from "./unevaluated.ts";
import {
  and,
  failure,
  ifBlock,
  ifStatement,
  passOn,
} from "../scope/statements.ts";

interface Member {
  readonly name: string;
  readonly schema: GuardSchema;
  readonly required: boolean;
  /** Members of a lower rank are checked earlier. */
  readonly rank: number;
}

/** An object, then what it requires, then what it allows, then its other keys. */
export function objectStatements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  return [
    ifStatement(
      ["!", callHelper("hasFields", place.code)],
      failure(place, "an object"),
    ),
    ...fieldStatements(schema, place, scope, statements),
  ];
}

/** What is known to be an object: what it requires, what it allows, its other keys. */
export function fieldStatements(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const members = membersOf(schema);
  return [
    ...members.flatMap((member) =>
      member.required
        ? requiredMember(member, place, scope, statements)
        : optionalMember(member, place, scope, statements),
    ),
    ...limitStatements(schema, place, scope.context),
    ...dependentStatements(schema, place, scope),
    ...keyStatements(schema, place, scope, statements),
    ...unevaluatedProperties(schema, place, scope, statements),
  ];
}

/** Cheap and telling checks come first: a wrong value is then found soon. */
function membersOf({ properties = {}, required = [] }: GuardSchema): Member[] {
  const names = new Set(required);
  const declared = Object.entries(properties).map(([name, property]) =>
    member(name, property, names.has(name)),
  );
  const bare = required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => member(name, {}, true));
  return [...declared, ...bare].sort((a, b) => a.rank - b.rank);
}

function member(name: string, schema: GuardSchema, required: boolean): Member {
  const cost = schema.const !== undefined ? 0 : scalarTest(schema, "") ? 1 : 2;
  return { name, schema, required, rank: required ? cost : 3 + cost };
}

function requiredMember(
  member: Member,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const { name, schema } = member;
  const direct = !isInherited(name) && isDirect(schema);
  const { property, declaration } = direct
    ? { property: propertyOf(place, name), declaration: [] }
    : local(place, name, scope);
  const anything = !refusesAbsence(schema, scope.context.definitions);
  const missing = failure(property, "a value");
  return inBlock(
    declaration,
    ...(anything
      ? [ifStatement(`${property.code} === undefined`, missing)]
      : []),
    ...statements(schema, property, scope),
  );
}

function optionalMember(
  member: Member,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const { name, schema } = member;
  if (acceptsAnything(schema)) return [];
  const { property, declaration } = local(place, name, scope);
  const { isPresent, isMeant } = presence(name, schema, property, place, scope);
  const test = scalarTest(schema, property.code, scope.context);
  if (test !== undefined) {
    const fails = failure(property, orList(test.expected));
    const condition = and([isPresent, ...test.fails, ...isMeant]);
    return inBlock(declaration, ifStatement(condition, fails));
  }
  if (isCall(schema)) {
    const failed: Doc = ["!", checkCall(schema, property, scope)];
    const condition = and([isPresent, ...isMeant, failed]);
    return inBlock(declaration, ifStatement(condition, passOn(property)));
  }
  const checks = statements(schema, property, scope);
  return checks.length === 0
    ? []
    : inBlock(declaration, ifBlock(and([isPresent, ...isMeant]), ...checks));
}

/**
 * Checks with the variable that they read, in a block of its own: minifiers give all
 * such variables one name then, so that alike checks are alike to the letter, and
 * bundles travel smaller.
 */
function inBlock(declaration: readonly Doc[], ...checks: Doc[]): Doc[] {
  return declaration.length === 0 ? checks : [block(...declaration, ...checks)];
}

/** Whether a check reads the property just once before it fails. */
function isDirect(schema: GuardSchema): boolean {
  const test = scalarTest(schema, "");
  if (test !== undefined) return test.fails.length === 1;
  return isCall(schema) || acceptsAnything(schema);
}

/** Whether a check of its own judges all that a schema asks. */
function isCall(schema: GuardSchema): boolean {
  const { $ref, anyOf, oneOf } = schema;
  return ($ref ?? anyOf ?? oneOf) !== undefined && !hasLimits(schema);
}

/** A property that is read once, into a variable. */
function local(
  object: Place,
  name: string,
  { locals }: CheckScope,
): { property: Place; declaration: Doc[] } {
  const code = locals.name(name);
  const read = readProperty(object, name);
  return {
    property: { code, path: propertyOf(object, name).path },
    declaration: [
      typeof read === "string"
        ? [`const ${code} =`, after(read, ";")]
        : group(`const ${code} = `, read, ";"),
    ],
  };
}
