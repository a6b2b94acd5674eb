import type { NormalSchema } from "../../../model/index.ts";
import type { SnapshotRule } from "../change.ts";
import type { Difference, Pair } from "./difference.ts";
import { termKey, membersOf, relate, type Term } from "./relation/index.ts";
import { schemaText } from "./text.ts";

/** Members that one of two unions has alone. */
export interface LoneMembers {
  readonly gone: readonly Term[];
  readonly come: readonly Term[];
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
  return haveCommon ? { gone, come } : undefined;
}

/** The members that came and went, each judged by itself. */
export function compareMembers(
  { gone, come }: LoneMembers,
  { before, after, path, way }: Pair,
): Difference[] {
  return [
    ...gone.map((member): Difference => ({
      kind: "removed",
      subject: subjectOf(member.schema),
      rule: goneRule(member, after, way),
      path,
      before: schemaText(member.schema),
    })),
    ...come.map((member): Difference => ({
      kind: "added",
      subject: subjectOf(member.schema),
      rule: comeRule(member, before, way),
      path,
      after: schemaText(member.schema),
    })),
  ];
}

function goneRule(member: Term, after: Term, way: Pair["way"]): SnapshotRule {
  const relation = relate(member, after);
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

function comeRule(member: Term, before: Term, way: Pair["way"]): SnapshotRule {
  const relation = relate(member, before);
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
