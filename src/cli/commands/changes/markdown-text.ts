import { escapeControls } from "../../../base/diagnostics/escape.ts";

/** Text as code, in which a table's own marks mean themselves. */
export function codeText(text: string): string {
  const shown = escapeControls(text);
  const longest = Math.max(
    0,
    ...(shown.match(/`+/g) ?? []).map((run) => run.length),
  );
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${shown.replaceAll("|", "\\|")}${space}${fence}`;
}

/** Text in which no mark of Markdown means anything. */
export function plainText(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, "\\$&");
}

/** What GitHub and GitLab unfold; elsewhere it is a title. */
export function unfolding(title: string, content: string): string[] {
  if (content === "") return [];
  return [
    `<details>\n<summary>${title}</summary>\n`,
    `${content}\n</details>\n`,
  ];
}
