import type { IndexMember, Member } from "../../../schema/model/flatten.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";
import type { Context } from "./context.ts";
import { record } from "../schema/record.ts";
import type { JsonSchema } from "../schema/schema.ts";

/** Objects are open: what is not declared is accepted. */
export function objectSchema(
  type: Resolved,
  path: string,
  context: Context,
): JsonSchema {
  const { properties, index } = context.flatten(type);
  const members = [...properties.values()];
  const printed = members.filter((member) => isPrinted(member, context));
  const isEmptyLiteral =
    type.kind === "object" && members.length === 0 && index === undefined;
  const required = printed.filter(({ optional }) => !optional);
  return {
    type: "object",
    ...((printed.length > 0 || isEmptyLiteral) && {
      properties: record(
        printed.map((member) => [
          member.name,
          memberSchema(member, path, context),
        ]),
      ),
    }),
    ...(required.length > 0 && {
      required: required.map(({ name }) => name).sort(),
    }),
    ...(index !== undefined &&
      isCarried(index, context) && {
        additionalProperties: indexSchema(index, path, context),
      }),
  };
}

/** The published files leave out properties that must not be there. */
function isPrinted({ type }: Member, { corrected, resolve }: Context): boolean {
  const resolved = resolve(type);
  return corrected || resolved.kind !== "keyword" || resolved.name !== "never";
}

function memberSchema(
  member: Member,
  path: string,
  context: Context,
): JsonSchema {
  return context.writeType(member.type, {
    path: `${member.owner ?? path}.${member.name}`,
    property: member,
  });
}

/** The published files forget the index signature of a base, and of `Record`. */
function isCarried(index: IndexMember, { corrected, resolve }: Context) {
  if (!index.inherited) return true;
  const value = resolve(index.type);
  const saysNothing =
    value.kind === "keyword" &&
    (value.name === "unknown" || value.name === "any");
  return corrected && !saysNothing;
}

function indexSchema(
  { type, owner }: IndexMember,
  path: string,
  context: Context,
): JsonSchema {
  return context.writeType(type, { path: owner ?? path });
}
