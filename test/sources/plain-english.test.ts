import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  groupOf,
  measure,
  sum,
  type PlainEnglish,
} from "../support/plain-english.ts";

const repository = join(import.meta.dirname, "../..");
const record = join(import.meta.dirname, "plain-english.json");

type Groups = Readonly<Record<string, PlainEnglish>>;

/** Measures each folder of the sources, of the templates and of the docs by hand. */
function measureGroups(): Groups {
  const files = execFileSync(
    "git",
    ["ls-files", "src", "templates", "docs", "README.md", "CONTRIBUTING.md"],
    { cwd: repository, encoding: "utf8" },
  )
    .split("\n")
    .filter((file) => /\.(ts|md)$/.test(file))
    .filter((file) => !file.startsWith("docs/reference/"));
  const groups: Record<string, PlainEnglish> = {};
  for (const file of files) {
    const depth = file.startsWith("src/runtime/") ? 3 : 2;
    const group = groupOf(file, depth);
    const known = groups[group];
    const found = measure(join(repository, file));
    groups[group] = known ? sum([known, found]) : found;
  }
  return groups;
}

const found = measureGroups();
if (process.env["UPDATE_PLAIN_ENGLISH"] === "1")
  writeFileSync(record, `${JSON.stringify(found, undefined, 2)}\n`);
// Written by the line above.
const recorded = JSON.parse(readFileSync(record, "utf8")) as Groups;
const none = { clauses: 0, idioms: 0, names: 0 };

/** Measures that are above the record, each as a line for the author. */
function worse(
  group: string,
  now: PlainEnglish,
  before: PlainEnglish,
): string[] {
  const keys = ["clauses", "idioms", "names"] as const;
  return keys
    .filter((key) => now[key] > before[key])
    .map((key) => `${group}: ${now[key]} ${key}, recorded ${before[key]}`);
}

describe("plain English", () => {
  test.each(Object.entries(found))(
    "%s reads as plainly as recorded",
    (group, now) => {
      expect(worse(group, now, recorded[group] ?? none)).toEqual([]);
    },
  );

  test("all files together read as plainly as recorded", () => {
    const now = sum(Object.values(found));
    expect(worse("total", now, sum(Object.values(recorded)))).toEqual([]);
  });

  test("the measure counts each kind", () => {
    const file = join(import.meta.dirname, "private-language.ts");
    expect(measure(file)).toEqual({ clauses: 2, idioms: 4, names: 2 });
  });
});
