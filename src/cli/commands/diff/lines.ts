import {
  heirsOf,
  isBreaking,
  rules,
  withoutInherited,
  type Change,
  type Rule,
  type Subject,
} from "../../../compat/protocol-diff/index.ts";
import type { Line } from "../changes/line.ts";
import { effectOf, placeOf, turnOf, weightOf } from "./words.ts";

/** What a report tells at once: a change, and those that say the same of others. */
export interface DiffLine extends Line {
  readonly change: Change;
}

/**
 * The lines of a report, the gravest first. What breaks can be told apart, each where
 * it stands.
 */
export function linesOf(
  changes: readonly Change[],
  { apart = false }: { apart?: boolean } = {},
): DiffLine[] {
  const own = withoutInherited(changes);
  const groups = new Map<string, Change[]>();
  for (const change of own.filter((one) => !isToldByMethod(one, own))) {
    const key =
      apart && isBreaking(change) ? JSON.stringify(change) : keyOf(change);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()]
    .flatMap((group) => lineOf(group, changes))
    .sort((a, b) => rankOf(a.change) - rankOf(b.change));
}

/** A message in a union of messages comes and goes with its method. */
function isToldByMethod(change: Change, all: readonly Change[]): boolean {
  const { subject, effect, before, after } = change;
  if (subject !== "union member") return false;
  return all.some(
    (one) =>
      (one.subject === "method" || one.subject === "direction") &&
      one.where.name === (before ?? after) &&
      JSON.stringify(one.effect) === JSON.stringify(effect),
  );
}

/** Changes with the same key are told at once. */
function keyOf(change: Change): string {
  const { kind, subject, rule, where } = change;
  const same = [kind, subject, rule, effectOf(change)];
  if (isMember(change)) return JSON.stringify([...same, placeOf(change)]);
  if (isNameAlone(change)) return JSON.stringify(same);
  return JSON.stringify([...same, where.method, where.path, turnOf(change)]);
}

function lineOf(group: readonly Change[], all: readonly Change[]): DiffLine[] {
  const [change, ...others] = group;
  if (change === undefined) return [];
  const { kind, subject, inheritedFrom, position } = change;
  const line: DiffLine = {
    ...{ change, kind, subject, position, base: inheritedFrom },
    weight: weightOf(change),
    places: [placeOf(change)],
    turn: turnOf(change),
    effect: effectOf(change),
    reason: rules[change.rule].says,
    also: [],
  };
  if (isMember(change))
    return [{ ...line, turn: group.map(turnOf).join(", ") }];
  if (isNameAlone(change) && others.length > 0)
    return [{ ...line, places: group.map(placeOf), turn: "" }];
  const also = [
    ...heirsOf(change, all),
    ...others.flatMap((one) => [one.where.name ?? "", ...heirsOf(one, all)]),
  ];
  return [{ ...line, also: [...new Set(also)] }];
}

function isMember({ kind, subject }: Change): boolean {
  return (
    (subject === "union member" || subject === "enum member") &&
    (kind === "added" || kind === "removed")
  );
}

/** Of features, and of several types that came or went, the names say enough. */
function isNameAlone({ rule }: Change): boolean {
  return (
    rule === "type-added" ||
    rule === "type-removed" ||
    rule === "feature-changed"
  );
}

const order: readonly Subject[] = [
  "lifecycle",
  "batches",
  "method",
  "direction",
  "result",
  "capability",
  "params",
  "field",
  "enum member",
  "union member",
  "type",
  "feature",
  "error",
  "constant",
];

/** Another way to declare the same says least. */
const formal: ReadonlySet<Rule> = new Set([
  "envelope-added",
  "envelope-removed",
  "values-same",
  "member-covered",
  "type-renamed",
]);

function rankOf({ subject, rule }: Change): number {
  return order.indexOf(subject) + (formal.has(rule) ? order.length : 0);
}
