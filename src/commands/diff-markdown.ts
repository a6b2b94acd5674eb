import type { Change, ProtocolDiff } from "../diff/index.ts";
import { alsoIn, countsText } from "./diff-text.ts";
import { effectOf, placeOf, turnOf, weightOf } from "./diff-words.ts";

/** A diff for release notes: a summary, and a table for each weight. */
export function diffAsMarkdown({
  before,
  after,
  summary,
  changes,
}: ProtocolDiff): string {
  const own = changes.filter(
    ({ inheritedFrom }) => inheritedFrom === undefined,
  );
  const title = `# From ${escaped(before)} to ${escaped(after)}\n`;
  if (changes.length === 0) return `${title}\nNo change.\n`;
  const counts = [
    `- types: ${countsText(summary.types)}`,
    `- methods: ${countsText(summary.methods)}`,
    `- ${summary.breaksOlderReceivers} changes break older receivers, ${summary.breaksOlderSenders} older senders, ${summary.compatible} are compatible`,
  ].join("\n");
  const sections = (["breaking", "compatible", "documentation"] as const).map(
    (weight) => {
      const some = own.filter((change) => weightOf(change) === weight);
      if (some.length === 0) return "";
      const name = `${weight[0]?.toUpperCase() ?? ""}${weight.slice(1)}`;
      const rows = some.map((change) => row(change, changes)).join("");
      return `\n## ${name}\n\n| Change | Where | What | On the wire |\n| --- | --- | --- | --- |\n${rows}`;
    },
  );
  return `${title}\n${counts}\n${sections.join("")}`;
}

function row(change: Change, all: readonly Change[]): string {
  const { kind, subject } = change;
  const turn = turnOf(change);
  const cells = [
    kind === "documentation" ? subject : `${subject} ${kind}`,
    code(placeOf(change)),
    turn === "" ? "" : code(turn),
    kind === "documentation"
      ? ""
      : escaped(effectOf(change) + alsoIn(change, all)),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** Text in which a table's own marks mean themselves. */
function code(text: string): string {
  const longest = Math.max(
    0,
    ...(text.match(/`+/g) ?? []).map((run) => run.length),
  );
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${text.replaceAll("|", "\\|")}${space}${fence}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, "\\$&");
}
