import type { Definitions } from "../guards/scope/schemas.ts";
import type { JsonSchema } from "../json-schema/index.ts";
import { both } from "./both.ts";
import { membersLeft, type LeftInside } from "./members-left.ts";
import { typeAllows } from "./scalar.ts";
import { createSchemaWithin, spread } from "./within.ts";

/**
 * What is left to be checked of a value that one revision means, before another
 * accepts it: a schema that all values of the older type satisfy, and of the
 * newer one those alone that are of the older type too. An empty one says that
 * nothing is left. Undefined where that takes all that the older guard checks.
 */
export function residual(
  from: JsonSchema,
  to: JsonSchema,
  newer: Definitions,
  older: Definitions,
): JsonSchema | undefined {
  const left = createResidual(newer, older)(from, to);
  return JSON.stringify(left).includes('"$ref"') ? undefined : left;
}

type Residual = (from: JsonSchema, to: JsonSchema) => JsonSchema;

function createResidual(newer: Definitions, older: Definitions): Residual {
  const within = createSchemaWithin(newer, older);
  const pending = new Map<JsonSchema, Set<JsonSchema>>();
  const inside: LeftInside = { older, within, left };

  function left(from: JsonSchema, to: JsonSchema): JsonSchema {
    if (within(from, to)) return {};
    const others = pending.get(from) ?? new Set();
    // A type that contains itself would need a schema that does.
    if (others.has(to)) return { $ref: "" };
    pending.set(from, others.add(to));
    const schema = leftOf(spread(from, newer), spread(to, older), inside);
    others.delete(to);
    return schema;
  }

  return left;
}

/** What is left of schemas without references at their top. */
function leftOf(
  from: JsonSchema,
  to: JsonSchema,
  inside: LeftInside,
): JsonSchema {
  const { left } = inside;
  const { anyOf, allOf, ...rest } = to;
  if (allOf !== undefined)
    return allOf.map((one) => left(from, one)).reduce(both, left(from, rest));
  if (anyOf !== undefined)
    return both(
      left(from, rest),
      anyOfEach(anyOf.map((one) => memberLeft(from, one, inside))),
    );
  if (from.anyOf !== undefined)
    return from.anyOf.map((one) => left(one, to)).reduce(both, {});
  if (Array.isArray(from.type))
    return from.type
      .map((type) => left({ ...from, type }, to))
      .reduce(both, {});
  return difference(from, to) ?? membersLeft(from, to, inside) ?? to;
}

/** A member of a union keeps the constants by which it is told from the others. */
function memberLeft(
  from: JsonSchema,
  member: JsonSchema,
  { older, left }: LeftInside,
): JsonSchema {
  const to = spread(member, older);
  return to.type === "object" && from.type === "object"
    ? both(constantsOf(to), left(from, member))
    : left(from, member);
}

/** What tells every value of one type from every value of the other, if it is easy to tell. */
function difference(from: JsonSchema, to: JsonSchema): JsonSchema | undefined {
  const { type } = to;
  if (typeof from.type === "string" && typeof type === "string") {
    if (!typeAllows(from.type, type) && !typeAllows(type, from.type))
      return { type };
  }
  for (const [name, wanted] of Object.entries(
    constantsOf(to).properties ?? {},
  )) {
    const own = from.properties?.[name]?.const;
    const isThere = [from, to].some(({ required }) => required?.includes(name));
    if (own !== undefined && own !== wanted.const && isThere)
      return {
        type: "object",
        properties: { [name]: wanted },
        ...(to.required?.includes(name) && { required: [name] }),
      };
  }
  return undefined;
}

/** The constants of an object, which tell the members of a union apart. */
function constantsOf({
  properties = {},
  required = [],
}: JsonSchema): JsonSchema {
  const constants = Object.entries(properties).filter(
    ([, schema]) => schema.const !== undefined,
  );
  const names = constants.map(([name]) => name);
  const needed = required.filter((name) => names.includes(name));
  return {
    type: "object",
    properties: Object.fromEntries(constants),
    ...(needed.length > 0 && { required: needed }),
  };
}

function anyOfEach(members: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map(
    members.map((member) => [JSON.stringify(member), member]),
  );
  const [first = {}, second] = distinct.values();
  return second === undefined ? first : { anyOf: [...distinct.values()] };
}
