import type { News, UpdateReport } from "../../../project/update/index.ts";
import { diffAsMarkdown } from "../diff/markdown.ts";
import { newsDiff } from "./news-diff.ts";
import { summaryLines } from "./text.ts";
import { statesOf, subjectOf, turns } from "./words.ts";

// What a code host takes as the text of a pull request, in characters, and some less.
const longest = 60_000;

/** News for a pull request: what is new, and what it does on the wire. */
export function newsAsMarkdown(
  news: readonly News[],
  { notes, outputs }: Pick<UpdateReport, "notes" | "outputs">,
): string {
  const end = [
    ...notes.map((note) => `- ${escaped(note)}\n`),
    ...outputs.map(
      ({ out, revisions }) =>
        `- ${code(out)} is generated of ${revisions.map(code).join(", ")}\n`,
    ),
  ].join("");
  const whole = news.map((one) => section(one, true)).join("\n");
  const text =
    whole.length + end.length <= longest
      ? whole
      : news.map((one) => section(one, false)).join("\n");
  return `${text.slice(0, longest)}\n${end}`;
}

function section(one: News, withDiff: boolean): string {
  const { kind, to, how, without } = one;
  const report = newsDiff(one);
  const lines = [
    `## ${code(subjectOf(one))} ${turns[kind]}`,
    "",
    escaped(statesOf(one)) +
      (to?.url === undefined ? "" : ` ([the file](${address(to.url)}))`),
    "",
    ...(without === undefined ? [] : [`No diff: ${escaped(without)}`, ""]),
    ...(how === undefined ? [] : [`${escaped(how)}`, ""]),
    ...(report === undefined
      ? []
      : withDiff
        ? [lower(diffAsMarkdown(report))]
        : summaryLines(one).map((line) => `- ${escaped(line)}`)),
    "",
  ];
  return lines.join("\n");
}

/** The titles of a diff below that of its news. */
function lower(markdown: string): string {
  return markdown.replaceAll(/^#/gm, "###");
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|#@]/g, "\\$&");
}

function address(url: string): string {
  return url.replace(/[()\s<>]/g, encodeURIComponent);
}
