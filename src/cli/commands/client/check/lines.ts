import {
  snapshotRules,
  type SnapshotChange,
} from "../../../../contracts/compare/index.ts";
import type { Line } from "../../changes/line.ts";
import type { PositionOf } from "./positions.ts";
import {
  effectText,
  changedPlace,
  changedTurn,
  changedWeight,
} from "./words.ts";

/** What comes or goes as a whole is told together, so many names at once. */
const mostTogether = 50;

/** The lines of a report. What breaks can be told apart, each where it stands. */
export function driftLines(
  changes: readonly SnapshotChange[],
  {
    apart = false,
    positionOf = () => undefined,
  }: { apart?: boolean; positionOf?: PositionOf } = {},
): Line[] {
  const groups = new Map<string, SnapshotChange[]>();
  for (const [at, change] of changes.entries()) {
    const isAlone = apart && change.effect !== "compatible";
    const key = isAlone ? `${at}` : keyOf(change, at);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()].flatMap((group) => lineOf(group, positionOf));
}

/** Of things that came or went as a whole, names say enough; members stand in a row. */
function keyOf(change: SnapshotChange, at: number): string {
  const { kind, subject, rule, where } = change;
  if (isMember(change))
    return JSON.stringify([kind, subject, rule, changedPlace(change)]);
  const isWhole = where.part === undefined && where.path === undefined;
  return isWhole && changedTurn(change) === ""
    ? JSON.stringify([kind, subject, rule])
    : `${at}`;
}

function isMember({ kind, subject }: SnapshotChange): boolean {
  const isLone = kind === "added" || kind === "removed";
  return isLone && subject.endsWith(" member");
}

function lineOf(
  group: readonly SnapshotChange[],
  positionOf: PositionOf,
): Line[] {
  const [change] = group;
  if (change === undefined) return [];
  const { kind, subject } = change;
  const line: Line = {
    kind,
    subject,
    weight: changedWeight(change),
    places: [changedPlace(change)],
    turn: changedTurn(change),
    effect: effectText(change),
    reason: snapshotRules[change.rule].says,
    also: [],
    position: positionOf(change),
  };
  if (isMember(change))
    return [{ ...line, turn: together(group.map(changedTurn)).join(", ") }];
  return [{ ...line, places: together(group.map(changedPlace)) }];
}

function together(names: readonly string[]): string[] {
  const more = names.length - mostTogether;
  return more > 0
    ? [...names.slice(0, mostTogether), `${more} more`]
    : [...names];
}
