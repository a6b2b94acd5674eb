import {
  snapshotRules,
  type SnapshotChange,
  type SnapshotEffect,
} from "../../../../contracts/compare/index.ts";
import { escapeControls } from "../../../../base/diagnostics/escape.ts";
import type { Weight } from "../../changes/line.ts";
import { shortenType } from "../../changes/shorten.ts";
import { saidTurn, wayText } from "../../changes/words.ts";

/** Where a change is: a tool, a prompt or the like, and the way into it. */
export function changedPlace(change: SnapshotChange): string {
  const { subject, where } = change;
  const { name, part, path = [] } = where;
  const mark = isOptional(change) && path.at(-1) !== "*" ? "?" : "";
  const way = `${part ?? ""}${wayText(path)}${mark}`;
  // A tool may have the name of a prompt.
  const isOfPrompt = where.list === "prompts" && subject !== "prompt";
  const words = [
    ...(name === undefined ? [] : [nameText(name)]),
    ...(isOfPrompt ? ["(prompt)"] : []),
    ...(way === "" ? [] : [part === undefined ? way.replace(/^\./, "") : way]),
  ];
  return words.length === 0 ? subject : shown(words.join(" "));
}

const longest = 160;

/** A server may call things what it likes. */
function nameText(name: string): string {
  return /^[\p{L}\p{N}_$./:{}?&=*+~@%#-]+$/u.test(name)
    ? name
    : JSON.stringify(name);
}

function shown(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return escapeControls(cut);
}

const absent = " | undefined";

/** Whether something came or went that may be absent. */
function isOptional({ kind, before, after }: SnapshotChange): boolean {
  const isLone = kind === "added" || kind === "removed";
  return isLone && (before ?? after ?? "").endsWith(absent);
}

/** What was there and what is there now, shortened to fit a line. */
export function changedTurn(change: SnapshotChange): string {
  const { kind, before = "", after = "" } = change;
  if (kind === "documentation") return shown(saidTurn(before, after));
  if (kind === "renamed")
    return `${shown(nameText(before))} → ${shown(nameText(after))}`;
  if (kind === "changed")
    return before === after
      ? ""
      : escapeControls(`${shortenType(before)} → ${shortenType(after)}`);
  const text = before === "" ? after : before;
  return escapeControls(
    shortenType(isOptional(change) ? text.slice(0, -absent.length) : text),
  );
}

/** What a change does to callers: `breaks callers: …`. */
export function effectText({ effect, rule }: SnapshotChange): string {
  return `${verdicts[effect]}: ${snapshotRules[rule].says}`;
}

const verdicts: Readonly<Record<SnapshotEffect, string>> = {
  breaking: "breaks callers",
  possible: "may break callers",
  compatible: "compatible",
};

export function changedWeight({ kind, effect }: SnapshotChange): Weight {
  return kind === "documentation" ? "documentation" : effect;
}
