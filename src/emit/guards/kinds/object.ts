import type { JsonSchema } from "../../json-schema/index.ts";
import { block, group, type Doc } from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
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
import { acceptsAnything } from "../scope/schemas.ts";
import {
  and,
  failure,
  ifBlock,
  ifStatement,
  loop,
  or,
  passOn,
} from "../scope/statements.ts";

interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Members of a lower rank are checked earlier. */
  readonly rank: number;
}

/** An object, then what it requires, then what it allows, then its other keys. */
export function objectStatements(
  schema: JsonSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const members = membersOf(schema);
  return [
    ifStatement(
      ["!", callHelper("hasFields", place.code)],
      failure(place, "an object"),
    ),
    ...members.flatMap((member) =>
      member.required
        ? requiredMember(member, place, scope, statements)
        : optionalMember(member, place, scope, statements),
    ),
    ...limitStatements(schema, place, scope.context),
    ...otherKeys(schema, place, scope, statements),
  ];
}

/** Cheap and telling checks come first: a wrong value is then found soon. */
function membersOf({ properties = {}, required = [] }: JsonSchema): Member[] {
  const names = new Set(required);
  const declared = Object.entries(properties).map(([name, property]) =>
    member(name, property, names.has(name)),
  );
  const bare = required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => member(name, {}, true));
  return [...declared, ...bare].sort((a, b) => a.rank - b.rank);
}

function member(name: string, schema: JsonSchema, required: boolean): Member {
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
  const anything = acceptsAnything(schema) || schema.not !== undefined;
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
  const present = `${property.code} !== undefined`;
  const test = scalarTest(schema, property.code);
  if (test !== undefined) {
    const fails = failure(property, orList(test.expected));
    const condition = and([present, ...test.fails]);
    return inBlock(declaration, ifStatement(condition, fails));
  }
  if (isCall(schema)) {
    const failed: Doc = ["!", checkCall(schema, property, scope)];
    const condition = and([present, failed]);
    return inBlock(declaration, ifStatement(condition, passOn(property)));
  }
  const checks = statements(schema, property, scope);
  return checks.length === 0
    ? []
    : inBlock(declaration, ifBlock(present, ...checks));
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
function isDirect(schema: JsonSchema): boolean {
  const test = scalarTest(schema, "");
  if (test !== undefined) return test.fails.length === 1;
  return isCall(schema) || acceptsAnything(schema);
}

/** Whether a check of its own judges all that a schema asks. */
function isCall(schema: JsonSchema): boolean {
  const { $ref, anyOf } = schema;
  return ($ref !== undefined || anyOf !== undefined) && !hasLimits(schema);
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
    declaration: [group(`const ${code} = `, read, ";")],
  };
}

/** The keys that an index signature speaks of. */
function otherKeys(
  schema: JsonSchema,
  place: Place,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const { additionalProperties: other, properties } = schema;
  if (typeof other !== "object") return [];
  const key = scope.locals.name("key");
  const entry = scope.locals.name("entry");
  const value: Place = { code: entry, path: [...place.path, key] };
  const checks = statements(other, value, scope);
  if (checks.length === 0) return [];
  const known = Object.keys(properties ?? {}).map(
    (name) => `${key} === ${quote(name)}`,
  );
  const skip = known.length === 0 ? [] : [ifStatement(or(known), "continue;")];
  const read = `const ${entry} = ${place.code}[${key}];`;
  return [loop(`const ${key} in ${place.code}`, ...skip, read, ...checks)];
}
