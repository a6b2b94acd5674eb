import { proseOf } from "./blocks.ts";

const maxLines = 250;

/** What somebody measured: such a figure stands on the page of figures alone. */
const measured =
  /gzip|\btimes (?:faster|slower|smaller|larger|as (?:fast|small))\b|\b(?:requests|messages|calls|operations|ops) (?:per|a) second\b|\breq\/s\b|\b\d[\d.,]* ?(?:ns|µs)\b|\b\d[\d.,]* ?kB\b/i;

/** What is wrong with the form of a guide, each with the line where it is. */
export function formIssues(text: string): string[] {
  const lines = text.trimEnd().split("\n");
  const titles = proseOf(text).filter(({ text: line }) =>
    line.startsWith("# "),
  );
  return [
    ...(/^# \S/.test(lines[0] ?? "") ? [] : ["1: the first line is no title"]),
    ...titles.slice(1).map(({ line: at }) => `${at}: a second title`),
    ...(lines.length > maxLines
      ? [`${lines.length} lines are more than ${maxLines}`]
      : []),
    ...figureIssues(text),
    ...markupIssues(text),
  ];
}

/** Where a page says what was measured. */
export function figureIssues(text: string): string[] {
  return proseOf(text)
    .filter(({ text: line }) => measured.test(line))
    .map(
      ({ line: at, text: line }) =>
        `${at}: measured, so it stands elsewhere: ${line}`,
    );
}

/** What the site would take for a component or an expression, and GitHub for text. */
export function markupIssues(text: string): string[] {
  return proseOf(text)
    .filter(({ text: line }) => /<\/?[A-Za-z]|\{\{/.test(withoutCode(line)))
    .map(
      ({ line: at, text: line }) => `${at}: markup outside of code: ${line}`,
    );
}

/** Text of a line that is neither code, nor a comment, nor an address. */
function withoutCode(line: string): string {
  return line
    .replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "")
    .replaceAll(/<br\/?>|<https?:[^>]+>/g, "");
}
