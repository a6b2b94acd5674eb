import { readFileSync } from "node:fs";
import path from "node:path";

/** What the specification asks for, and what shows that it holds: a row of test/requirements. */
export interface Requirement {
  readonly id: string;
  /** `all`, one revision, `from` or `until` one, or one `to` a later one. */
  readonly revisions: string;
  readonly level: string;
  readonly side: string;
  readonly text: string;
  /** Tests that show it: `runtime/calls: a call › ends` of test/runtime/calls.test.ts. */
  readonly tests?: readonly string[];
  /** Whose it is instead, and why. */
  readonly left?: { readonly to: string; readonly why: string };
  /** The page and heading that document it, where that is all that is asked for. */
  readonly docs?: { readonly page: string; readonly heading: string };
}

/** A chapter: a file of test/requirements. */
export interface Chapter {
  readonly title: string;
  /** Which pages of the specification it is of; markdown. */
  readonly intro: string;
  readonly rows: readonly Requirement[];
}

/** Chapters on one page of the reference. */
export interface Part {
  /** The page's name, and the folder of its chapters. */
  readonly page: string;
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/** All requirements, as `parts.json` orders them. */
export function readParts(repository: string): Part[] {
  const folder = path.join(repository, "test/requirements");
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8"));
  // These files are the project's own, and a test reads each row.
  const parts = read("parts") as readonly {
    readonly page: string;
    readonly title: string;
    readonly chapters: readonly string[];
  }[];
  return parts.map(({ page, title, chapters }) => ({
    page,
    title,
    chapters: chapters.map((name) => read(`${page}/${name}`) as Chapter),
  }));
}

/** The file and the title of a test that a row names. */
export function partedTest(test: string): { file: string; title: string } {
  const at = test.indexOf(": ");
  return at < 0
    ? { file: test, title: "" }
    : { file: test.slice(0, at), title: test.slice(at + 2) };
}

/** How many rows are shown by tests, documented, left to each, and there at all. */
export function countRequirements(
  rows: readonly Requirement[],
): ReadonlyMap<string, number> {
  const counts = new Map([["all", rows.length]]);
  for (const { tests, docs, left } of rows) {
    const key = tests ? "test" : docs ? "docs" : (left?.to ?? "none");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
