import type { HasTest } from "./titles.ts";

/** A row of docs/reference/requirements.md. */
export interface Requirement {
  readonly id: string;
  readonly revisions: string;
  readonly level: string;
  readonly side: string;
  readonly text: string;
  readonly proofs: readonly Proof[];
}

/** What shows that a requirement holds, or whose it is. */
export type Proof =
  /** `file` is a path under test/, without its ending; `title` has those it stands under. */
  | { readonly kind: "test"; readonly file: string; readonly title: string }
  | { readonly kind: "left"; readonly to: string; readonly why: string }
  /** A guide documents it under a heading, which is all that is asked for. */
  | { readonly kind: "docs"; readonly heading: string }
  /** What is neither. */
  | { readonly kind: "none"; readonly cell: string };

/** The rows of a page, in order. Throws for a row that has not six cells. */
export function readRequirements(page: string): Requirement[] {
  return page
    .split("\n")
    .filter((line) => /^\| +[a-z]+-\d+ +\|/.test(line))
    .map(readRow);
}

function readRow(line: string): Requirement {
  const cells = line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  const [id = "", revisions = "", level = "", side = "", text = "", shown] =
    cells;
  if (shown === undefined || cells.length > 6)
    throw new TypeError(`Not a row of six cells: ${line}`);
  const proofs = shown.split("<br>").map(readProof);
  return { id, revisions, level, side, text, proofs };
}

function readProof(cell: string): Proof {
  const [, file, title] = /^`([^`]+)` +(.+)$/.exec(cell) ?? [];
  if (file !== undefined && title !== undefined)
    return { kind: "test", file, title: title.replaceAll(/\\(?=\W|_)/g, "") };
  const [, heading] =
    /^\*\*docs\*\*: \[(.+)\]\(\.\.\/guides\/[\w-]+\.md#.+\)$/.exec(cell) ?? [];
  if (heading !== undefined) return { kind: "docs", heading };
  const [, to, why] = /^\*\*([^*]+)\*\*: *(.+)$/.exec(cell) ?? [];
  return to !== undefined && why !== undefined
    ? { kind: "left", to, why }
    : { kind: "none", cell };
}

/** What a row may say. */
export interface Terms {
  readonly revisions: readonly string[];
  readonly levels: readonly string[];
  readonly sides: readonly string[];
  /** Whom a row without a test may be left to. */
  readonly leftTo: readonly string[];
  /** The headings of the guides. */
  readonly headings: readonly string[];
}

/** The tests in a file under test/, or nothing where there is no such file. */
export type TestsIn = (file: string) => HasTest | undefined;

/** What is wrong with rows, each with the row's id. */
export function requirementIssues(
  rows: readonly Requirement[],
  terms: Terms,
  testsIn: TestsIn,
): string[] {
  const ids = new Set<string>();
  return rows.flatMap((row) => {
    const isKnown = ids.has(row.id);
    ids.add(row.id);
    return [
      ...(isKnown ? ["the id is another row's too"] : []),
      ...termIssues(row, terms),
      ...proofIssues(row, terms, testsIn),
    ].map((issue) => `${row.id}: ${issue}`);
  });
}

function termIssues(row: Requirement, terms: Terms): string[] {
  const { revisions, level, side, text } = row;
  return [
    ...(isSpan(revisions, terms.revisions)
      ? []
      : [`no revisions are "${revisions}"`]),
    ...(terms.levels.includes(level) ? [] : [`no level is "${level}"`]),
    ...(terms.sides.includes(side) ? [] : [`no side is "${side}"`]),
    ...(text === "" ? ["nothing is required"] : []),
  ];
}

/** `all`, one revision, or those from, until, or from one to a later one. */
function isSpan(text: string, known: readonly string[]): boolean {
  const [, bound, only] = /^(?:(from|until) )?(\S+)$/.exec(text) ?? [];
  if (only !== undefined)
    return known.includes(only) || (bound === undefined && only === "all");
  const [, first = "", last = ""] = /^(\S+) to (\S+)$/.exec(text) ?? [];
  return known.includes(first) && known.indexOf(first) < known.indexOf(last);
}

function proofIssues(
  { proofs }: Requirement,
  terms: Terms,
  testsIn: TestsIn,
): string[] {
  const isMixed =
    proofs.length > 1 && proofs.some(({ kind }) => kind !== "test");
  return [
    ...proofs.flatMap((proof) => proofIssue(proof, terms, testsIn)),
    ...(isMixed
      ? ["a test shows it, or it is left to somebody: not both"]
      : []),
  ];
}

function proofIssue(
  proof: Proof,
  { leftTo, headings }: Terms,
  testsIn: TestsIn,
): string[] {
  switch (proof.kind) {
    case "none":
      return [`neither a test nor whom it is left to: "${proof.cell}"`];
    case "left":
      return leftTo.includes(proof.to)
        ? []
        : [`nobody to leave it to is "${proof.to}"`];
    case "docs":
      return headings.includes(proof.heading)
        ? []
        : [`no heading of a guide is "${proof.heading}"`];
    case "test": {
      const { file, title } = proof;
      const hasTest = testsIn(file);
      if (!hasTest) return [`no file of tests is "${file}"`];
      return hasTest(title) ? [] : [`no test of ${file} is "${title}"`];
    }
  }
}

/** How many rows are shown by tests, left to each, and there at all. */
export function countRequirements(
  rows: readonly Requirement[],
): ReadonlyMap<string, number> {
  const counts = new Map([["all", rows.length]]);
  for (const { proofs } of rows) {
    const [proof] = proofs;
    const key = proof?.kind === "left" ? proof.to : (proof?.kind ?? "none");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
