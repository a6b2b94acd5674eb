import type { Change, Counts, ProtocolDiff } from "../diff/index.ts";
import {
  effectOf,
  placeOf,
  turnOf,
  weightOf,
  type Weight,
} from "./diff-words.ts";

/** A diff for a person: how much, then what breaks, then what does not. */
export function diffAsText(found: ProtocolDiff): string {
  const { changes } = found;
  const own = changes.filter(
    ({ inheritedFrom }) => inheritedFrom === undefined,
  );
  const parts = [summaryText(found)];
  for (const weight of ["breaking", "compatible", "documentation"] as const) {
    const some = own.filter((change) => weightOf(change) === weight);
    if (some.length === 0) continue;
    parts.push(
      `${titles[weight]}\n${some.map((one) => lines(one, changes)).join("")}`,
    );
  }
  return parts.join("\n");
}

const titles: Record<Weight, string> = {
  breaking: "Breaking",
  compatible: "Compatible",
  documentation: "Documentation",
};

const marks: Record<Change["kind"], string> = {
  added: "+",
  removed: "-",
  renamed: "=",
  changed: "~",
  documentation: "#",
};

export function summaryText(found: ProtocolDiff): string {
  const { before, after, summary, changes } = found;
  const head = `${before} → ${after}`;
  if (changes.length === 0) return `${head}: no change\n`;
  const { breaksOlderReceivers, breaksOlderSenders } = summary;
  return [
    head,
    `  types: ${countsText(summary.types)}`,
    `  methods: ${countsText(summary.methods)}`,
    `  on the wire: ${breaksOlderReceivers} break older receivers, ${breaksOlderSenders} break older senders, ${summary.compatible} compatible`,
    ...(summary.documentation > 0
      ? [`  documentation: ${summary.documentation} changed`]
      : []),
    "",
  ].join("\n");
}

export function countsText({
  added,
  removed,
  renamed,
  changed,
}: Counts): string {
  const both = renamed === 0 ? "" : ` (${renamed} by another name)`;
  return `${added} added, ${removed} removed${both}, ${changed} changed`;
}

/** What is compatible says so in its heading. */
function lines(change: Change, all: readonly Change[]): string {
  const { kind, subject } = change;
  const place = placeOf(change);
  const turn = turnOf(change);
  const what = place === subject ? subject : `${subject} ${place}`;
  const first = `  ${marks[kind]} ${what}${turn === "" ? "" : `: ${turn}`}`;
  const also = alsoIn(change, all);
  return weightOf(change) === "breaking"
    ? `${first}\n      ${effectOf(change)}${also}\n`
    : `${first}${also}\n`;
}

const shown = 3;

/** The types that have the change because they extend the one that is named. */
export function alsoIn(change: Change, all: readonly Change[]): string {
  const { rule, where } = change;
  const names = all
    .filter(
      (one) =>
        one.inheritedFrom !== undefined &&
        one.inheritedFrom === where.name &&
        one.rule === rule &&
        one.where.path?.join() === where.path?.join(),
    )
    .map((one) => one.where.name ?? "");
  if (names.length === 0) return "";
  const others = names.length - shown;
  const rest = others > 0 ? ` and ${others} more` : "";
  return `; also in ${names.slice(0, shown).join(", ")}${rest}`;
}
