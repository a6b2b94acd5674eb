import {
  escapeControls,
  escapeLines,
} from "../../../base/diagnostics/escape.ts";
import type { News, UpdateReport } from "../../../project/update/index.ts";
import { newsDiff } from "./news-diff.ts";
import { documentationText } from "../diff/report.ts";
import { countLines } from "../diff/text.ts";
import { describeGeneration } from "../summary.ts";
import { counted } from "../table.ts";
import { isRefused, statesOf, subjectOf, turns } from "./words.ts";

/** News for a person: each with the summary of its diff, and what to do about it. */
export function newsAsText(news: readonly News[]): string {
  return escapeLines(news.map(oneAsText).join(""));
}

function oneAsText(one: News): string {
  const { kind, to, how, without, accepted } = one;
  const taken = accepted === true ? ", and is accepted" : "";
  const lines = [
    `${subjectOf(one)} ${turns[kind]}${taken}: ${statesOf(one)}`,
    ...(to?.url === undefined ? [] : [`  ${to.url}`]),
    ...summaryLines(one).map((line) => `  ${line}`),
    ...(without === undefined ? [] : [`  no diff: ${without}`]),
    ...(how === undefined ? [] : [`  ${how}`]),
  ];
  return lines.map((line) => `${escapeControls(line)}\n`).join("");
}

/** How much has changed, a line each, after which sides were compared. */
export function summaryLines(one: News): string[] {
  const report = newsDiff(one);
  if (report === undefined) return [];
  const { found, total } = report;
  const said = documentationText(report);
  const sides =
    found.before === found.after
      ? []
      : [`from ${found.before} to ${found.after}:`];
  return [
    ...(total === 0
      ? ["no change of what it declares"]
      : [...sides, ...countLines(found.summary)]),
    ...(said === undefined ? [] : [`documentation: ${said}`]),
  ];
}

/** What was done, or would be. */
export function outcomeAsText(
  report: UpdateReport,
  { check = false, dryRun = false }: { check?: boolean; dryRun?: boolean },
): string {
  const { stale, news, outputs, kept, written, notes } = report;
  const nothing = stale
    ? "Nothing is new, and the lock says something else than is wanted"
    : "Nothing is new";
  const lines = [
    ...notes,
    ...(news.length > 0 ? [] : [nothing]),
    ...(check && isTakenByUpdate(report)
      ? ["Run mcp-gen update to take it"]
      : []),
    ...(dryRun ? kept.map((path) => `would write or remove ${path}`) : []),
    ...outputs.map((one) => (dryRun ? wouldWrite(one) : done(one))),
    ...(dryRun && stale ? ["would write mcp-gen.lock.json"] : []),
    ...(written ? ["Wrote mcp-gen.lock.json"] : []),
  ];
  return escapeLines(lines.map((line) => `${line}\n`).join(""));
}

/** Whether a run takes what is new, without more being said. */
function isTakenByUpdate({ stale, news }: UpdateReport): boolean {
  if (!stale || news.some(isRefused)) return false;
  return news.length === 0 || news.some(({ how }) => how === undefined);
}

type Output = UpdateReport["outputs"][number];

function wouldWrite({ files, out }: Output): string {
  return `would write or remove ${counted(changedIn(files), "file")} in ${out}`;
}

function done(output: Output): string {
  const { out, files, runtime } = output;
  return changedIn(files) === 0
    ? `${out} is up to date`
    : describeGeneration(output, { out, runtime });
}

function changedIn(files: Output["files"]): number {
  const states = ["created", "updated", "removed"];
  return files.filter(({ status }) => states.includes(status)).length;
}
