import { escapeControls, escapeLines } from "../../diagnostics/escape.ts";
import type { News, UpdateReport } from "../../update/index.ts";
import { newsDiff } from "./news-diff.ts";
import { documentationText } from "../diff/report.ts";
import { countLines } from "../diff/text.ts";
import { describeGeneration } from "../summary.ts";
import { statesOf, turns } from "./words.ts";

/** News for a person: each with the summary of its diff, and what to do about it. */
export function newsAsText(news: readonly News[]): string {
  return escapeLines(news.map(oneAsText).join(""));
}

function oneAsText(one: News): string {
  const { id, kind, to, how, without, accepted } = one;
  const taken = accepted === true ? ", and is accepted" : "";
  const lines = [
    `${id} ${turns[kind]}${taken}: ${statesOf(one)}`,
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
  const settled = written || dryRun;
  const lines = [
    ...notes,
    ...(news.length > 0
      ? []
      : [
          stale
            ? "Nothing is new, and the lock says something else than is wanted"
            : "Nothing is new",
        ]),
    ...(check && stale ? ["Take it: mcp-gen update"] : []),
    ...(settled
      ? kept.map((path) => `${dryRun ? "would keep" : "kept"} ${path}`)
      : []),
    ...(dryRun
      ? outputs.map((one) => `would write ${countOf(one.files)} in ${one.out}`)
      : outputs.map((one) =>
          describeGeneration(one, { out: one.out, runtime: one.runtime }),
        )),
    ...(written ? ["Wrote mcp-gen.lock.json"] : []),
  ];
  return escapeLines(lines.map((line) => `${line}\n`).join(""));
}

function countOf(files: UpdateReport["outputs"][number]["files"]): string {
  const changed = files.filter(({ status }) =>
    ["created", "updated", "removed"].includes(status),
  ).length;
  return changed === 1 ? "1 file" : `${changed} files`;
}
