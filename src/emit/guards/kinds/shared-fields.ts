import type { GuardSchema } from "../scope/guard-schema.ts";
import { needsDepth } from "../scope/calls.ts";
import type { GuardContext } from "../scope/context.ts";
import { asObject, isSame } from "./objects.ts";
import { referredName } from "../scope/schemas.ts";

/** A property that several members of a union declare alike. */
interface SharedField {
  readonly name: string;
  readonly schema: GuardSchema;
  readonly members: readonly GuardSchema[];
}

/**
 * The same union, in which a property that leads back into recursion is checked
 * once for all members that declare it alike. Each of them checking it again
 * would take twice the time with every level of a value.
 */
export function shareRecursion(
  members: readonly GuardSchema[],
  context: GuardContext,
): GuardSchema | undefined {
  const shared = mostShared(members, context);
  if (shared === undefined) return undefined;
  const { name, schema } = shared;
  const choice = shared.members.map((member) => without(name, member, context));
  const once: GuardSchema = { type: "object", properties: { [name]: schema } };
  const together: GuardSchema = { allOf: [{ anyOf: choice }, once] };
  const others = members.filter((member) => !shared.members.includes(member));
  return others.length === 0 ? together : { anyOf: [together, ...others] };
}

function mostShared(
  members: readonly GuardSchema[],
  context: GuardContext,
): SharedField | undefined {
  const [most] = members
    .flatMap((member) => recursiveFields(member, context))
    .map(([name, schema]): SharedField => ({
      name,
      schema,
      members: members.filter((member) =>
        recursiveFields(member, context).some(
          ([other, its]) => other === name && isSame(its, schema),
        ),
      ),
    }))
    .sort((a, b) => b.members.length - a.members.length);
  return most !== undefined && most.members.length > 1 ? most : undefined;
}

/** The properties through which a value can contain another one of its kind. */
function recursiveFields(
  schema: GuardSchema,
  context: GuardContext,
): [name: string, schema: GuardSchema][] {
  const { properties = {} } = asObject(schema, context.definitions) ?? {};
  return Object.entries(properties).filter(([, property]) =>
    needsDepth(property, context),
  );
}

/** Whether several schemas of one value would each follow the same property. */
export function repeatsRecursion(
  schemas: readonly GuardSchema[],
  context: GuardContext,
): boolean {
  if (schemas.length < 2) return false;
  const names = schemas.flatMap((schema) =>
    recursiveFields(schema, context).map(([name]) => name),
  );
  return new Set(names).size < names.length;
}

/** A member to which a property may be anything; it keeps its name for messages. */
function without(
  name: string,
  member: GuardSchema,
  { definitions }: GuardContext,
): GuardSchema {
  const object = asObject(member, definitions) ?? {};
  const title = referredName(member) ?? member.title;
  return {
    ...object,
    ...(title !== undefined && { title }),
    properties: { ...object.properties, [name]: {} },
  };
}
