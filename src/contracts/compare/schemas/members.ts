import type { NormalSchema } from "../../../schema/model/index.ts";
import type { SnapshotRule } from "../change.ts";
import type { Difference, Pair } from "./difference.ts";
import {
  termKey,
  membersOf,
  relate,
  type Relation,
  type Term,
} from "./relation/index.ts";
import { schemaText } from "./text.ts";

/** Members that one of two unions has alone. */
export interface LoneMembers {
  readonly gone: readonly Term[];
  readonly come: readonly Term[];
  /** Whether all members of both are single values: what one has alone, the other refuses. */
  readonly areValues: boolean;
}

/** What two unions do not have in common; undefined where they have nothing in common. */
export function loneMembers({ before, after }: Pair): LoneMembers | undefined {
  const [old, now] = [membersOf(before), membersOf(after)];
  if (old.length < 2 && now.length < 2) return undefined;
  const [oldKeys, nowKeys] = [old, now].map(
    (members) => new Set(members.map(termKey)),
  );
  const gone = old.filter((one) => nowKeys?.has(termKey(one)) !== true);
  const come = now.filter((one) => oldKeys?.has(termKey(one)) !== true);
  const haveCommon = gone.length < old.length;
  const areValues = [...old, ...now].every(({ schema }) => "const" in schema);
  return haveCommon ? { gone, come, areValues } : undefined;
}

/** The members that came and went, each judged by itself. */
export function compareMembers(
  { gone, come, areValues }: LoneMembers,
  { before, after, path, way, effort }: Pair,
): Difference[] {
  const relationOf = (member: Term, other: Term): Relation =>
    areValues ? "not within" : relate(member, other, effort);
  return [
    ...gone.map((member): Difference => ({
      kind: "removed",
      subject: subjectOf(member.schema),
      rule: goneRule(relationOf(member, after), way),
      path,
      before: schemaText(member.schema),
    })),
    ...come.map((member): Difference => ({
      kind: "added",
      subject: subjectOf(member.schema),
      rule: comeRule(relationOf(member, before), way),
      path,
      after: schemaText(member.schema),
    })),
  ];
}

function goneRule(relation: Relation, way: Pair["way"]): SnapshotRule {
  if (way === "results")
    return relation === "within"
      ? "result-member-covered"
      : "result-member-removed";
  switch (relation) {
    case "within":
      return "argument-member-covered";
    case "not within":
      return "argument-member-removed";
    case "unknown":
      return "arguments-unproven";
    default:
      return relation satisfies never;
  }
}

function comeRule(relation: Relation, way: Pair["way"]): SnapshotRule {
  if (way === "arguments")
    return relation === "within"
      ? "argument-member-covered"
      : "argument-member-added";
  switch (relation) {
    case "within":
      return "result-member-covered";
    case "not within":
      return "result-member-added";
    case "unknown":
      return "results-unproven";
    default:
      return relation satisfies never;
  }
}

/** Values that are named are what an enum has. */
function subjectOf(schema: NormalSchema): "enum member" | "union member" {
  return "const" in schema ? "enum member" : "union member";
}
