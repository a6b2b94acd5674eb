import type { JsonSchema } from "../json-schema/index.ts";
import {
  block,
  call,
  hardline,
  indent,
  lines,
  types,
  type Doc,
} from "../layout.ts";
import { pascalCase, quote } from "../names.ts";
import { contentStatements } from "./array.ts";
import { checkCall } from "./calls.ts";
import type { CheckScope, Statements } from "./context.ts";
import {
  findDiscriminator,
  tellingKeys,
  type Discriminator,
} from "./discriminator.ts";
import { self } from "./places.ts";
import { orList, scalarTest } from "./scalar.ts";
import {
  acceptsAnything,
  referredName,
  typesOf,
  unionMembers,
} from "./schemas.ts";
import { failure, ifBlock, ifStatement, or } from "./statements.ts";

/** The members of a union, by how a value is told to be one. */
interface Members {
  /** Members that one condition can test. */
  readonly scalars: readonly JsonSchema[];
  readonly arrays: readonly JsonSchema[];
  readonly objects: readonly JsonSchema[];
  /** Members of several JSON types. */
  readonly others: readonly JsonSchema[];
}

/** The body of a check whose schema is a union; it returns in every branch. */
export function unionBody(
  schema: JsonSchema,
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const { definitions } = scope.context;
  const members = unionMembers(schema, definitions);
  if (members.some(acceptsAnything)) return ["return value !== undefined;"];
  const parts = partition(members, scope);
  const expected = orList(members.flatMap(describe));
  return [
    ...parts.scalars.map((member) => acceptScalar(member)),
    ...parts.others.map((member) => acceptSilently(member, scope)),
    ...arrayMembers(parts.arrays, scope, statements),
    ...objectMembers(parts, expected, scope, statements),
  ];
}

function partition(members: readonly JsonSchema[], scope: CheckScope): Members {
  const scalars: JsonSchema[] = [];
  const arrays: JsonSchema[] = [];
  const objects: JsonSchema[] = [];
  const others: JsonSchema[] = [];
  for (const member of members) {
    const types = typesOf(member, scope.context.definitions);
    if (scalarTest(member, "") !== undefined) scalars.push(member);
    else if (types.length > 1) others.push(member);
    else if (types[0] === "array") arrays.push(member);
    else if (types[0] === "object") objects.push(member);
    else others.push(member);
  }
  return { scalars, arrays, objects, others };
}

function acceptScalar(member: JsonSchema): Doc {
  const passes = scalarTest(member, "value")?.passes ?? [];
  return ifStatement(or(passes), "return true;");
}

function acceptSilently(member: JsonSchema, scope: CheckScope): Doc {
  const test = checkCall(member, self, scope, "undefined");
  return ifStatement(test, "return true;");
}

function arrayMembers(
  arrays: readonly JsonSchema[],
  scope: CheckScope,
  statements: Statements,
): Doc[] {
  const [only, ...others] = arrays;
  if (only === undefined) return [];
  if (others.length > 0 || only.$ref !== undefined)
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
  const notObject = ifStatement("!hasFields(value)", refused);
  if (others.length > 0)
    return chooseObject(objects, expected, notObject, scope);
  if (referredName(only) !== undefined)
    return [notObject, ["return ", checkCall(only, self, scope), ";"]];
  return [...statements(only, self, scope), "return true;"];
}

function chooseObject(
  objects: readonly JsonSchema[],
  expected: string,
  notObject: Doc,
  scope: CheckScope,
): Doc[] {
  const found = findDiscriminator(objects, scope.context.definitions);
  return found === undefined
    ? [notObject, ...tryEach(objects, expected, scope)]
    : [switchOn(found, scope)];
}

/** The member's own check looks whether the value is an object: once is enough. */
function switchOn({ property, cases }: Discriminator, scope: CheckScope): Doc {
  const branches = [...cases].map(([value, members]): Doc => {
    const [only] = members;
    const schema =
      only !== undefined && members.length === 1
        ? only
        : { anyOf: [...members] };
    const wished = {
      ...scope,
      name: scope.name + pascalCase(value ?? "plain"),
    };
    const result = ["return ", checkCall(schema, self, wished), ";"];
    const label = value === undefined ? value : quote(value);
    return [`case ${label}:`, indent(hardline, result)];
  });
  const expected = orList(
    [...cases.keys()]
      .filter((value) => value !== undefined)
      .map((value) => JSON.stringify(value)),
  );
  const key = quote(property);
  const refusal = call("failField", ["report", "value", key, quote(expected)]);
  const fallback = ["default:", indent(hardline, "return ", refusal, ";")];
  const fields: Doc = [types("("), "value", types(" as Fields | undefined)")];
  const head: Doc = ["switch (", fields, `?.[${key}]) `];
  return [head, block(lines(...branches, fallback))];
}

/** Each member in turn; then the one that the value was surely meant to be says why not. */
function tryEach(
  members: readonly JsonSchema[],
  expected: string,
  scope: CheckScope,
): Doc[] {
  const keys = tellingKeys(members, scope.context.definitions);
  const silent = members.map((member) =>
    checkCall(member, self, scope, "undefined"),
  );
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
    ...quiet,
    ...explanations,
    failure(self, expected),
  ];
}

/** What a member is called in a message. */
function describe(schema: JsonSchema): readonly string[] {
  const name = referredName(schema);
  if (name !== undefined) return [name];
  return scalarTest(schema, "")?.expected ?? [`an ${String(schema.type)}`];
}
