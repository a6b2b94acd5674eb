import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import {
  countRequirements,
  readParts,
  type Requirement,
} from "../../templates/build/reference/requirements/rows.ts";
import { requirementIssues, type Places, type Terms } from "./requirements.ts";
import { testsOf, type HasTest } from "./titles.ts";

const tests = path.join(import.meta.dirname, "..");
const repository = path.join(tests, "..");
const parts = readParts(repository);
const rows = parts.flatMap(({ chapters }) =>
  chapters.flatMap((chapter) => chapter.rows),
);

const terms: Terms = {
  revisions: bundledRevisions().map(({ id }) => id),
  levels: ["must", "should"],
  sides: ["both", "client", "server", "host", "others"],
  leftTo: ["host", "handler", "outside", "never", "not yet", "not met"],
};

const read = new Map<string, HasTest | undefined>();

const places: Places = {
  testsIn(file) {
    if (!read.has(file)) {
      const place = path.join(tests, `${file}.test.ts`);
      const isThere = existsSync(place);
      read.set(
        file,
        isThere ? testsOf(readFileSync(place, "utf8")) : undefined,
      );
    }
    return read.get(file);
  },
  headingsIn(page) {
    const place = path.join(repository, page);
    if (!existsSync(place)) return undefined;
    const text = readFileSync(place, "utf8");
    return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  },
};

test("each requirement names a test that is there, or whom it is left to", () => {
  expect(rows.length).toBeGreaterThan(350);
  expect(requirementIssues(rows, terms, places)).toEqual([]);
});

test("each file of requirements is a chapter of a part", () => {
  const folder = path.join(tests, "requirements");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const chapters = parts.flatMap((part) => part.chapters);
  const found = files.filter((name) => name.endsWith(".json"));
  expect(found).toHaveLength(chapters.length + 1);
});

test("the page counts its rows right", () => {
  const page = readFileSync(
    path.join(repository, "docs/reference/requirements.md"),
    "utf8",
  );
  const [, counted = ""] = page.split("## How each is shown");
  const told = [...counted.matchAll(/^\| ([a-z ]+?) \| (\d+) \|/gm)].map(
    ([, name = "", count]) => [name, Number(count)],
  );
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(countRequirements(rows)),
  );
});

const calls = `
  describe("a call", () => {
    test("ends", () => {});
    test.each(["late", "twice"])("that comes %s is \${what}", () => {});
    test.each([["one", 2]])("of %s has %i", () => {});
    test.skip("is for later", () => {});
    describe.skip("to nobody", () => {
      test("waits", () => {});
    });
    test(title, () => {});
  });
  describe.each\`name\`("a $name", () => {
    it("is short", () => {});
    test(\`of \${size} bytes\`, async () => {});
  });
  test.todo("is still to be written");
  // test("is a comment", () => {});
`;

describe("a file has a test", () => {
  test.each([
    "a call › ends",
    "a call › that comes %s is ${what}",
    "a call › that comes late is ${what}",
    "a call › of one has 2",
    "a call › of one has %i",
    "a $name › is short",
    "a $name › of … bytes",
  ])("%s", (title) => {
    expect(testsOf(calls)(title)).toBe(true);
  });
});

describe("a file has no test", () => {
  test.each([
    "ends",
    "a call",
    "a call › end",
    "a call › ends › ends",
    "a call › is for later",
    "a call › to nobody › waits",
    "a call › title",
    "a call › that comes never is ${what}",
    "a call › that comes  is ${what}",
    "a call › of one has 3",
    "is still to be written",
    "is a comment",
    "",
  ])("%j", (title) => {
    expect(testsOf(calls)(title)).toBe(false);
  });
});

/** A row that is sound but for what is given. */
function rowOf(given: Partial<Requirement>): Requirement {
  return { ...sound, ...given };
}

const shown = ["calls: a call › ends"];
const plain = {
  id: "call-1",
  revisions: "all",
  level: "must",
  side: "both",
  text: "A call ends",
};
const sound: Requirement = { ...plain, tests: shown };

function issuesOf(...given: Requirement[]): string[] {
  const only = { ...terms, revisions: ["2024-11-05", "2025-03-26"] };
  return requirementIssues(given, only, {
    testsIn: (file) => (file === "calls" ? testsOf(calls) : undefined),
    headingsIn: (page) =>
      page === "docs/guides/client.md" ? ["A client"] : undefined,
  });
}

const client = "docs/guides/client.md";

describe("a row is sound", () => {
  test.each<Requirement>([
    sound,
    rowOf({ revisions: "2024-11-05" }),
    rowOf({ revisions: "from 2025-03-26" }),
    rowOf({ revisions: "2024-11-05 to 2025-03-26" }),
    rowOf({ tests: [...shown, "calls: a $name › of … bytes"] }),
    { ...plain, docs: { page: client, heading: "A client" } },
    { ...plain, left: { to: "host", why: "it asks | as it likes" } },
  ])("%j", (row) => {
    expect(issuesOf(row)).toEqual([]);
  });
});

describe("a row is found that", () => {
  test.each<[Requirement, string]>([
    [rowOf({ revisions: "2025-11-25" }), 'no revisions are "2025-11-25"'],
    [
      rowOf({ revisions: "since 2024-11-05" }),
      'no revisions are "since 2024-11-05"',
    ],
    [rowOf({ revisions: "from all" }), 'no revisions are "from all"'],
    [
      rowOf({ revisions: "2025-03-26 to 2024-11-05" }),
      'no revisions are "2025-03-26 to 2024-11-05"',
    ],
    [rowOf({ level: "may" }), 'no level is "may"'],
    [rowOf({ side: "somebody" }), 'no side is "somebody"'],
    [rowOf({ text: "" }), "nothing is required"],
    [plain, "neither a test nor whom it is left to"],
    [rowOf({ tests: [] }), "neither a test nor whom it is left to"],
    [rowOf({ tests: ["?"] }), 'no file of tests is "?"'],
    [rowOf({ tests: ["calls"] }), 'no test of calls is ""'],
    [{ ...plain, left: { to: "host", why: "" } }, "nobody says why it is left"],
    ...["as the README says", "the docs tell how", "see the guide"].map(
      (why): [Requirement, string] => [
        { ...plain, left: { to: "host", why } },
        "the text that says so is named by docs, not by why",
      ],
    ),
    [
      { ...plain, left: { to: "us", why: "we will" } },
      'nobody to leave it to is "us"',
    ],
    [
      { ...plain, docs: { page: client, heading: "No such" } },
      'no heading of docs/guides/client.md is "No such"',
    ],
    [
      { ...plain, docs: { page: "docs/none.md", heading: "No such" } },
      'no page is "docs/none.md"',
    ],
    [rowOf({ tests: ["gone: a call › ends"] }), 'no file of tests is "gone"'],
    [rowOf({ tests: ["calls: ends"] }), 'no test of calls is "ends"'],
    [
      rowOf({ tests: [...shown, "calls: a call › is for later"] }),
      'no test of calls is "a call › is for later"',
    ],
    [
      rowOf({ left: { to: "host", why: "it asks" } }),
      "a test shows it, or it is left to somebody: not both",
    ],
    [{ ...sound, test: "calls" } as Requirement, 'there is no field "test"'],
  ])("says %j", (row, issue) => {
    expect(issuesOf(row)).toEqual([`call-1: ${issue}`]);
  });

  test("has another's id, or none that is one", () => {
    expect(issuesOf(sound, rowOf({ text: "Another" }))).toEqual([
      "call-1: the id is another row's too",
    ]);
    expect(issuesOf(rowOf({ id: "" }))).toEqual([': no id is ""']);
  });
});
