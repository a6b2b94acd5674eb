import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { posix, relative, sep } from "node:path";
import type { GeneratorError } from "../../../base/diagnostics/error.ts";
import type { Change } from "../../../compat/protocol-diff/index.ts";
import type { News, UpdateReport } from "../../../project/update/index.ts";
import { messageText, propertyText } from "../changes/github.ts";
import { annotations } from "../diff/github.ts";
import { newsAsMarkdown } from "./markdown.ts";
import { newsAsText } from "./text.ts";
import { isRefused, titleOf } from "./words.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** News as annotations of a workflow, each diff where its schema is kept. */
export function newsAsGithub(
  news: readonly News[],
  folder: string,
  env: Environment,
): string {
  return news.map((one) => oneAsGithub(one, folder, env)).join("");
}

function oneAsGithub(one: News, folder: string, env: Environment): string {
  const [first = "", ...lines] = newsAsText([one]).trimEnd().split("\n");
  const level = isRefused(one) || one.kind === "gone" ? "warning" : "notice";
  const text = [first, ...lines.map((line) => line.trim())].join("\n");
  // What is not taken lies nowhere in the repository.
  const isTaken = one.kind === "changed" || one.kind === "edited";
  const changes = isTaken ? (one.diff?.changes ?? []) : [];
  return [
    `::${level} title=${propertyText(`${one.id}: ${one.kind}`)}::${messageText(text)}\n`,
    annotations(changes.map((change) => placed(change, folder, env))),
  ].join("");
}

/** GitHub looks for the file from the root of the repository. */
function placed(
  change: Change,
  folder: string,
  { GITHUB_WORKSPACE: root }: Environment,
): Change {
  const { position } = change;
  if (position === undefined || root === undefined) return change;
  const way = relative(root, folder).split(sep).join("/");
  const file = way.startsWith("..")
    ? position.file
    : posix.join(way, position.file);
  return { ...change, position: { ...position, file } };
}

/** An error as an annotation. */
export function errorAsGithub({
  code,
  message,
  hint = "",
}: GeneratorError): string {
  const text = hint === "" ? message : `${message}\n${hint}`;
  return `::error title=${propertyText(code)}::${messageText(text)}\n`;
}

/**
 * Says to the workflow what it needs to open a pull request: `changed`, `title` and `body`; and
 * sums up for a person who looks at the run. Does neither where the workflow does not ask.
 */
export function tellWorkflow(
  report: UpdateReport,
  isChanged: boolean,
  { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary }: Environment,
): void {
  const title = titleOf(report.news);
  const body = newsAsMarkdown(report.news, report);
  if (outputs !== undefined && outputs !== "")
    appendFileSync(
      outputs,
      outputText("changed", String(isChanged)) +
        outputText("title", title) +
        outputText("body", body),
    );
  if (summary !== undefined && summary !== "")
    appendFileSync(
      summary,
      report.news.length === 0 ? "Nothing is new.\n" : `${body}\n`,
    );
}

/** Nothing that is published can end the text: nobody knows where it ends before. */
function outputText(name: string, text: string): string {
  const end = `mcp-gen-${randomUUID()}`;
  return `${name}<<${end}\n${text}\n${end}\n`;
}
