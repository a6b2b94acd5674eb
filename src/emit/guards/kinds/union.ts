import type { GuardSchema } from "../scope/guard-schema.ts";
import type { Doc } from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
import { contentStatements } from "./array.ts";
import { checkCall, checkName, needsDepth } from "../scope/calls.ts";
import type { CheckScope, Statements } from "../scope/context.ts";
import {
  findDiscriminators,
  tellingKeys,
  type Discriminator,
} from "./discriminator.ts";
import { callHelper } from "../scope/helpers.ts";
import { self } from "../scope/places.ts";
import { orList, scalarTest } from "./scalar.ts";
import {
  acceptsAnything,
  referredName,
  resolve,
  typesOf,
  unionMembers,
} from "../scope/schemas.ts";
import { shareRecursion } from "./shared-fields.ts";
import { guardedCall } from "./shallow.ts";
import { failure, ifBlock, ifStatement, or } from "../scope/statements.ts";
import { switchOn } from "./switch.ts";

/** The members of a union, by how a value is told to be one. */
interface Members {
  /** Members that one condition can test. */
  readonly scalars: readonly GuardSchema[];
  readonly arrays: readonly GuardSchema[];
  readonly objects: readonly GuardSchema[];
  /** Members of several JSON types. */
  readonly others: readonly GuardSchema[];
}

/** The body of a check whose schema is a union; it returns in every branch. */
export function unionBody(
  schema: GuardSchema,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const { definitions } = scope.context;
  const members = distinct(unionMembers(schema, definitions), scope);
  if (members.some(acceptsAnything)) return ["return value !== undefined;"];
  const parts = partition(members, scope);
  const expected = orList(members.flatMap(describe));
  return [
    ...parts.scalars.map((member) => acceptScalar(member)),
    ...parts.others.map((member) => acceptSilently(member, scope)),
    ...arrayMembers(parts.arrays, scope, statements),
    ...acceptWithoutNulls(
      [...parts.others, ...(isInPlace(parts.arrays) ? [] : parts.arrays)],
      scope,
    ),
    ...objectMembers(parts, expected, scope, statements),
  ];
}

/**
 * Each member once. Of recursive members also those that differ in name alone:
 * to try a value twice at each level takes twice the time with each of them.
 */
function distinct(
  members: readonly GuardSchema[],
  { context, countsDepth }: CheckScope,
): GuardSchema[] {
  const known = new Map<string, GuardSchema>();
  for (const member of members) {
    const said = countsDepth ? resolve(member, context.definitions) : member;
    const key = JSON.stringify(said);
    if (!known.has(key)) known.set(key, member);
  }
  return [...known.values()];
}

function partition(
  members: readonly GuardSchema[],
  scope: CheckScope,
): Members {
  const scalars: GuardSchema[] = [];
  const arrays: GuardSchema[] = [];
  const objects: GuardSchema[] = [];
  const others: GuardSchema[] = [];
  for (const member of members) {
    const types = typesOf(member, scope.context.definitions);
    if (scalarTest(member, "") !== undefined) scalars.push(member);
    // An intersection of an object and null: nothing is one.
    else if (types.length === 0) continue;
    else if (types.length > 1) others.push(member);
    else if (types[0] === "array") arrays.push(member);
    else if (types[0] === "object") objects.push(member);
    else others.push(member);
  }
  return { scalars, arrays, objects, others };
}

function acceptScalar(member: GuardSchema): Doc {
  const passes = scalarTest(member, "value")?.passes ?? [];
  return ifStatement(or(passes), "return true;");
}

function acceptSilently(member: GuardSchema, scope: CheckScope): Doc {
  const test = checkCall(member, self, scope, { report: "undefined" });
  return ifStatement(test, "return true;");
}

/** True if the union has one kind of array, checked in place. */
function isInPlace([only, ...others]: readonly GuardSchema[]): boolean {
  return others.length === 0 && only?.type === "array" && !only.allOf;
}

