import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { generatedMark, writtenText, type ReferencePages } from "./page.ts";

/** The texts of pages as they are committed, by their path from docs/reference. */
export type MadePages = ReadonlyMap<string, string>;

/** Makes pages. Throws for a path that two of them have. */
export async function makePages(
  repository: string,
  all: readonly ReferencePages[],
): Promise<MadePages> {
  const made = new Map<string, string>();
  for (const pages of all)
    for (const page of await pages(repository)) {
      if (made.has(page.path)) throw new Error(`two pages are ${page.path}`);
      made.set(page.path, writtenText(page));
    }
  return made;
}

/** The pages that are not committed as they are made now. */
export function stalePages(repository: string, made: MadePages): string[] {
  const isFresh = (name: string): boolean => {
    const file = path.join(repository, "docs/reference", name);
    if (!existsSync(file)) return false;
    // Git may have written other line ends.
    return (
      readFileSync(file, "utf8").replaceAll("\r\n", "\n") === made.get(name)
    );
  };
  return [...made.keys()].filter((name) => !isFresh(name));
}

/** The committed pages that were made here once; `made` are all that are made now. */
export function gonePages(repository: string, made: MadePages): string[] {
  const folder = path.join(repository, "docs/reference");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll(path.sep, "/"))
    .filter((name) => name.endsWith(".md") && !made.has(name))
    .filter((name) =>
      readFileSync(path.join(folder, name), "utf8").startsWith(generatedMark),
    );
}
