import {
  partedTest,
  type Requirement,
} from "../../templates/build/reference/requirements/rows.ts";
import type { HasTest } from "./titles.ts";

/** What a row may say. */
export interface Terms {
  readonly revisions: readonly string[];
  readonly levels: readonly string[];
  readonly sides: readonly string[];
  /** Whom a row without a test may be left to. */
  readonly leftTo: readonly string[];
}

/** The tests in a file under test/, or nothing where there is no such file. */
export type TestsIn = (file: string) => HasTest | undefined;

/** The headings of a page, or nothing where there is no such page. */
export type HeadingsIn = (page: string) => readonly string[] | undefined;

/** Where what rows name is looked up. */
export interface Places {
  readonly testsIn: TestsIn;
  readonly headingsIn: HeadingsIn;
}

/** What is wrong with rows, each with the row's id. */
export function requirementIssues(
  rows: readonly Requirement[],
  terms: Terms,
  places: Places,
): string[] {
  const ids = new Set<string>();
  return rows.flatMap((row) => {
    const isKnown = ids.has(row.id);
    ids.add(row.id);
    return [
      ...(isKnown ? ["the id is another row's too"] : []),
      ...keyIssues(row),
      ...termIssues(row, terms),
      ...proofIssues(row, terms, places),
    ].map((issue) => `${row.id}: ${issue}`);
  });
}

const keys = [
  ...["id", "revisions", "level", "side", "text"],
  ...["tests", "left", "docs"],
];

/** A misspelt key would be passed over. */
function keyIssues(row: Requirement): string[] {
  return Object.keys(row)
    .filter((key) => !keys.includes(key))
    .map((key) => `there is no field "${key}"`);
}

function termIssues(row: Requirement, terms: Terms): string[] {
  const { id, revisions, level, side, text } = row;
  return [
    ...(/^[a-z]+-\d+$/.test(id) ? [] : [`no id is "${id}"`]),
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
  { tests, left, docs }: Requirement,
  { leftTo }: Terms,
  { testsIn, headingsIn }: Places,
): string[] {
  const given = [tests, left, docs].filter((proof) => proof !== undefined);
  if (given.length === 0 || tests?.length === 0)
    return ["neither a test nor whom it is left to"];
  if (given.length > 1)
    return ["a test shows it, or it is left to somebody: not both"];
  return [
    ...(tests ?? []).flatMap((test) => testIssue(test, testsIn)),
    ...(left && !leftTo.includes(left.to)
      ? [`nobody to leave it to is "${left.to}"`]
      : []),
    ...(left?.why === "" ? ["nobody says why it is left"] : []),
    ...(left && /\b(?:README|docs|guide)\b/i.test(left.why)
      ? ["the text that says so is named by docs, not by why"]
      : []),
    ...(docs ? docsIssue(docs, headingsIn) : []),
  ];
}

function testIssue(test: string, testsIn: TestsIn): string[] {
  const { file, title } = partedTest(test);
  const hasTest = testsIn(file);
  if (!hasTest) return [`no file of tests is "${file}"`];
  return hasTest(title) ? [] : [`no test of ${file} is "${title}"`];
}

function docsIssue(
  { page, heading }: { readonly page: string; readonly heading: string },
  headingsIn: HeadingsIn,
): string[] {
  const headings = headingsIn(page);
  if (!headings) return [`no page is "${page}"`];
  return headings.includes(heading)
    ? []
    : [`no heading of ${page} is "${heading}"`];
}
