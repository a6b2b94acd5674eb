import {
  isBreaking,
  rules,
  type Change,
  type Side,
} from "../../../compat/protocol-diff/index.ts";
import { saidTurn, wayText } from "../changes/words.ts";
import type { Weight } from "../changes/line.ts";
import { shortenType } from "../changes/shorten.ts";

/** Where a change is: a method, or a type, and the way into it. */
export function placeOf(change: Change): string {
  const { where, subject } = change;
  const { method, name, path = [] } = where;
  const way = wayText(path);
  const mark = isOptionalField(change) && path.at(-1) !== "*" ? "?" : "";
  if (method === undefined) return `${name ?? subject}${way}${mark}`;
  return way === "" ? method : `${method} ${way.replace(/^\./, "")}${mark}`;
}

const absent = " | undefined";

/** Whether a field came or went that may be absent. */
function isOptionalField({ kind, subject, before, after }: Change): boolean {
  const isLone = kind === "added" || kind === "removed";
  const isField = subject === "field" || subject === "params";
  return isLone && isField && (before ?? after ?? "").endsWith(absent);
}

/** What was there and what is there now, shortened to fit a line. */
export function turnOf(change: Change): string {
  const { kind, before, after } = change;
  if (kind === "renamed") return `${before ?? ""} → ${after ?? ""}`;
  if (kind === "documentation") return saidTurn(before ?? "", after ?? "");
  if (before !== undefined && after !== undefined)
    return `${shortenType(before)} → ${shortenType(after)}`;
  const text = before ?? after ?? "";
  return shortenType(
    isOptionalField(change) ? text.slice(0, -absent.length) : text,
  );
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

export function weightOf(change: Change): Weight {
  if (change.kind === "documentation") return "documentation";
  return isBreaking(change) ? "breaking" : "compatible";
}
