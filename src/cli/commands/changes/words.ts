import { newLines } from "./shorten.ts";

/** The way into something: `.items[].name`. */
export function wayText(path: readonly string[]): string {
  return path.map(segmentText).join("");
}

function segmentText(segment: string): string {
  if (/^\[\d*\]$/.test(segment)) return segment;
  if (segment === "*") return "[*]";
  return /^[A-Za-z_$][\w$]*$/.test(segment)
    ? `.${segment}`
    : `[${JSON.stringify(segment)}]`;
}

/** What was said to people and what is said now, shortened to fit a line. */
export function saidTurn(before: string, after: string): string {
  return arrow(newLines(before, after), newLines(after, before));
}

function arrow(before: string, after: string): string {
  if (before === "") return after;
  return after === "" ? `without ${before}` : `${before} → ${after}`;
}
