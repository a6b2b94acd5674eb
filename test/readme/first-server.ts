import { codeBlocks, readPage } from "./blocks.ts";
import { applyDiff } from "./transcript.ts";

const page = "docs/guides/first-server.md";

/** The files that a reader of the page has at its end, by the paths that it gives them. */
export function firstServer(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { language, name, text } of codeBlocks(readPage(page))) {
    if (name === undefined) continue;
    files[name] =
      language === "diff" ? applyDiff(files[name] ?? "", text) : text;
  }
  return files;
}
