import { readFileSync } from "node:fs";

const readme = read("README.md");

/** The TypeScript blocks of a section of the README, in order. */
export function blocks(section: string): string[] {
  const [, rest = ""] = readme.split(`## ${section}\n`);
  const [text = ""] = rest.split("\n## ");
  return blocksOf(text);
}

/** The TypeScript blocks of a page, in order. */
export function pageBlocks(page: string): string[] {
  return blocksOf(read(page));
}

function blocksOf(text: string): string[] {
  return text
    .split("```ts\n")
    .slice(1)
    .map((block) => block.split("```")[0] ?? "");
}

function read(page: string): string {
  return readFileSync(new URL(`../../${page}`, import.meta.url), "utf8");
}
