import type { Counts, Summary } from "../../../compat/protocol-diff/index.ts";
import { sectionTexts } from "../changes/text.ts";
import { linesOf } from "./lines.ts";
import { documentationText, emptyText, type DiffReport } from "./report.ts";

/** A diff for a person: how much, then what breaks, then what does not. */
export function diffAsText(report: DiffReport): string {
  const lines = linesOf(report.found.changes);
  return [summaryText(report), ...sectionTexts(lines)].join("\n");
}

export function summaryText(report: DiffReport): string {
  const { before, after, summary } = report.found;
  const empty = emptyText(report);
  const said = documentationText(report);
  return [
    `${before} → ${after}${empty === undefined ? "" : `: ${empty}`}`,
    ...(empty === undefined ? countLines(summary) : []).map(
      (line) => `  ${line}`,
    ),
    ...(said === undefined ? [] : [`  documentation: ${said}`]),
    "",
  ].join("\n");
}

/** How much has changed, a line each. */
export function countLines({
  types,
  methods,
  breaksOlderReceivers,
  breaksOlderSenders,
  compatible,
}: Summary): string[] {
  return [
    `types: ${countsText(types)}`,
    `methods: ${countsText(methods)}`,
    `on the wire: ${breaksOlderReceivers} break older receivers, ${breaksOlderSenders} break older senders, ${compatible} compatible`,
  ];
}

function countsText({ added, removed, renamed, changed }: Counts): string {
  const both = renamed === 0 ? "" : ` (${renamed} by another name)`;
  return `${added} added, ${removed} removed${both}, ${changed} changed`;
}
