import { unique } from "./key.ts";
import type { Resolved, ResolveOptions } from "./resolved.ts";
import type { KeywordType } from "./type.ts";

/** The union of types, as TypeScript simplifies it. */
export function unite(
  types: readonly Resolved[],
  { strict }: ResolveOptions,
): Resolved {
  const members = types.flatMap(unionMembers);
  for (const name of ["any", "unknown"] as const)
    if (members.some((member) => isPlain(member, name)))
      return { kind: "keyword", name };
  const telling = withoutNever(
    strict ? withoutDates(members) : withoutNull(members),
  );
  const united = unique(withoutAbsorbed(enumValues(unique(telling))));
  const [first, second] = united;
  if (first === undefined) return { kind: "keyword", name: "never" };
  if (second === undefined) return first;
  const boolean = united.length === 2 && united.every(isBooleanLiteral);
  return boolean
    ? { kind: "keyword", name: "boolean" }
    : { kind: "union", members: united };
}

/** In a union, `boolean` is `true | false`. */
function unionMembers(type: Resolved): Resolved[] {
  if (type.kind === "union") return type.members;
  return isPlain(type, "boolean")
    ? [
        { kind: "literal", value: false },
        { kind: "literal", value: true },
      ]
    : [type];
}

/** An enum that is not alone is its values. */
function enumValues(members: readonly Resolved[]): readonly Resolved[] {
  if (members.length === 1) return members;
  return members.flatMap((member) =>
    member.kind === "enum"
      ? member.declaration.members.map(({ value }): Resolved => ({
          kind: "literal",
          value,
        }))
      : [member],
  );
}

function isPlain(type: Resolved, name: KeywordType["name"]): boolean {
  return (
    type.kind === "keyword" && type.name === name && type.alias === undefined
  );
}

function isBooleanLiteral(type: Resolved): boolean {
  return (
    type.kind === "literal" &&
    typeof type.value === "boolean" &&
    type.alias === undefined
  );
}

function withoutNever(members: readonly Resolved[]): Resolved[] {
  return members.filter((member) => !isPlain(member, "never"));
}

function withoutNull(members: readonly Resolved[]): readonly Resolved[] {
  const others = members.filter((member) => !isPlain(member, "null"));
  return others.length > 0 ? others : members;
}

/** `Date | string` → `string`: formats are not checked. */
function withoutDates(members: readonly Resolved[]): readonly Resolved[] {
  return members.some((member) => isPlain(member, "string"))
    ? members.filter((member) => !isPlain(member, "Date"))
    : members;
}

/** `"a" | string` → `string`. */
function withoutAbsorbed(members: readonly Resolved[]): Resolved[] {
  return members.filter(
    (member) =>
      member.kind !== "literal" ||
      !members.some(
        (other) =>
          other.kind === "keyword" &&
          other.alias === undefined &&
          other.name === typeof member.value,
      ),
  );
}
