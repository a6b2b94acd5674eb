import path from "node:path";
import { anchor, code, prose, table } from "../markdown.ts";
import type { ReferencePage } from "../page.ts";
import {
  countRequirements,
  partedTest,
  readParts,
  type Chapter,
  type Part,
  type Requirement,
} from "./rows.ts";

/** docs/reference/requirements.md, and a page for each part of it. */
export function requirementsPages(
  repository: string,
): readonly ReferencePage[] {
  const parts = readParts(repository);
  return [overview(parts), ...parts.map(partPage)];
}

/** What a row may be, in the order of the page. */
const meanings: Readonly<Record<string, string>> = {
  test: "A test fails where it does not hold. The row names it.",
  docs: "A page documents it, which is all that is asked for.",
  host: "It is left to the application around a client, which has the model, the person and the user interface.",
  handler:
    "It is left to the functions that you write, and what you hand to the package.",
  outside:
    "It is asked of others than the two sides of a connection, such as authorization servers and proxies.",
  never: "It does not arise here. The row says why.",
  "not yet": "It is still to be done.",
  "not met": "This project does otherwise. The row says why.",
};

function overview(parts: readonly Part[]): ReferencePage {
  const rows = parts.flatMap(rowsOf);
  const counts = countRequirements(rows);
  const text = `# Requirements

What the specification asks for, in all five revisions and in the extension for tasks, and the test that shows that it holds. Every MUST and every SHOULD is one row, in the words of this project. What several pages or revisions ask for alike is one row.

MUST NOT, SHALL and REQUIRED are MUST here. SHOULD NOT is SHOULD. What MAY be is left out.

${table(
  ["Part", "Requirements", "Shown by a test"],
  parts.map((part) => {
    const own = countRequirements(rowsOf(part));
    return [
      `[${part.title}](requirements/${part.page}.md)`,
      String(own.get("all")),
      String(own.get("test") ?? 0),
    ];
  }),
)}

## How each is shown

${table(
  ["Shown by, or left to", "Requirements", "What that means"],
  [
    ...Object.entries(meanings).flatMap(([name, says]) => {
      const count = counts.get(name);
      return count === undefined ? [] : [[name, String(count), says]];
    }),
    ["all", String(rows.length), ""],
  ],
)}

A test that a row names has to be there, and may not be skipped: a test of the project reads each row and holds it against the files. In a test's title, \`%s\` or … stands for what its cases fill in.

## What is not met

${parts
  .flatMap(rowsOf)
  .filter(({ left }) => left?.to === "not met" || left?.to === "not yet")
  .map(
    ({ id, text: asked, left }) =>
      `- **${id}** (${prose(asked)}): ${prose(left?.why ?? "")}.`,
  )
  .join("\n")}

## See also

- [Published servers](published-servers.md): real servers that the client was tried with
- [Architecture](../architecture/index.md): what else is checked
`;
  return { path: "requirements.md", text };
}

function rowsOf({ chapters }: Part): readonly Requirement[] {
  return chapters.flatMap(({ rows }) => rows);
}

function partPage({ page, title, chapters }: Part): ReferencePage {
  const text = `# Requirements: ${title.toLowerCase()}

What the specification asks for, and what shows that it holds. [All requirements](../requirements.md) says how to read this page.

${chapters.map(({ title: one }) => `- [${one}](#${anchor(one)})`).join("\n")}

${chapters.map(chapterSection).join("\n\n")}
`;
  return { path: `requirements/${page}.md`, text };
}

function chapterSection({ title, intro, rows }: Chapter): string {
  return `## ${title}

Pages of the specification: ${intro}

${table(
  ["Id", "Revisions", "Level", "Side", "Requirement", "Shown by, or left to"],
  rows.map((row) => [
    row.id,
    row.revisions,
    row.level,
    row.side,
    prose(row.text),
    shownBy(row),
  ]),
)}`;
}

function shownBy({ tests = [], left, docs }: Requirement): string {
  if (left) return `**${left.to}**: ${prose(left.why)}`;
  if (docs) return `**docs**: ${linkTo(docs)}`;
  return tests
    .map((test) => {
      const { file, title } = partedTest(test);
      return `[${code(file)}](../../../test/${file}.test.ts) ${plain(title)}`;
    })
    .join("<br>");
}

function linkTo({ page, heading }: { page: string; heading: string }): string {
  const target = path.posix.relative("docs/reference/requirements", page);
  return `[${heading}](${target}#${anchor(heading)})`;
}

/** A title that is shown as it is written: nothing in it is markdown. */
function plain(title: string): string {
  return title
    .replace(/[\\`*_[\]~#]/g, (sign) => `\\${sign}`)
    .replaceAll("<", "&lt;")
    .replace(/\{\{|\}\}/g, (braces) => code(braces));
}
