import { readFileSync } from "node:fs";

const readme = readFileSync(
  new URL("../../README.md", import.meta.url),
  "utf8",
);

/** The TypeScript blocks of a section, in order. */
export function blocks(section: string): string[] {
  const [, rest = ""] = readme.split(`## ${section}\n`);
  const [text = ""] = rest.split("\n## ");
  return text
    .split("```ts\n")
    .slice(1)
    .map((block) => block.split("```")[0] ?? "");
}