function arrayMembers(
  arrays: readonly GuardSchema[],
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const [only] = arrays;
  if (only === undefined) return [];
  if (!isInPlace(arrays))
    return arrays.map((member) => acceptSilently(member, scope));
  const body = contentStatements(only, self, scope, statements);
  return [ifBlock("Array.isArray(value)", ...body, "return true;")];
}

function objectMembers(
  { objects }: Members,
  expected: string,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const [only, ...others] = objects;
  const refused = failure(self, expected);
  if (only === undefined) return [refused];
  const notObject = ifStatement(
    ["!", callHelper("hasFields", "value")],
    refused,
  );
  if (others.length > 0)
    return chooseObject(objects, { expected, notObject }, scope, statements);
  if (referredName(only) !== undefined)
    return [notObject, ["return ", checkCall(only, self, scope), ";"]];
  return [...statements(only, self, scope), "return true;"];
}

function chooseObject(
  objects: readonly GuardSchema[],
  { expected, notObject }: { expected: string; notObject: Doc },
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const found = findDiscriminator(objects, scope);
  if (found !== undefined) return [switchOn(found, scope)];
  const shared = scope.countsDepth
    ? shareRecursion(objects, scope.context)
    : undefined;
  if (shared !== undefined)
    return [...statements(shared, self, scope), "return true;"];
  return [notObject, ...tryEach(objects, expected, scope)];
}

/** The best discriminator that the caller has not checked. */
function findDiscriminator(
  objects: readonly GuardSchema[],
  { context, told }: CheckScope,
): Discriminator | undefined {
  return findDiscriminators(objects, context.definitions).find(
    ({ property }) => !told.includes(property),
  );
}

/** Tries members again that refused a value, with null as absent. */
function acceptWithoutNulls(
  members: readonly GuardSchema[],
  scope: CheckScope,
): Doc[] {
  const { context } = scope;
  // A second try of a recursive member doubles the time for each level of a value.
  const checks = members
    .filter((member) => !needsDepth(member, context))
    .map((member) => checkName(member, self, scope));
  if (!context.allowsNulls || checks.length === 0) return [];
  const fits = callHelper("fitsWithoutNulls", "report", "value", ...checks);
  return [ifStatement(fits, "return true;")];
}

/** Each member in turn; then the one that the value was surely meant to be says why not. */
function tryEach(
  members: readonly GuardSchema[],
  expected: string,
  scope: CheckScope,
): Doc[] {
  const { context, countsDepth } = scope;
  const keys = tellingKeys(members, context.definitions);
  const recursive = countsDepth
    ? members.filter((member) => needsDepth(member, context))
    : [];
  const silent = members.map((member) => {
    const test = checkCall(member, self, scope, { report: "undefined" });
    return recursive.length < 2
      ? test
      : guardedCall(test, member, self, context);
  });
  const explanations = [...keys].map(([member, key]) =>
    ifStatement(`value[${quote(key)}] !== undefined`, [
      "return ",
      checkCall(member, self, scope),
      ";",
    ]),
  );
  const quiet =
    explanations.length === 0
      ? []
      : [ifStatement("report === undefined", "return false;")];
  return [
    ifStatement(or(silent), "return true;"),
    ...acceptWithoutNulls(members, scope),
    ...quiet,
    ...explanations,
    failure(self, expected),
  ];
}

/** What a member is called in a message. */
function describe(schema: GuardSchema): readonly string[] {
  const name = referredName(schema) ?? schema.title;
  if (name !== undefined) return [name];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(describe);
  const [part] = schema.allOf ?? [];
  if (part !== undefined) return describe(part);
  const { type, required: [key] = [] } = schema;
  if (type === undefined && key !== undefined)
    return [`an object with ${JSON.stringify(key)}`];
  return scalarTest(schema, "")?.expected ?? [kindOf(schema)];
}

function kindOf({ type, oneOf }: GuardSchema): string {
  if (oneOf !== undefined) return "one of several values";
  if (type === "string" || type === "number") return `a ${type}`;
  if (typeof type !== "string") return "another value";
  return `an ${type}`;
}
