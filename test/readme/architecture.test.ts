import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const folder = "docs/architecture";
const pages = [
  ...readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`),
  ...["AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "VERSIONING.md"],
];

function read(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** Whether a name is a file or a folder, as pages name them: also without its ending. */
function isThere(name: string): boolean {
  return ["", "src/", "src/runtime/"].some((start) =>
    ["", ".ts"].some((ending) => existsSync(join(root, start + name + ending))),
  );
}

/** The files and folders that a page names: in code, with a slash, and outside of blocks. */
function namedPlaces(page: string): string[] {
  const prose = read(page).replaceAll(/^```[^]*?^```/gm, "");
  return (
    [...prose.matchAll(/`([a-z.][\w.-]*(?:\/[\w.-]+)+\/?)`/g)]
      .map(([, name = ""]) => name)
      // Official files can lie beside a clone.
      .filter((name) => !name.startsWith("../") && !notPlaces.test(name))
  );
}

/** Methods of the protocol, packages, and what is there only once it was built or sent. */
const notPlaces =
  /^(tools|resources|notifications|elicitation|server|acme|mcp-gen|application)\/(call|read|discover|create|list|define|acme|json|[a-z]+_[a-z]+|facts|runtime)|^dist\//;

describe.each(pages)("%s", (page) => {
  test("names files and folders that are there", () => {
    expect(namedPlaces(page).filter((name) => !isThere(name))).toEqual([]);
  });
});

test("the pages name many places, and one that is not there is told", () => {
  expect(pages.flatMap(namedPlaces).length).toBeGreaterThan(250);
  expect(isThere("protocol/received")).toBe(true);
  expect(isThere("protocol/recieved.ts")).toBe(false);
});

test("each term of the glossary has a sentence, and a place that is there", () => {
  const rows = [...read(`${folder}/glossary.md`).matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = ""]) => row.split("|").map((cell) => cell.trim()))
    .filter(([word = ""]) => word !== "Word" && !word.startsWith("-"));
  expect(rows.length).toBeGreaterThan(50);
  const terms = rows.map(([word]) => word);
  expect(terms).toEqual([...new Set(terms)]);
  const wrong = rows.filter(([, means = "", place = ""]) => {
    const [, name = ""] = /^`([^`]+)`$/.exec(place) ?? [];
    return !/^[A-Z].+\.$/.test(means) || !existsSync(join(root, name));
  });
  expect(wrong).toEqual([]);
});

test("each wish has a file and a test that are there", () => {
  const rows = read(`${folder}/where-to-change.md`)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (You want|-)/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(60);
  const wrong = rows.filter(([, , , tests = ""]) => {
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(
      ([, name = ""]) => name,
    );
    return (
      named.length === 0 ||
      named.some(
        (name) => !/^test\//.test(name) || !existsSync(join(root, name)),
      )
    );
  });
  expect(wrong).toEqual([]);
});

test("the first page has every folder of the generator, and is short", () => {
  const page = read(`${folder}/index.md`);
  expect(page.split("\n").length).toBeLessThan(200);
  const folders = readdirSync(join(root, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "runtime")
    .map(({ name }) => name);
  const rooms = readdirSync(join(root, "src/runtime"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const missing = [...folders, ...rooms].filter(
    (name) => !page.includes(`| \`${name}\` `),
  );
  expect(missing).toEqual([]);
});

test("a contributor gets the official files of the commit that the models are from", () => {
  const page = read("CONTRIBUTING.md");
  for (const [folder, file] of [
    ["specification", "revisions"],
    ["ext-tasks", "extensions"],
  ]) {
    const pins = read(`src/revisions/${file}.json`);
    const commits = [...pins.matchAll(/"commit": "(\w+)"/g)];
    const [, named] =
      new RegExp(`^git -C \\.\\./${folder} checkout (\\w+)$`, "m").exec(page) ??
      [];
    expect(new Set(commits.map(([, commit]) => commit))).toEqual(
      new Set([named]),
    );
  }
});
