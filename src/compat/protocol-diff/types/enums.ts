import type {
  EnumDeclaration,
  EnumMember,
} from "../../../schema/model/index.ts";
import type { Difference } from "./comparison.ts";
import { compareSaid } from "./documentation.ts";

/** What enums say of their values, which are compared as those of any union. */
export function compareEnums(
  before: EnumDeclaration,
  after: EnumDeclaration,
): Difference[] {
  const known = byValue(before);
  return [...byValue(after)].flatMap(([value, now]) => {
    const old = known.get(value);
    return old === undefined
      ? []
      : [...compareNames(old, now), ...compareComments(old, now)];
  });
}

/** TypeScript lets several members have one value: then the first is meant. */
function byValue({
  members,
}: EnumDeclaration): Map<string | number, EnumMember> {
  return new Map(members.toReversed().map((member) => [member.value, member]));
}

function compareNames(old: EnumMember, now: EnumMember): Difference[] {
  if (old.name === now.name) return [];
  return [
    {
      kind: "renamed",
      subject: "enum member",
      rule: "member-renamed",
      path: [],
      before: old.name,
      after: now.name,
    },
  ];
}

function compareComments(old: EnumMember, now: EnumMember): Difference[] {
  const place = { path: [now.name], subject: "enum member" } as const;
  return compareSaid(old, now, place);
}
