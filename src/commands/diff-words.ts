import { isBreaking, rules, type Change, type Side } from "../diff/index.ts";

/** Where a change is: a method, or a type and the way into it. */
export function placeOf({ where, subject }: Change): string {
  const { method, name, path = [] } = where;
  if (method !== undefined) return method;
  return (name ?? subject) + path.map(segmentText).join("");
}

function segmentText(segment: string): string {
  if (segment === "[]") return "[]";
  if (segment === "*") return "[*]";
  return /^[A-Za-z_$][\w$]*$/.test(segment)
    ? `.${segment}`
    : `[${JSON.stringify(segment)}]`;
}

const longest = 90;

/** What was there and what is there now, cut to fit a line. */
export function turnOf({ kind, before, after }: Change): string {
  if (kind === "renamed") return `${before ?? ""} → ${after ?? ""}`;
  if (before === undefined) return cut(after ?? "");
  return after === undefined ? cut(before) : `${cut(before)} → ${cut(after)}`;
}

function cut(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** What a change does, and to whom: `breaks older receivers (servers): …`. */
export function effectOf(change: Change): string {
  const { effect, rule, senders } = change;
  const broken = [
    ...(effect.olderReceivers === "breaking"
      ? [`older receivers${named(senders.map(otherSide))}`]
      : []),
    ...(effect.olderSenders === "breaking"
      ? [`older senders${named(senders)}`]
      : []),
  ];
  const says = rules[rule].says;
  return broken.length === 0
    ? `compatible: ${says}`
    : `breaks ${broken.join(" and ")}: ${says}`;
}

function named(sides: readonly Side[]): string {
  const [first] = sides;
  return first === undefined || sides.length > 1 ? "" : ` (${first}s)`;
}

function otherSide(side: Side): Side {
  return side === "client" ? "server" : "client";
}

export type Weight = "breaking" | "compatible" | "documentation";

export function weightOf(change: Change): Weight {
  if (change.kind === "documentation") return "documentation";
  return isBreaking(change) ? "breaking" : "compatible";
}
